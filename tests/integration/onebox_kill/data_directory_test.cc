// What `bridle onebox` says of a data directory that is no good, or is so no more.

#include <signal.h>
#include <sys/resource.h>

#include <filesystem>

#include "bridle/client.h"
#include "gmock/gmock.h"
#include "onebox_process.h"
#include "support/status_matchers.h"
#include "support/temp_dir.h"

namespace bridle::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

class DataDirectoryTest : public testing::Test {
 protected:
  OneboxProcess onebox(const std::string& table) const {
    return OneboxProcess({"--data-dir", path_, "--table", table, "--port", "0"});
  }

  // What a onebox said after it was ready.
  static std::string complaintOf(const OneboxProcess& process) {
    const std::string ready = "\nready\n";
    return process.output().substr(process.output().find(ready) + ready.size());
  }

  TempDir folder_;
  const std::string path_ = folder_.path() + "/data";
};

TEST_F(DataDirectoryTest, OfARunningOneboxItIsRefused) {
  const OneboxProcess first = onebox("t:8");
  OneboxProcess second = onebox("t:8");
  EXPECT_FALSE(second.ready());
  EXPECT_EQ(second.wait(), 1);
  EXPECT_EQ(second.output(), "bridle onebox: data directory " + path_ +
                                 ": is in use by another onebox; end that one, or give another "
                                 "directory\n");
}

TEST_F(DataDirectoryTest, WithATableOfOtherPartitionsItIsRefused) {
  onebox("t:8").kill();
  OneboxProcess other = onebox("t:16");
  EXPECT_EQ(other.wait(), 1);
  EXPECT_EQ(
      other.output(),
      "bridle onebox: table \"t\" exists in the data directory with 8 partitions, not 16; ask "
      "for 8, or use another directory\n");
}

TEST_F(DataDirectoryTest, WithoutItsLogItIsRefused) {
  onebox("t:8").kill();
  for (const auto& file : std::filesystem::directory_iterator(path_)) {
    if (file.path().extension() == ".log") std::filesystem::remove(file.path());
  }
  OneboxProcess next = onebox("t:8");
  EXPECT_EQ(next.wait(), 1);
  EXPECT_THAT(next.output(), AllOf(HasSubstr(path_), EndsWith("or give an empty directory\n")));
}

TEST_F(DataDirectoryTest, ThatWasDeletedItIsNotMixedWithTheNext) {
  OneboxProcess first = onebox("t:8");
  ASSERT_TRUE(first.ready()) << first.output();
  std::filesystem::remove_all(path_);
  OneboxProcess second = onebox("t:4");
  ASSERT_TRUE(second.ready()) << second.output();
  EXPECT_EQ(first.end(), 1);
  EXPECT_THAT(complaintOf(first),
              AllOf(testing::StartsWith("bridle onebox: data directory " + path_),
                    HasSubstr("removed or replaced"), EndsWith("start the onebox again\n")));
  second.kill();
  EXPECT_TRUE(onebox("t:4").ready());
}

TEST_F(DataDirectoryTest, OnADiskThatFailsItIsToldOnceAndByTheExitStatus) {
  ::signal(SIGXFSZ, SIG_IGN);  // the onebox inherits it, and gets an error instead
  OneboxProcess process = onebox("t:8");
  ::signal(SIGXFSZ, SIG_DFL);
  ASSERT_TRUE(process.ready()) << process.output();
  const std::string meta = process.output().substr(0, process.output().find('\n'));
  auto client = Client::connect({.meta_servers = {meta.substr(meta.find(' ') + 1)}});
  ASSERT_THAT(client, IsOk());
  auto table = client->openTable("t");
  ASSERT_THAT(table, IsOk());
  EXPECT_THAT(table->set({"k"}, "v"), IsOk());
  const rlimit full{.rlim_cur = 1, .rlim_max = 1};
  ASSERT_EQ(::prlimit(process.pid(), RLIMIT_FSIZE, &full, nullptr), 0);
  for (int i = 0; i < 3; ++i) {
    const absl::Status refused = table->set({"k"}, "v");
    EXPECT_THAT(std::string(refused.message()), HasSubstr("ERR_FILE_OPERATION_FAILED"));
  }
  EXPECT_EQ(process.end(), 1);
  EXPECT_THAT(complaintOf(process),
              AllOf(HasSubstr("bridle onebox: data directory " + path_),
                    HasSubstr("File too large"), testing::Not(HasSubstr("\nbridle onebox"))));
}

TEST_F(DataDirectoryTest, ThatIsGoodTheExitStatusIsZero) {
  OneboxProcess process = onebox("t:8");
  EXPECT_EQ(process.end(), 0);
  EXPECT_EQ(complaintOf(process), "");
}

}  // namespace
}  // namespace bridle::test
