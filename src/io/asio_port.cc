#include "io/asio_port.h"

#include <boost/system/errc.hpp>
#include <string>
#include <utility>

#include "base/limits.h"
#include "io/asio_connection.h"
#include "io/link_errors.h"
#include "io/socket_errors.h"

namespace bridle::internal {
namespace {

using boost::system::error_code;

std::string listenReason(const error_code& error) {
  namespace errc = boost::system::errc;
  if (error == errc::address_in_use) return std::string(kAddressInUse);
  if (error == errc::address_not_available) return "not an address of this machine";
  if (error == errc::permission_denied) return "permission denied; choose a port above 1023";
  return socketReason(error);
}

}  // namespace

// Kept alive by its outstanding handler; closed for good when the port is destroyed.
class AsioPort::Acceptor final : public std::enable_shared_from_this<Acceptor> {
 public:
  Acceptor(AsioReactor& reactor, LinkListener& listener)
      : reactor_(reactor), listener_(listener), socket_(reactor.executor()) {}

  error_code listen(const Endpoint& at);
  void accept();
  void close();

  Endpoint local() const { return local_; }

 private:
  void onAccepted(TcpSocket socket, const Endpoint& peer);
  void onPauseEnd(TimePoint) { accept(); }

  AsioReactor& reactor_;
  LinkListener& listener_;
  TcpAcceptor socket_;
  Endpoint local_;
  MemberTimer<&Acceptor::onPauseEnd> pause_{*this};
};

error_code AsioPort::Acceptor::listen(const Endpoint& at) {
  error_code error;
  socket_.open(boost::asio::ip::tcp::v4(), error);
  if (!error) socket_.set_option(TcpAcceptor::reuse_address(true), error);
  if (!error) socket_.bind(toAsio(at), error);
  if (!error) socket_.listen(TcpAcceptor::max_listen_connections, error);
  if (!error) local_ = fromAsio(socket_.local_endpoint(error));
  return error;
}

void AsioPort::Acceptor::accept() {
  socket_.async_accept([self = shared_from_this()](const error_code& error, TcpSocket accepted) {
    if (!self->socket_.is_open()) return;
    const AsioReactor::Turn turn(self->reactor_);
    if (error) {  // mostly: no file descriptors left; those waiting stay in the kernel's queue
      self->listener_.onAcceptFailed(socketReason(error));
      return self->reactor_.arm(self->pause_, self->reactor_.now() + limits::kAcceptPause);
    }
    error_code gone;
    const Endpoint peer = fromAsio(accepted.remote_endpoint(gone));
    if (!gone) self->onAccepted(std::move(accepted), peer);
    if (self->socket_.is_open()) self->accept();
  });
}

void AsioPort::Acceptor::onAccepted(TcpSocket socket, const Endpoint& peer) {
  const auto connection = std::make_shared<AsioConnection>(reactor_, std::move(socket), peer);
  LinkUser* const user = listener_.onAccept(std::make_unique<AsioLink>(connection));
  if (user == nullptr) return connection->close();
  connection->start(*user);
}

void AsioPort::Acceptor::close() {
  reactor_.cancel(pause_);
  error_code ignored;
  socket_.close(ignored);
}

AsioPort::AsioPort(std::shared_ptr<Acceptor> acceptor) : acceptor_(std::move(acceptor)) {}

AsioPort::~AsioPort() {
  acceptor_->close();
}

absl::StatusOr<std::unique_ptr<ListeningPort>> AsioPort::open(AsioReactor& reactor,
                                                              const Endpoint& at,
                                                              LinkListener& listener) {
  auto acceptor = std::make_shared<Acceptor>(reactor, listener);
  const error_code error = acceptor->listen(at);
  if (error) return listenFailed(at, listenReason(error));
  acceptor->accept();
  return std::unique_ptr<ListeningPort>(new AsioPort(std::move(acceptor)));
}

Endpoint AsioPort::local() const {
  return acceptor_->local();
}

}  // namespace bridle::internal
