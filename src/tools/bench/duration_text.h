#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace bridle::internal::bench {

// "250ms", "1.5s", "2m", "1h"; a plain number is in seconds, as in YCSB. At most ten years.
std::optional<Duration> parseDuration(std::string_view text);

// How long something will take, for people: "1 day 3 hours", "2 minutes 5 seconds".
std::string durationWords(Duration duration);

}  // namespace bridle::internal::bench
