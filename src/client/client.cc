#include "bridle/client.h"

#include <atomic>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/loops.h"
#include "client/request.h"
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

  static absl::StatusOr<Client> start(const ClientOptions& options,
                                      const std::shared_ptr<Loops>& loops) {
    auto impl = std::make_unique<Impl>(options, loops);
    const absl::Status started = loops->start(impl->core_);
    if (!started.ok()) return started;
    return Client(std::move(impl));
  }

  void close() {
    if (closing_.exchange(true)) return;
    core_->refuseNewCalls();
    loops_->close(*core_);
    core_->forgetTables();
  }

  ClientCore& core() { return *core_; }

 private:
  const std::shared_ptr<Loops> loops_;
  const std::shared_ptr<ClientCore> core_;
  std::atomic<bool> closing_{false};
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
  return Impl::start(options, internal::ownLoops(options.event_loops));
}

absl::StatusOr<Client> Client::connect(const ClientOptions& options, const Executor& executor) {
  const absl::Status valid = check(options);
  if (!valid.ok()) return valid;
  return Impl::start(options, internal::borrowedLoop(executor));
}

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

absl::StatusOr<Table> Client::openTable(std::string_view name, const TableOptions& options) {
  if (impl_->core().currentShard().has_value()) {
    return openingError(ErrorCode::kWrongThread, name, internal::kWrongThreadText);
  }
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

ClientStats Client::stats() const {
  return impl_->core().stats();
}

void Client::close() {
  impl_->close();
}

}  // namespace bridle
