#include "tools/flag_reader.h"

#include "base/status.h"
#include "tools/bench/property_value.h"

namespace bridle::internal {

FlagReader& FlagReader::number(std::string_view flag, const Written& written,
                               const OptionRange& allowed, double& out) {
  if (!written.has_value()) return *this;
  const std::optional<double> value = bench::parseNumber(*written);
  if (value.has_value() && allowed.contains(*value)) {
    out = *value;
  } else {
    refuse(flag, *written, text("a number, ", allowed.describe()));
  }
  return *this;
}

// An empty name is most often a shell variable that is not set.
FlagReader& FlagReader::path(std::string_view flag, const Written& written, std::string& out) {
  if (!written.has_value()) return *this;
  if (written->empty()) refuse(flag, *written, "a name; leave the flag out to do without");
  out = *written;
  return *this;
}

std::optional<std::int64_t> FlagReader::wholeOf(std::string_view flag, const Written& written,
                                                WholeRange allowed) {
  if (!written.has_value()) return std::nullopt;
  const std::optional<std::int64_t> value = bench::parseWhole(*written);
  if (value.has_value() && *value >= allowed.least && *value <= allowed.most) return value;
  refuse(flag, *written,
         text("a whole number, at least ", allowed.least, ", at most ", allowed.most));
  return std::nullopt;
}

void FlagReader::refuse(std::string_view flag, std::string_view written, std::string_view allowed) {
  if (!status_.ok()) return;
  status_ = invalidArgument(flag, "=", written, ": bad value; allowed: ", allowed);
}

}  // namespace bridle::internal
