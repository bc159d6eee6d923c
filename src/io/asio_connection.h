#pragma once

#include <memory>
#include <string>
#include <utility>

#include "io/asio_socket.h"
#include "io/handler_slot.h"
#include "io/link.h"

namespace bridle::internal {

// The socket and its buffers. Outstanding handlers keep it alive after the link is gone; the user
// is null from then on, and none of them does anything more.
class AsioConnection final : public std::enable_shared_from_this<AsioConnection> {
 public:
  AsioConnection(AsioReactor& reactor, TcpSocket socket, const Endpoint& peer)
      : reactor_(reactor), socket_(std::move(socket)), peer_(peer) {}

  void connect(LinkUser& user);
  void start(LinkUser& user);
  void write(std::string& bytes);
  void close();

  const Endpoint& peer() const { return peer_; }

 private:
  using ErrorCode = boost::system::error_code;

  void onConnected(const ErrorCode& error);
  bool connectedToItself() const;
  void read();
  void onRead(const ErrorCode& error, std::size_t size);
  void onWritten(const ErrorCode& error, std::size_t size);
  void fail(const absl::Status& why);

  // Calls Method with Asio's results, in a turn, unless the link is gone.
  template <auto Method>
  auto handler(HandlerSlot& slot) {
    return inSlot(slot, [self = shared_from_this()](auto&&... results) {
      if (self->user_ == nullptr) return;
      const AsioReactor::Turn turn(self->reactor_);
      ((*self).*Method)(results...);
    });
  }

  AsioReactor& reactor_;
  TcpSocket socket_;
  const Endpoint peer_;
  LinkUser* user_ = nullptr;
  std::unique_ptr<char[]> incoming_;
  std::string outgoing_;
  ErrorCode write_error_;
  HandlerSlot read_slot_;
  HandlerSlot write_slot_;
};

// The link of a connection, as its user holds it.
class AsioLink final : public Link {
 public:
  explicit AsioLink(std::shared_ptr<AsioConnection> connection)
      : connection_(std::move(connection)) {}
  ~AsioLink() override { connection_->close(); }

  void write(std::string& bytes) override { connection_->write(bytes); }
  Endpoint peer() const override { return connection_->peer(); }

 private:
  const std::shared_ptr<AsioConnection> connection_;
};

}  // namespace bridle::internal
