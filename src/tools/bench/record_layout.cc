#include "tools/bench/record_layout.h"

namespace bridle::internal::bench {

void RecordLayout::writeHashKey(std::int64_t record, std::string& out) const {
  keys.write(record / per_hash_key, out);
}

void RecordLayout::writeSortKey(std::int64_t record, std::string& out) const {
  out.clear();
  if (per_hash_key == 1) return;
  const std::string place = std::to_string(record % per_hash_key);
  out.append(std::to_string(per_hash_key - 1).size() - place.size(), '0').append(place);
}

}  // namespace bridle::internal::bench
