#include "io/sim_stream.h"

#include <algorithm>
#include <utility>

namespace bridle::internal {
namespace {

// What the socket buffers of both sides hold together before a writer has to wait.
constexpr std::size_t kWindowBytes = std::size_t{1} << 20;

}  // namespace

SimStream::SimStream(SimReactor& reactor, const SimConditions& conditions, const SimRoute& route,
                     Ends& ends)
    : reactor_(reactor), conditions_(conditions), route_(route), ends_(ends) {}

SimStream::~SimStream() {
  clear();
}

void SimStream::send(SimParcel parcel, Rng& rng) {
  unread_bytes_ += parcel.bytes.size();
  if (black_hole_) return;
  last_arrival_ =
      std::max(last_arrival_, reactor_.now() + conditions_.path(route_).delay.draw(rng));
  travelling_.push_back({last_arrival_, std::move(parcel)});
  wake();
}

void SimStream::write(std::string_view bytes, Rng& rng) {
  const SimPath& path = conditions_.path(route_);
  if (rng.chance(path.black_hole_chance)) black_hole_ = true;
  while (!bytes.empty()) {
    std::size_t size = bytes.size();
    if (path.max_piece > 0) size = 1 + rng.below(std::min(size, path.max_piece));
    send({SimParcel::Kind::kBytes, std::string(bytes.substr(0, size)), {}}, rng);
    bytes.remove_prefix(size);
  }
  write_waits_ = true;
  acceptIfRoom();
}

void SimStream::closeAtOnce(const absl::Status& why) {
  clear();
  travelling_.push_back({reactor_.now(), {SimParcel::Kind::kClose, {}, why}, true});
  wake();
}

void SimStream::clear() {
  reactor_.cancel(arrival_);
  reactor_.cancel(accepted_);
  travelling_.clear();
  write_waits_ = false;
}

void SimStream::wake() {
  if (arrival_.armed() || travelling_.empty() || clogged()) return;
  reactor_.arm(arrival_, travelling_.front().arrival);
}

// Asked only while something is travelling.
bool SimStream::clogged() const {
  return !travelling_.front().passes_clog && conditions_.faulty(SimFault::kClog, route_);
}

void SimStream::onArrival(TimePoint) {
  if (clogged()) return;
  SimParcel parcel = std::move(travelling_.front().parcel);
  travelling_.pop_front();
  unread_bytes_ -= parcel.bytes.size();
  acceptIfRoom();
  wake();
  ends_.onParcel(*this, std::move(parcel));
}

void SimStream::acceptIfRoom() {
  if (write_waits_ && unread_bytes_ <= kWindowBytes) reactor_.arm(accepted_, reactor_.now());
}

void SimStream::onAccepted(TimePoint) {
  write_waits_ = false;
  ends_.onWriteAccepted(*this);
}

}  // namespace bridle::internal
