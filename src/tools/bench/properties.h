#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "base/time.h"
#include "tools/bench/property_table.h"

namespace bridle::internal::bench {

// The properties of one run: files in the order they are given, then single settings; what comes
// later wins. check() looks at every one of them, after which the getters cannot fail.
class Properties {
 public:
  absl::Status addFile(const std::string& path);         // -P
  absl::Status addSetting(std::string_view name_value);  // -p name=value

  // `origin` says in error texts where it was written: "-p", "workloads/a:12".
  void set(std::string_view name, std::string_view value, std::string_view origin);

  // InvalidArgument about the first unknown name, bad value or thing this version cannot do.
  absl::Status check();

  // What check() accepted but the user should know.
  const std::vector<std::string>& notes() const { return notes_; }

  bool isSet(std::string_view name) const;

  // Values or defaults. The name has to be in the table with that kind.
  std::int64_t whole(std::string_view name) const;
  double number(std::string_view name) const;
  bool flag(std::string_view name) const;
  std::string text(std::string_view name) const;  // of any kind
  Duration duration(std::string_view name) const;
  std::vector<double> percents(std::string_view name) const;

  // InvalidArgument that quotes a property with its origin and says why it cannot be.
  absl::Status refuse(std::string_view name, std::string_view why) const;

 private:
  struct Entry {
    std::string value;
    std::string origin;
  };

  absl::Status checkUnknown(std::string_view name, const Entry& entry);
  absl::Status checkKnown(const PropertyInfo& info, const Entry& entry);
  void noteSilentStatus();

  std::map<std::string, Entry, std::less<>> entries_;
  std::vector<std::string> notes_;
};

}  // namespace bridle::internal::bench
