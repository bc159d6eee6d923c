#include "io/asio_connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <string>
#include <utility>

#include "base/limits.h"
#include "io/link_errors.h"
#include "io/socket_errors.h"

namespace bridle::internal {
namespace {

using boost::system::error_code;

}  // namespace

void AsioConnection::connect(LinkUser& user) {
  user_ = &user;
  error_code error;
  socket_.open(boost::asio::ip::tcp::v4(), error);
  if (error) {
    boost::asio::post(reactor_.executor(),
                      [done = handler<&AsioConnection::onConnected>(read_slot_), error]() mutable {
                        done(error);
                      });
    return;
  }
  socket_.async_connect(toAsio(peer_), handler<&AsioConnection::onConnected>(read_slot_));
}

void AsioConnection::onConnected(const error_code& error) {
  if (error) return fail(connectFailed(peer_, socketReason(error)));
  if (connectedToItself()) return fail(connectFailed(peer_, kConnectionRefused));
  const std::shared_ptr<AsioConnection> alive = shared_from_this();
  LinkUser& user = *user_;
  start(user);
  user.onLinkOpen();
}

// Nobody listens on a port for outgoing connections, and the kernel picked that very port for ours.
bool AsioConnection::connectedToItself() const {
  error_code error;
  return fromAsio(socket_.local_endpoint(error)) == peer_;
}

void AsioConnection::start(LinkUser& user) {
  if (!socket_.is_open()) return;
  user_ = &user;
  error_code ignored;
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  incoming_ = std::make_unique_for_overwrite<char[]>(limits::kReadBufferBytes);
  read();
}

void AsioConnection::read() {
  socket_.async_read_some(boost::asio::buffer(incoming_.get(), limits::kReadBufferBytes),
                          handler<&AsioConnection::onRead>(read_slot_));
}

void AsioConnection::onRead(const error_code& error, std::size_t size) {
  if (error) {
    const error_code& first = write_error_ ? write_error_ : error;
    return fail(connectionLost(peer_, socketReason(first)));
  }
  user_->onLinkBytes({incoming_.get(), size});
  if (user_ != nullptr) read();
}

void AsioConnection::write(std::string& bytes) {
  outgoing_.swap(bytes);
  bytes.clear();
  if (!socket_.is_open() || write_error_) return;
  boost::asio::async_write(socket_, boost::asio::buffer(outgoing_),
                           handler<&AsioConnection::onWritten>(write_slot_));
}

// What the peer sent before it went away is still worth reading, so the end is left to the reader:
// after the shutdown it gets the rest, then an error.
void AsioConnection::onWritten(const error_code& error, std::size_t) {
  outgoing_.clear();
  if (!error) return user_->onLinkDrained();
  write_error_ = error;
  error_code ignored;
  socket_.shutdown(TcpSocket::shutdown_both, ignored);
}

void AsioConnection::fail(const absl::Status& why) {
  LinkUser* const user = std::exchange(user_, nullptr);
  close();
  user->onLinkClosed(why);
}

void AsioConnection::close() {
  user_ = nullptr;
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace bridle::internal
