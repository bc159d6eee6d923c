#include "client/loops.h"
#include "io/asio_network.h"
#include "io/asio_reactor.h"

namespace bridle::internal {
namespace {

class BorrowedLoop final : public Loops {
 public:
  explicit BorrowedLoop(const Client::Executor& executor)
      : reactor_(executor), network_(reactor_) {}

  std::vector<Network*> networks() override { return {&network_}; }
  absl::Status start(const std::shared_ptr<ClientCore>&) override { return absl::OkStatus(); }

  void close(ClientCore& core) override {
    core.closeShard(0);
    reactor_.endTasks();
  }

 private:
  AsioReactor reactor_;
  AsioNetwork network_;
};

}  // namespace

std::shared_ptr<Loops> borrowedLoop(const Client::Executor& executor) {
  return std::make_shared<BorrowedLoop>(executor);
}

}  // namespace bridle::internal
