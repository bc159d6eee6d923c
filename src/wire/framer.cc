#include "wire/framer.h"

#include <algorithm>
#include <utility>

#include "base/status.h"

namespace bridle::internal::wire {
namespace {

// A buffer that a huge frame has grown is given back instead of kept.
constexpr std::size_t kMaxKeptCapacity = std::size_t{256} << 10;

}  // namespace

Framer::Framer(Measure measure, std::size_t max_frame_bytes)
    : measure_(measure), max_frame_bytes_(max_frame_bytes) {}

std::size_t Framer::buffered() const {
  return partial_.size();
}

absl::Status Framer::feed(std::span<const char> bytes,
                          absl::FunctionRef<bool(std::string_view)> on_frame) {
  if (!error_.ok()) return error_;
  std::string_view rest(bytes.data(), bytes.size());
  if (!partial_.empty()) {
    const absl::StatusOr<bool> complete = completePartial(rest);
    if (!complete.ok()) return complete.status();
    if (!*complete) return absl::OkStatus();
    // The callback may end this object's life: the frame must not depend on it.
    std::string frame = std::exchange(partial_, {});
    if (!on_frame(frame)) return absl::OkStatus();
    frame.clear();
    if (frame.capacity() <= kMaxKeptCapacity) partial_ = std::move(frame);
  }
  return cut(rest, on_frame);
}

// Whole frames straight from the caller's bytes; a rest that is no whole frame is kept.
absl::Status Framer::cut(std::string_view rest,
                         absl::FunctionRef<bool(std::string_view)> on_frame) {
  while (!rest.empty()) {
    const absl::StatusOr<std::size_t> size = frameSize(rest);
    if (!size.ok()) return size.status();
    if (*size == 0 || *size > rest.size()) {
      partial_ = rest;
      return absl::OkStatus();
    }
    if (!on_frame(rest.substr(0, *size))) return absl::OkStatus();
    rest.remove_prefix(*size);
  }
  return absl::OkStatus();
}

// Moves bytes from `rest` to the partial frame until it is whole.
absl::StatusOr<bool> Framer::completePartial(std::string_view& rest) {
  const auto take = [&](std::size_t count) {
    partial_.append(rest.substr(0, count));
    rest.remove_prefix(std::min(count, rest.size()));
  };
  absl::StatusOr<std::size_t> size = frameSize(partial_);
  while (size.ok() && *size == 0 && !rest.empty()) {  // bytes of a header: a few at most
    take(1);
    size = frameSize(partial_);
  }
  if (!size.ok()) return size.status();
  if (*size == 0) return false;
  take(*size - partial_.size());
  return partial_.size() == *size;
}

absl::StatusOr<std::size_t> Framer::frameSize(std::string_view prefix) {
  absl::StatusOr<std::size_t> size = measure_(prefix);
  if (size.ok() && *size > max_frame_bytes_) {
    size = statusOf(absl::StatusCode::kDataLoss, "a frame claims ", *size,
                    " bytes, more than the limit of ", max_frame_bytes_);
  }
  if (!size.ok()) error_ = size.status();
  return size;
}

}  // namespace bridle::internal::wire
