#include <boost/asio/post.hpp>

#include "client/loops.h"
#include "io/asio_network.h"
#include "io/asio_reactor.h"

namespace bridle::internal {
namespace {

class BorrowedLoop final : public Loops {
 public:
  explicit BorrowedLoop(const Client::Executor& executor)
      : executor_(executor), reactor_(executor), network_(reactor_) {}

  std::vector<Network*> networks() override { return {&network_}; }
  absl::Status start(const std::shared_ptr<ClientCore>&) override { return absl::OkStatus(); }

  void close(ClientCore& core) override {
    core.closeShard(0);
    reactor_.endTasks();
    // This may run inside a handler of a call, upon whose return the core goes on for a moment.
    boost::asio::post(executor_, [alive = core.shared_from_this()] {});
  }

  void join() override {}

 private:
  const Client::Executor executor_;
  AsioReactor reactor_;
  AsioNetwork network_;
};

}  // namespace

std::shared_ptr<Loops> borrowedLoop(const Client::Executor& executor) {
  return std::make_shared<BorrowedLoop>(executor);
}

}  // namespace bridle::internal
