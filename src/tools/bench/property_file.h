#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace bridle::internal::bench {

struct PropertyLine {
  std::string name;
  std::string value;
  int line = 0;  // where it begins, from 1
};

// The properties of a file in the syntax of java.util.Properties: comments with # or !,
// "name=value", "name: value" or "name value", lines continued with a backslash, \t \n \r \f and
// \ before any other character. Unlike there, blanks at the end of a value are dropped, since
// YCSB's users trip over them, and \u escapes are refused. `path` is for error texts.
absl::StatusOr<std::vector<PropertyLine>> parsePropertyFile(std::string_view text,
                                                            std::string_view path);

}  // namespace bridle::internal::bench
