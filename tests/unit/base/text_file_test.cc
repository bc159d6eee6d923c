#include "base/text_file.h"

#include <sys/fsuid.h>
#include <sys/stat.h>

#include <string>

#include "support/status_matchers.h"
#include "support/temp_dir.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::FailsWith;
using testing::HasSubstr;
using testing::StartsWith;

class TextFileTest : public testing::Test {
 protected:
  test::TempDir dir_;
};

TEST_F(TextFileTest, GivesEveryByte) {
  const std::string content("a\0b\r\n\xff", 6);
  const absl::StatusOr<std::string> read = readTextFile(dir_.write("bytes", content), 6);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, content);
  EXPECT_EQ(readTextFile(dir_.write("empty", ""), 6).value(), "");
}

TEST_F(TextFileTest, RefusesMoreThanTheLimit) {
  EXPECT_THAT(readTextFile(dir_.write("long", "1234567"), 6),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("at most 6 bytes are read")));
}

TEST_F(TextFileTest, AMissingFileIsNotFound) {
  const std::string path = dir_.path() + "/missing";
  EXPECT_THAT(
      readTextFile(path, 10),
      FailsWith(StatusCode::kNotFound, path + ": cannot be opened: No such file or directory"));
  EXPECT_THAT(readTextFile("", 10), FailsWith(StatusCode::kNotFound, HasSubstr("No such file")));
}

TEST_F(TextFileTest, OnlyRegularFilesAreRead) {
  const std::string pipe = dir_.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(
      readTextFile(dir_.path(), 10),
      FailsWith(StatusCode::kInvalidArgument, dir_.path() + ": is a directory; name a file"));
  EXPECT_THAT(readTextFile(pipe, 10),
              FailsWith(StatusCode::kInvalidArgument, pipe + ": is not a regular file"));
  EXPECT_THAT(readTextFile("/dev/zero", 10),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("is not a regular file")));
}

TEST_F(TextFileTest, AFileThatMayNotBeReadIsPermissionDenied) {
  const std::string path = dir_.write("secret", "x");
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  const int user = ::setfsuid(65534);  // root would be allowed; takes effect for root only
  const absl::StatusOr<std::string> read = readTextFile(path, 10);
  ::setfsuid(static_cast<uid_t>(user));
  EXPECT_THAT(read, FailsWith(StatusCode::kPermissionDenied, StartsWith(path)));
}

TEST_F(TextFileTest, AnErrorOfReadingIsReported) {
  EXPECT_THAT(readTextFile("/proc/self/mem", 10),
              FailsWith(StatusCode::kUnknown, HasSubstr("/proc/self/mem: cannot be read")));
}

}  // namespace
}  // namespace bridle::internal
