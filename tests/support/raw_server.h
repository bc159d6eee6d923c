#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace bridle::test {

// A server on a free loopback port that accepts connections and answers whatever comes with fixed
// bytes, or never.
class RawServer {
 public:
  explicit RawServer(std::string answer) : answer_(std::move(answer)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(listener_, reinterpret_cast<sockaddr*>(&at), sizeof(at));
    ::listen(listener_, 16);
    socklen_t size = sizeof(at);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size);
    port_ = ntohs(at.sin_port);
    thread_ = std::thread([this] { serve(); });
  }

  ~RawServer() {
    stop_ = true;
    thread_.join();
    for (const pollfd& socket : sockets_) ::close(socket.fd);
  }

  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  static constexpr int kPollMs = 20;

  void serve() {
    sockets_.push_back({listener_, POLLIN, 0});
    while (!stop_) {
      if (::poll(sockets_.data(), sockets_.size(), kPollMs) <= 0) continue;
      for (std::size_t i = 1; i < sockets_.size(); ++i) {
        if (sockets_[i].revents != 0) answer(sockets_[i]);
      }
      if (sockets_.front().revents != 0) {
        sockets_.push_back({::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC), POLLIN, 0});
      }
    }
  }

  void answer(pollfd& socket) {
    char buffer[4096];
    const ssize_t got = ::recv(socket.fd, buffer, sizeof(buffer), MSG_DONTWAIT);
    if (got <= 0) {
      socket.events = 0;
    } else if (!answer_.empty()) {
      ::send(socket.fd, answer_.data(), answer_.size(), MSG_NOSIGNAL);
    }
  }

  const std::string answer_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> stop_{false};
  std::vector<pollfd> sockets_;
  std::thread thread_;
};

}  // namespace bridle::test
