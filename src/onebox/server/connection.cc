#include "onebox/server/connection.h"

#include <utility>

#include "base/limits.h"
#include "onebox/server/frame_server.h"

namespace bridle::internal::onebox {

Connection::Connection(FrameServer& server, std::uint64_t id, std::unique_ptr<Link> link)
    : server_(server),
      id_(id),
      link_(std::move(link)),
      framer_(measureIncoming, limits::kMaxFrameBytes) {}

void Connection::reply(const Incoming& request, std::string_view error_name,
                       std::string_view result) {
  appendReplyTo(out_, request, error_name, server_.local(), result);
  outputGrew();
}

void Connection::send(std::string_view bytes) {
  out_.append(bytes);
  outputGrew();
}

// What is answered late, after delays, may come for many requests at once.
void Connection::outputGrew() {
  if (out_.size() + writing_bytes_ > limits::kMaxUnreadReplyBytes) closed_ = true;
  server_.touch(*this);
}

void Connection::close() {
  closed_ = true;
  server_.touch(*this);
}

void Connection::onLinkBytes(std::span<const char> bytes) {
  if (closed_) return;
  const absl::Status status =
      framer_.feed(bytes, [this](std::string_view frame) { return onFrame(frame); });
  if (!status.ok()) close();
}

// A client that asks but does not read must not fill our memory.
bool Connection::onFrame(std::string_view frame) {
  if (waiting_.empty() && takesRequests()) {
    take(frame);
  } else {
    keepWaiting(frame);
  }
  return !closed_;
}

bool Connection::takesRequests() const {
  return !closed_ && out_.size() + writing_bytes_ <= limits::kRepliesAheadBytes;
}

void Connection::keepWaiting(std::string_view frame) {
  waiting_bytes_ += frame.size();
  waiting_.emplace_back(frame);
  if (waiting_bytes_ > limits::kMaxWaitingRequestBytes) close();
}

void Connection::takeWaiting() {
  while (!waiting_.empty() && takesRequests()) {
    const std::string frame = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= frame.size();
    take(frame);
  }
}

void Connection::take(std::string_view frame) {
  const absl::StatusOr<Incoming> request = decodeIncoming(frame);
  if (request.ok() && request->protocol == protocol_.value_or(request->protocol)) {
    protocol_ = request->protocol;
    server_.user_.onRequest(*request, frame, *this);
  } else {
    close();
  }
}

void Connection::onLinkDrained() {
  writing_bytes_ = 0;
  flush();
  takeWaiting();
}

void Connection::onLinkClosed(const absl::Status&) {
  close();
}

void Connection::flush() {
  if (writing_bytes_ > 0 || out_.empty()) return;
  writing_bytes_ = out_.size();
  link_->write(out_);
}

}  // namespace bridle::internal::onebox
