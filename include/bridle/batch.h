// What batches take and give.
#pragma once

#include <string_view>
#include <vector>

#include "bridle/call_info.h"
#include "bridle/entry.h"
#include "bridle/types.h"

namespace bridle {

// Of a batch.
struct BatchOptions {
  // Calls of the batch in flight at a time, 1 to 10000. More makes the batch faster until the
  // servers have enough to do, and then only delays the calls of everybody.
  int window = 64;

  // The deadline of the whole batch in ms; 0 = the table's. What is not done by then fails with
  // kDeadlineExceeded.
  double timeout_ms = 0;

  // Where to tell what came of the calls; null: nowhere. Partition, server and decree are of the
  // call that ended last, tries are the sum of all.
  CallInfo* info = nullptr;
};

// Items only refer to their bytes, as Key does. They are copied when the batch starts.

struct SetItem {
  Key key = {};
  std::string_view value = {};
  int ttl_seconds = 0;  // as in SetOptions
};

struct MultiGetItem {
  std::string_view hash_key = {};
  std::vector<std::string_view> sort_keys = {};  // empty: all, as far as one call brings them
};

struct MultiSetItem {
  std::string_view hash_key = {};
  std::vector<EntryView> entries = {};
  int ttl_seconds = 0;
};

struct MultiDelItem {
  std::string_view hash_key = {};
  std::vector<std::string_view> sort_keys = {};
};

}  // namespace bridle
