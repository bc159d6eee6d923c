#include "bridle/client.h"

#include <atomic>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/request.h"
#include "client/wait.h"
#include "io/event_loop.h"

namespace bridle {

using internal::ClientCore;
using internal::EventLoop;
using internal::text;

// The core of a client and the threads that run it. Each thread shares in the core, and the core in
// the loops, so all live until the last thread has ended.
class Client::Impl {
 public:
  explicit Impl(const ClientOptions& options) : loops_(std::make_shared<Loops>()) {
    std::vector<internal::Network*> networks;
    for (int i = 0; i < options.event_loops; ++i) {
      loops_->push_back(std::make_unique<EventLoop>(text("bridle-", i)));
      networks.push_back(&loops_->back()->network());
    }
    core_ = std::make_shared<ClientCore>(options, networks, loops_);
  }

  ~Impl() { close(); }

  absl::Status start() {
    for (const auto& loop : *loops_) {
      const absl::Status started = loop->start(core_);
      if (!started.ok()) return started;
    }
    return absl::OkStatus();
  }

  void close() {
    if (closing_.exchange(true)) return;
    core_->refuseNewCalls();
    for (std::size_t i = 0; i < loops_->size(); ++i) {
      (*loops_)[i]->runInLoop([this, i] { core_->closeShard(i); });
    }
    for (const auto& loop : *loops_) loop->stop();
    core_->forgetTables();
  }

  ClientCore& core() { return *core_; }

 private:
  using Loops = std::vector<std::unique_ptr<EventLoop>>;

  std::shared_ptr<Loops> loops_;
  std::shared_ptr<ClientCore> core_;
  std::atomic<bool> closing_{false};
};

absl::StatusOr<Client> Client::connect(const ClientOptions& options) {
  const absl::Status valid = validate(options);
  if (!valid.ok()) {
    return internal::makeError(ErrorCode::kInvalidArgument, internal::toStd(valid.message()));
  }
  auto impl = std::make_unique<Impl>(options);
  const absl::Status started = impl->start();
  if (!started.ok()) return started;
  return Client(std::move(impl));
}

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

absl::StatusOr<Table> Client::openTable(std::string_view name, const TableOptions& options) {
  ClientCore& core = impl_->core();
  const auto refuse = [name](ErrorCode code, std::string_view why) {
    return internal::makeError(code, text("openTable \"", name, "\" failed: ", why));
  };
  const absl::Status valid = validate(options);
  if (!valid.ok()) return refuse(ErrorCode::kInvalidArgument, internal::toStd(valid.message()));
  if (name.empty()) return refuse(ErrorCode::kInvalidArgument, "the name is empty");
  if (core.currentShard().has_value())
    return refuse(ErrorCode::kWrongThread, internal::kWrongThreadText);

  internal::Waiter<absl::StatusOr<std::shared_ptr<detail::TableCore>>> waiter;
  core.openTable(std::string(name), options, waiter.handler());
  absl::StatusOr<std::shared_ptr<detail::TableCore>> table = waiter.wait();
  if (!table.ok()) return table.status();
  return Table(*std::move(table));
}

absl::StatusOr<Table> Client::openTable(std::string_view name, double backup_request_ms) {
  return openTable(name, TableOptions{.backup_request_ms = backup_request_ms});
}

ClientStats Client::stats() const {
  return impl_->core().stats();
}

void Client::close() {
  impl_->close();
}

}  // namespace bridle
