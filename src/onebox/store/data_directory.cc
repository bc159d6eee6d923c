#include "onebox/store/data_directory.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace bridle::internal::onebox {
namespace {

namespace fs = std::filesystem;

// Which files of a database are there.
struct Inventory {
  bool any = false;
  bool messages = false;  // LOG, the first that RocksDB makes
  bool current = false;   // CURRENT, which names the list of all others
  bool writes = false;    // 000004.log and the like
  bool options = false;   // OPTIONS-000007 and the like, the last that it makes
};

void note(const std::string& name, Inventory& files) {
  files.any = true;
  files.messages |= name == "LOG";
  files.current |= name == "CURRENT";
  files.writes |= name.ends_with(".log");
  files.options |= name.starts_with("OPTIONS-");
}

// RocksDB makes a new database where CURRENT is missing, and takes the writes that were in a
// missing log for none. Once a database has been opened there is always a log.
absl::Status check(const std::string& folder, const Inventory& files) {
  if (files.any && !files.current && !files.messages) {
    return badDirectory(folder, "holds files that are not of a onebox; give an empty directory");
  }
  const bool was_open = files.options;
  if (!was_open || (files.current && files.writes)) return absl::OkStatus();
  return missingFile(folder,
                     files.current ? "with the last writes (a number and .log)" : "CURRENT");
}

}  // namespace

absl::Status missingFile(const std::string& folder, const std::string& name) {
  return badDirectory(folder, "the file ", name,
                      " is missing; put it back, or give an empty directory");
}

absl::Status prepareDirectory(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return badDirectory(folder, "cannot be made: ", error.message());
  Inventory files;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    note(at->path().filename(), files);
  }
  if (error) return badDirectory(folder, "cannot be read: ", error.message());
  return check(folder, files);
}

OpenDirectory::OpenDirectory(const std::string& folder)
    : lock_file_(folder + "/LOCK"), id_(idOf(lock_file_)) {}

bool OpenDirectory::stillThere() const {
  return idOf(lock_file_) == id_;
}

OpenDirectory::FileId OpenDirectory::idOf(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return {};
  return {.device = found.st_dev, .number = found.st_ino};
}

}  // namespace bridle::internal::onebox
