// Records of one hash key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bridle {

struct Entry {
  std::string sort_key;
  std::string value;

  bool operator==(const Entry&) const = default;
};

// The same as an argument. Only refers to its bytes; see Key.
struct EntryView {
  std::string_view sort_key = {};
  std::string_view value = {};
};

struct Entries {
  std::vector<Entry> entries = {};

  // False: a limit ended the call early, and there may be more. That can be a false alarm: the
  // server knows of a further record, not whether it is wanted.
  bool complete = true;

  bool operator==(const Entries&) const = default;
};

}  // namespace bridle
