#include "tools/bench/ycsb_flags.h"

#include "support/status_matchers.h"

namespace bridle::internal::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Args = std::vector<std::string>;

Args normalised(const Args& args) {
  const absl::StatusOr<Args> result = normaliseYcsbFlags(args);
  EXPECT_THAT(result, test::IsOk());
  return result.value_or(Args{});
}

TEST(YcsbFlagsTest, ThePhaseBecomesTheFirstWord) {
  EXPECT_THAT(normalised({"-P", "w", "-load"}), ElementsAre("load", "-P", "w"));
  EXPECT_THAT(normalised({"-t", "-P", "w"}), ElementsAre("run", "-P", "w"));
  EXPECT_THAT(normalised({"-P", "w", "-run", "-s"}), ElementsAre("run", "-P", "w", "-s"));
  EXPECT_THAT(normalised({"run", "-t", "-s"}), ElementsAre("run", "-s"));
  EXPECT_THAT(normalised({"load", "-P", "w"}), ElementsAre("load", "-P", "w"));
}

TEST(YcsbFlagsTest, LongFlagsGetTwoDashes) {
  EXPECT_THAT(normalised({"-threads", "4", "-target", "100", "-db", "noop", "-l", "x"}),
              ElementsAre("--threads", "4", "--target", "100", "--db", "noop", "--label", "x"));
}

TEST(YcsbFlagsTest, ValuesStayAsTheyAre) {
  EXPECT_THAT(normalised({"-P", "-load", "-p", "run", "-l", "-t"}),
              ElementsAre("-P", "-load", "-p", "run", "--label", "-t"));
  EXPECT_THAT(normalised({"load", "--table", "run"}), ElementsAre("load", "--table", "run"));
  EXPECT_THAT(normalised({"-P"}), ElementsAre("-P"));
  EXPECT_THAT(normalised({}), ElementsAre());
}

TEST(YcsbFlagsTest, TwoPhasesAreAnError) {
  EXPECT_THAT(normaliseYcsbFlags({"-load", "-t"}),
              test::FailsWith(absl::StatusCode::kInvalidArgument,
                              HasSubstr("-t: the phase is load already")));
  EXPECT_FALSE(normaliseYcsbFlags({"run", "-load"}).ok());
}

}  // namespace
}  // namespace bridle::internal::bench
