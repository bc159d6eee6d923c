// A split that is led by hand, through the public class.

#include "bridle/onebox.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "support/status_matchers.h"
#include "tcp_client.h"
#include "unit/onebox/frames.h"

namespace bridle::internal::onebox {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::HasSubstr;

// The hash key of a record that moves from partition 0 of 2 to partition 2 of 4.
std::string movedKey() {
  for (int i = 0;; ++i) {
    std::string name = "k" + std::to_string(i);
    if (wire::partitionIndex(wire::keyHash(name, ""), 4) == 2) return name;
  }
}

TEST(OneboxSplitTest, AKeyMovesWhenItsPartitionHandsOver) {
  auto onebox = Onebox::start({.replicas = 1, .tables = {{"t", 2}}});
  ASSERT_THAT(onebox, IsOk());
  TcpClient client((*onebox)->replicaServers().at(0));
  const std::string name = movedKey();
  const auto error_at = [&](int partition) {
    const FrameOptions options{.partition = partition, .hash = wire::keyHash(name, "")};
    const auto reply = client.call(getFrame(wire::rawKey(name, ""), options));
    return reply ? std::string(wire::decodeReply(*reply)->error_name) : "(closed)";
  };
  EXPECT_THAT((*onebox)->handOver("t", 0),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("not being split")));
  ASSERT_THAT((*onebox)->splitTable("t"), IsOk());
  EXPECT_EQ(error_at(0), "ERR_OK");
  EXPECT_EQ(error_at(2), "ERR_OBJECT_NOT_FOUND");
  ASSERT_THAT((*onebox)->handOver("t", 0), IsOk());
  EXPECT_EQ(error_at(0), "ERR_PARENT_PARTITION_MISUSED");
  EXPECT_EQ(error_at(2), "ERR_OK");
}

}  // namespace
}  // namespace bridle::internal::onebox
