#pragma once

#include <cstdint>
#include <string>

#include "tools/bench/keys.h"

namespace bridle::internal::bench {

// Under which keys records are. With one record per hash key, the hash key is YCSB's name of the
// record and the sort key is empty. With more, record n has the hash key of number n / per_hash_key
// and its place there, filled up with zeros, as sort key, so that a scan has an order to go by.
struct RecordLayout {
  KeyNames keys;
  std::int64_t per_hash_key = 1;

  void writeHashKey(std::int64_t record, std::string& out) const;
  void writeSortKey(std::int64_t record, std::string& out) const;

  std::int64_t firstOf(std::int64_t record) const { return record - record % per_hash_key; }
};

}  // namespace bridle::internal::bench
