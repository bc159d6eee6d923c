#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/link.h"
#include "onebox/server/incoming.h"
#include "wire/framer.h"

namespace bridle::internal::onebox {

class FrameServer;

// A client's connection: cuts its bytes into requests, gathers the replies of a loop turn into one
// write. A stream that is not made of requests is closed.
class Connection final : private LinkUser {
 public:
  Connection(FrameServer& server, std::uint64_t id, std::unique_ptr<Link> link);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  std::uint64_t id() const { return id_; }

  // Requests may be answered in any order and at any time while the connection is there.
  void reply(const Incoming& request, std::string_view error_name, std::string_view result);
  void send(std::string_view bytes);
  void close();  // takes effect at the end of the loop turn; what was not written yet is lost

 private:
  friend class FrameServer;

  void onLinkOpen() override {}
  void onLinkBytes(std::span<const char> bytes) override;
  void onLinkDrained() override;
  void onLinkClosed(const absl::Status& why) override;

  bool onFrame(std::string_view frame);
  bool takesRequests() const;
  void keepWaiting(std::string_view frame);
  void takeWaiting();
  void take(std::string_view frame);
  void outputGrew();
  void flush();

  FrameServer& server_;
  const std::uint64_t id_;
  std::unique_ptr<Link> link_;
  wire::Framer framer_;
  std::deque<std::string> waiting_;  // requests that came while too many replies were unread
  std::size_t waiting_bytes_ = 0;
  std::string out_;                   // replies that wait for the write under way
  std::size_t writing_bytes_ = 0;     // of that write, 0: there is none
  std::optional<Protocol> protocol_;  // once a frame has come
  bool closed_ = false;
  bool touched_ = false;  // the server will look after it at the end of the turn
};

}  // namespace bridle::internal::onebox
