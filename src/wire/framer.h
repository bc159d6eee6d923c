#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace bridle::internal::wire {

// Cuts a byte stream into frames. Incremental: any split of the stream gives the same frames; a
// frame that lies whole inside the fed bytes is not copied. Bounded: a length over
// `max_frame_bytes` is an error before a byte is reserved for it. After an error the framer refuses
// all further bytes with the same error.
class Framer {
 public:
  // How many bytes the frame at the start of `prefix` has in all; 0 if it has more than `prefix`
  // and they are needed to tell. DataLoss if this cannot be a frame.
  using Measure = absl::StatusOr<std::size_t> (*)(std::string_view prefix);

  Framer(Measure measure, std::size_t max_frame_bytes);

  // Calls `on_frame` for each frame that `bytes` completes. It returns false to stop (its owner is
  // gone); then feed() returns OK at once and must not be called again.
  absl::Status feed(std::span<const char> bytes,
                    absl::FunctionRef<bool(std::string_view)> on_frame);

  std::size_t buffered() const;

 private:
  absl::Status cut(std::string_view rest, absl::FunctionRef<bool(std::string_view)> on_frame);
  absl::StatusOr<bool> completePartial(std::string_view& rest);
  absl::StatusOr<std::size_t> frameSize(std::string_view prefix);

  Measure measure_;
  std::size_t max_frame_bytes_;
  std::string partial_;
  absl::Status error_;
};

// Measures for the streams we read.
absl::StatusOr<std::size_t> measureReply(std::string_view prefix);
absl::StatusOr<std::size_t> measureThftRequest(std::string_view prefix);

}  // namespace bridle::internal::wire
