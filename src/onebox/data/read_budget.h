#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "onebox/data/data_call.h"

namespace bridle::internal::onebox {

// How far one read may walk over records. Its time is counted in records that it looks at: none
// passes while a onebox serves a request, neither in virtual time nor to speak of in real time.
class ReadBudget {
 public:
  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

  ReadBudget(const DataCall& call, std::size_t records, std::size_t bytes)
      : records_(records), bytes_(bytes), timely_records_(timelyRecords(call)) {}

  bool isLeft() {
    if (looked_at_ >= records_ || found_bytes_ >= bytes_) return false;
    out_of_time_ = looked_at_ >= timely_records_;
    return !out_of_time_;
  }

  void lookAtOne() { ++looked_at_; }
  void find(std::size_t bytes) { found_bytes_ += bytes; }

  bool outOfTime() const { return out_of_time_; }

 private:
  static std::uint64_t timelyRecords(const DataCall& call) {
    const std::uint64_t ms = call.table.rules.iteration_time_ms;
    const auto per_ms = static_cast<std::uint64_t>(call.limits.records_per_ms);
    std::uint64_t records = 0;
    const bool is_bounded = ms > 0 && !__builtin_mul_overflow(ms, per_ms, &records);
    return is_bounded ? records : std::numeric_limits<std::uint64_t>::max();
  }

  std::size_t records_;
  std::size_t bytes_;
  std::uint64_t timely_records_;
  std::size_t looked_at_ = 0;
  std::size_t found_bytes_ = 0;
  bool out_of_time_ = false;
};

}  // namespace bridle::internal::onebox
