#pragma once

#include <sys/types.h>

#include <string>

#include "base/status.h"

namespace bridle::internal::onebox {

// What is wrong with a data directory, and what to do.
template <typename... Parts>
absl::Status badDirectory(const std::string& folder, const Parts&... parts) {
  return internal::statusOf(absl::StatusCode::kFailedPrecondition, "data directory ", folder, ": ",
                            parts...);
}

absl::Status missingFile(const std::string& folder, const std::string& name);

// Makes the folder if there is none. FailedPrecondition unless it is empty or holds a whole
// database.
absl::Status prepareDirectory(const std::string& folder);

// A database that is open, told from another one in its place: its lock file stays open, so that
// no other file gets its number.
class OpenDirectory {
 public:
  explicit OpenDirectory(const std::string& folder);

  bool stillThere() const;

 private:
  struct FileId {
    dev_t device = 0;
    ino_t number = 0;
    bool operator==(const FileId&) const = default;
  };
  static FileId idOf(const std::string& file);

  const std::string lock_file_;
  const FileId id_;
};

}  // namespace bridle::internal::onebox
