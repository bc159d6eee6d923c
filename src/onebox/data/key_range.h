#pragma once

#include <string>
#include <string_view>

namespace bridle::internal::onebox {

// A range of raw keys.
struct KeyRange {
  std::string start;
  std::string stop;
  bool start_inclusive = true;
  bool stop_inclusive = false;

  static KeyRange ofHashKey(std::string_view hash_key);

  bool isEmpty() const;

  // What is left of it from `key` on, this one included.
  void beginAt(std::string key);

  // What is left of it among the keys that start with `prefix`.
  void narrowTo(const std::string& prefix);
};

}  // namespace bridle::internal::onebox
