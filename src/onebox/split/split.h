#pragma once

#include <cstdint>
#include <map>

#include "base/time.h"
#include "onebox/partition.h"

namespace bridle::internal::onebox {

// A partition split under way: the table counts twice its partitions already, but the new half, the
// children, come to life one by one, when their parents hand over.
struct Split {
  enum class Status : std::uint8_t { kSplitting = 1, kPausing, kPaused, kCanceling };  // as sent

  struct Parent {
    Status status = Status::kSplitting;
    bool handing_over = false;  // it serves nobody
    TimePoint due = kNever;     // its next step
  };

  std::map<int, Parent> parents;      // those whose children are not there yet, by partition
  std::map<int, Partition> children;  // the others', by partition
};

}  // namespace bridle::internal::onebox
