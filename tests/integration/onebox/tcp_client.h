#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/endpoint.h"
#include "base/limits.h"
#include "wire/frame.h"
#include "wire/framer.h"

namespace bridle::internal::onebox {

// A blocking socket of the operating system, so that nothing of ours stands on the client's side
// but the frames. Reads give up after ten seconds.
class TcpClient {
 public:
  explicit TcpClient(std::string_view server) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const Endpoint to = *parseEndpoint(server);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(to.port);
    address.sin_addr.s_addr = htonl(to.ipv4);
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~TcpClient() { ::close(socket_); }
  TcpClient(const TcpClient&) = delete;
  TcpClient& operator=(const TcpClient&) = delete;

  bool connected() const { return connected_; }

  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // The next whole reply frame; nullopt if the connection ended first.
  std::optional<std::string> receive() {
    while (true) {
      const absl::StatusOr<std::size_t> size = wire::measureReply(buffer_);
      if (!size.ok()) return std::nullopt;
      if (*size > 0 && buffer_.size() >= *size) {
        std::string frame = buffer_.substr(0, *size);
        buffer_.erase(0, *size);
        return frame;
      }
      char bytes[65536];
      const ssize_t got = ::recv(socket_, bytes, sizeof bytes, 0);
      if (got <= 0) return std::nullopt;
      buffer_.append(bytes, static_cast<std::size_t>(got));
    }
  }

  std::optional<std::string> call(std::string_view frame) {
    return send(frame) ? receive() : std::nullopt;
  }

 private:
  const int socket_;
  bool connected_ = false;
  std::string buffer_;
};

}  // namespace bridle::internal::onebox
