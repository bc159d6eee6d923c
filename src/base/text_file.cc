#include "base/text_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "base/status.h"

namespace bridle::internal {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

absl::Status systemError(const std::string& path, std::string_view what) {
  return absl::ErrnoToStatus(errno, toAbsl(text(path, ": ", what)));
}

// Looked at before it is opened: opening a named pipe would wait for its writer.
absl::Status checkKind(const std::string& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return systemError(path, "cannot be opened");
  if (S_ISDIR(info.st_mode)) return invalidArgument(path, ": is a directory; name a file");
  if (!S_ISREG(info.st_mode)) return invalidArgument(path, ": is not a regular file");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> readTextFile(const std::string& path, std::size_t max_bytes) {
  if (absl::Status status = checkKind(path); !status.ok()) return status;
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "re"));
  if (file == nullptr) return systemError(path, "cannot be opened");
  std::string content(max_bytes + 1, '\0');
  content.resize(std::fread(content.data(), 1, content.size(), file.get()));
  if (std::ferror(file.get()) != 0) return systemError(path, "cannot be read");
  if (content.size() > max_bytes) {
    return invalidArgument(path, ": is too large; at most ", max_bytes, " bytes are read");
  }
  return content;
}

}  // namespace bridle::internal
