// Thousands of random runs of the whole client, each made by one seed.
//
// BRIDLE_SIM_SEEDS says how many (default 1000), BRIDLE_SIM_FIRST_SEED which is the first
// (default 1). A failing run prints the command that repeats it, with all that happened.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>

#include "absl/strings/numbers.h"
#include "base/status.h"
#include "crash_note.h"
#include "gtest/gtest.h"
#include "run.h"

namespace bridle::internal::sim {
namespace {

constexpr int kBlocks = 10;  // so that several processes may share the work

std::uint64_t numberFrom(const char* variable, std::uint64_t otherwise) {
  std::uint64_t number = otherwise;
  const char* const given = std::getenv(variable);
  if (given != nullptr && !absl::SimpleAtoi(given, &number)) {
    ADD_FAILURE() << variable << "=" << given << " is no number";
  }
  return number;
}

// Lines of calls that are not complained about are left out.
bool worthReading(const std::string& line, const RunResult& result) {
  const std::size_t begin = line.find("call ");
  if (begin == std::string::npos) return true;
  const std::string call = line.substr(begin, line.find(' ', begin + 5) + 1 - begin);
  for (const std::string& wrong : result.wrong) {
    if (wrong.find(call) != std::string::npos) return true;
  }
  return false;
}

std::string commandFor(std::uint64_t seed) {
  return text("BRIDLE_SIM_FIRST_SEED=", seed, " BRIDLE_SIM_SEEDS=1 ",
              std::filesystem::read_symlink("/proc/self/exe").string(), "\n");
}

std::string story(std::uint64_t seed) {
  const RunResult again = run(seed, /*traced=*/true);
  std::string out = text("seed ", seed, " fails; repeat it with\n  ", commandFor(seed));
  for (const std::string& line : again.trace) {
    if (worthReading(line, again)) out += line + "\n";
  }
  for (const std::string& line : again.wrong) out += "WRONG " + line + "\n";
  return out;
}

class SeedsTest : public testing::TestWithParam<int> {};

TEST_P(SeedsTest, AllOraclesHold) {
  const std::uint64_t first = numberFrom("BRIDLE_SIM_FIRST_SEED", 1);
  const std::uint64_t count = numberFrom("BRIDLE_SIM_SEEDS", 1000);
  for (auto i = static_cast<std::uint64_t>(GetParam()); i < count; i += kBlocks) {
    setCrashNote(text("\nseed ", first + i, " crashes; repeat it with\n  ", commandFor(first + i)));
    const RunResult result = run(first + i);
    ASSERT_TRUE(result.wrong.empty()) << story(first + i);
  }
  setCrashNote("");
}

INSTANTIATE_TEST_SUITE_P(Blocks, SeedsTest, testing::Range(0, kBlocks));

// The runs would prove little if little went wrong in them.
TEST(SeedsTest, CallsEndInManyWays) {
  RunResult sum;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const RunResult result = run(seed);
    sum.ok += result.ok;
    sum.retries += result.retries;
    sum.backups += result.backups;
    for (std::size_t i = 0; i < sum.errors.size(); ++i) sum.errors[i] += result.errors[i];
  }
  EXPECT_GT(sum.ok, 10'000U);
  EXPECT_GT(sum.retries, 1'000U);
  EXPECT_GT(sum.backups, 500U);
  for (const ErrorCode code :
       {ErrorCode::kDeadlineExceeded, ErrorCode::kCancelled, ErrorCode::kClosed,
        ErrorCode::kTableNotFound, ErrorCode::kUnavailable, ErrorCode::kThrottled,
        ErrorCode::kRefused, ErrorCode::kTooLarge, ErrorCode::kBadReply}) {
    EXPECT_GT(sum.errors[static_cast<std::size_t>(code)], 0U) << errorCodeName(code);
  }
}

TEST(SeedsTest, ARunIsRepeatedByItsSeed) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(run(seed, true).trace, run(seed, true).trace) << "seed " << seed;
  }
}

}  // namespace
}  // namespace bridle::internal::sim
