#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "round_trip.h"
#include "wire/framer.h"

namespace bridle::internal::wire {

// The frames of a stream that arrives in reads of `read_bytes`.
inline std::vector<std::string> framesOf(std::string_view stream, Framer::Measure measure,
                                         std::size_t read_bytes) {
  std::vector<std::string> frames;
  Framer framer(measure, limits::kMaxFrameBytes);
  for (std::string_view rest = stream; !rest.empty();) {
    const std::string_view read = rest.substr(0, read_bytes);
    const absl::Status status = framer.feed(read, [&](std::string_view frame) {
      frames.emplace_back(frame);
      return true;
    });
    if (!status.ok()) break;
    rest.remove_prefix(read.size());
  }
  return frames;
}

// The same, after checking that it does not matter how the stream is cut into reads.
inline std::vector<std::string> framesOf(std::string_view stream, Framer::Measure measure) {
  std::vector<std::string> frames =
      framesOf(stream, measure, std::max<std::size_t>(stream.size(), 1));
  for (const std::size_t read_bytes : {1U, 3U, 7U}) {
    require(framesOf(stream, measure, read_bytes) == frames, "any split gives the same frames");
  }
  return frames;
}

}  // namespace bridle::internal::wire
