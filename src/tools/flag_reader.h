#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "base/option_list.h"

namespace bridle::internal {

// Puts what was written after flags into options; a flag that was not given changes nothing. The
// first value that will not do is remembered, with the flag and what is allowed.
class FlagReader {
 public:
  using Written = std::optional<std::string>;

  struct WholeRange {
    std::int64_t least;
    std::int64_t most;
  };

  template <typename Whole>
  FlagReader& whole(std::string_view flag, const Written& written, WholeRange allowed, Whole& out) {
    if (const auto value = wholeOf(flag, written, allowed)) out = static_cast<Whole>(*value);
    return *this;
  }
  FlagReader& number(std::string_view flag, const Written& written, const OptionRange& allowed,
                     double& out);
  FlagReader& path(std::string_view flag, const Written& written, std::string& out);

  const absl::Status& status() const { return status_; }

 private:
  std::optional<std::int64_t> wholeOf(std::string_view flag, const Written& written,
                                      WholeRange allowed);
  void refuse(std::string_view flag, std::string_view written, std::string_view allowed);

  absl::Status status_;
};

}  // namespace bridle::internal
