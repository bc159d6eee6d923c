#pragma once

#include <cstddef>
#include <string>

#include "onebox/data/key_filter.h"
#include "onebox/data/key_range.h"

namespace bridle::internal::onebox {

// What a scan is after, and how far it has come.
struct ScanState {
  KeyRange range;      // what is left
  std::string prefix;  // of all keys it may meet
  KeyFilter hash_key_filter;
  KeyFilter sort_key_filter;
  std::size_t batch_size = 0;
  bool no_value = false;
  bool validate_partition_hash = true;
  bool return_expire_ts = false;
  bool only_return_count = false;

  std::size_t bytes() const {
    return range.start.size() + range.stop.size() + prefix.size() + hash_key_filter.pattern.size() +
           sort_key_filter.pattern.size();
  }
};

}  // namespace bridle::internal::onebox
