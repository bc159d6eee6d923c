#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "io/asio_socket.h"
#include "io/link.h"

namespace bridle::internal {

// A listening TCP socket.
class AsioPort final : public ListeningPort {
 public:
  static absl::StatusOr<std::unique_ptr<ListeningPort>> open(AsioReactor& reactor,
                                                             const Endpoint& at,
                                                             LinkListener& listener);
  ~AsioPort() override;

  Endpoint local() const override;

 private:
  class Acceptor;
  explicit AsioPort(std::shared_ptr<Acceptor> acceptor);

  const std::shared_ptr<Acceptor> acceptor_;
};

}  // namespace bridle::internal
