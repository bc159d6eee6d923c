#include "bridle/client.h"

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/loops.h"
#include "client/may_wait.h"
#include "client/wait.h"
#include "client/work.h"

namespace bridle {

using internal::ClientCore;
using internal::Loops;
using internal::text;

class Client::Impl {
 public:
  Impl(const ClientOptions& options, const std::shared_ptr<Loops>& loops)
      : loops_(loops), core_(std::make_shared<ClientCore>(options, loops->networks(), loops)) {}
  ~Impl() { close(); }

  static absl::StatusOr<Client> start(
      const ClientOptions& options, const std::function<std::shared_ptr<Loops>()>& make_loops) try {
    const std::shared_ptr<Loops> loops = make_loops();
    auto impl = std::make_unique<Impl>(options, loops);
    const absl::Status started = loops->start(impl->core_);
    if (!started.ok()) return started;
    return Client(std::move(impl));
  } catch (const std::exception& error) {
    // Asio throws if there is no descriptor left for a loop.
    return internal::makeError(
        ErrorCode::kOverloaded,
        text("cannot start an event loop: ", error.what(), "; raise the limit on open files"));
  }

  // The first one closes; others wait until it has, but for those inside a handler, which it may
  // wait for.
  void close() {
    const std::shared_ptr<Loops> loops = loops_;  // this object may be destroyed by whoever waits
    const std::shared_ptr<ClientCore> core = core_;
    const std::shared_ptr<Ending> ending = ending_;
    const bool on_loop = !ending->done && core->currentShard().has_value();
    if (!ending->begun.exchange(true)) {
      core->refuseNewCalls();
      loops->close(*core);
      core->forgetTables();
      ending->done = true;
      ending->done.notify_all();
    }
    if (on_loop) return;
    ending->done.wait(false);
    loops->join();
  }

  ClientCore& core() { return *core_; }
  const std::shared_ptr<ClientCore>& sharedCore() const { return core_; }

 private:
  struct Ending {
    std::atomic<bool> begun{false};
    std::atomic<bool> done{false};
  };

  const std::shared_ptr<Loops> loops_;
  const std::shared_ptr<ClientCore> core_;
  const std::shared_ptr<Ending> ending_ = std::make_shared<Ending>();
};

namespace {

absl::Status check(const ClientOptions& options) {
  const absl::Status valid = validate(options);
  if (valid.ok()) return valid;
  return internal::makeError(ErrorCode::kInvalidArgument, internal::toStd(valid.message()));
}

absl::Status openingError(ErrorCode code, std::string_view table, std::string_view why) {
  return internal::makeError(code, text("openTable \"", table, "\" failed: ", why));
}

absl::Status check(std::string_view table, const TableOptions& options) {
  const absl::Status valid = validate(options);
  if (!valid.ok()) {
    return openingError(ErrorCode::kInvalidArgument, table, internal::toStd(valid.message()));
  }
  if (table.empty()) return openingError(ErrorCode::kInvalidArgument, table, "the name is empty");
  return valid;
}

}  // namespace

absl::StatusOr<Client> Client::connect(const ClientOptions& options) {
  const absl::Status valid = check(options);
  if (!valid.ok()) return valid;
  return Impl::start(options, [&] { return internal::ownLoops(options.event_loops); });
}

absl::StatusOr<Client> Client::connect(const ClientOptions& options, const Executor& executor) {
  const absl::Status valid = check(options);
  if (!valid.ok()) return valid;
  return Impl::start(options, [&] { return internal::borrowedLoop(executor); });
}

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

absl::StatusOr<Table> Client::openTable(std::string_view name, const TableOptions& options) {
  const absl::Status allowed = internal::mayWait(impl_->core(), text("openTable \"", name, "\""));
  if (!allowed.ok()) return allowed;
  internal::Waiter<absl::StatusOr<Table>> waiter;
  asyncOpenTable(name, options, waiter.handler());
  return waiter.wait();
}

absl::StatusOr<Table> Client::openTable(std::string_view name, double backup_request_ms) {
  return openTable(name, TableOptions{.backup_request_ms = backup_request_ms});
}

void Client::startOpening(Impl& impl, std::string_view name, const TableOptions& options,
                          detail::Operation& operation) {
  const auto deliver = [&operation](absl::StatusOr<Table> table) { operation.deliver(&table); };
  ClientCore& core = impl.core();
  const absl::Status valid = check(name, options);
  const auto open = [&core, name = std::string(name), options, valid, deliver] {
    if (!valid.ok()) return deliver(valid);
    core.openTable(name, options,
                   [deliver](absl::StatusOr<std::shared_ptr<detail::TableCore>> table) {
                     if (!table.ok()) return deliver(table.status());
                     deliver(Table(*std::move(table)));
                   });
  };
  if (!core.closed() && internal::postWork(core.shard(0).reactor(), open)) return;
  absl::StatusOr<Table> closed = openingError(ErrorCode::kClosed, name, "the client is closed");
  operation.deliverLater(&closed);
}

Admin Client::admin() const {
  return Admin(impl_->sharedCore());
}

ClientStats Client::stats() const {
  return impl_->core().stats();
}

void Client::close() {
  impl_->close();
}

}  // namespace bridle
