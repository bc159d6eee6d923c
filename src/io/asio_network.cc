#include "io/asio_network.h"

#include <utility>

#include "io/asio_connection.h"
#include "io/asio_port.h"

namespace bridle::internal {

std::unique_ptr<Link> AsioNetwork::dial(const Endpoint& to, LinkUser& user) {
  auto connection = std::make_shared<AsioConnection>(reactor_, TcpSocket(reactor_.executor()), to);
  connection->connect(user);
  return std::make_unique<AsioLink>(std::move(connection));
}

absl::StatusOr<std::unique_ptr<ListeningPort>> AsioNetwork::listen(const Endpoint& at,
                                                                   LinkListener& listener) {
  return AsioPort::open(reactor_, at, listener);
}

void AsioNetwork::resolve(const HostPort& name, std::weak_ptr<void> owner, Resolved done) {
  lookups_.start(name, std::move(owner), std::move(done));
}

}  // namespace bridle::internal
