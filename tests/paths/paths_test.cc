#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "paths/stage.h"

// Each line of tests/data/paths/*.paths is a test, named by its file and number.
namespace bridle::test {
namespace {

// Where two texts begin to differ.
std::string caretUnderDifference(std::string_view expected, std::string_view got) {
  const auto at = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first;
  return std::string(static_cast<std::size_t>(at - expected.begin()), ' ') + "^";
}

std::string difference(const Scenario& expected, const Played& got) {
  const std::string wanted = "path " + expected.path + " | " + expected.outcome;
  const std::string seen = "path " + got.path + " | " + got.outcome;
  if (wanted == seen) return "";
  return "  expected  " + wanted + "\n  got       " + seen + "\n            " +
         caretUnderDifference(wanted, seen) + "\n";
}

class PathTest : public testing::Test {
 public:
  PathTest(std::string file, int number, std::string line)
      : file_(std::move(file)), number_(number), line_(std::move(line)) {}

  void TestBody() override {
    const absl::StatusOr<Scenario> scenario = parseScenario(line_);
    if (!scenario.ok()) return fail(std::string(internal::toStd(scenario.status().message())));
    const Played played = Stage(*scenario).play();
    std::string problem = difference(*scenario, played);
    for (const std::string& broken : played.broken) problem += "  broken    " + broken + "\n";
    if (!problem.empty()) fail("\n  line      " + line_ + "\n" + problem);
  }

 private:
  void fail(const std::string& why) const { ADD_FAILURE_AT(file_.c_str(), number_) << why; }

  const std::string file_;
  const int number_;
  const std::string line_;
};

void registerFile(const std::filesystem::path& path) {
  std::ifstream lines(path);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line.starts_with('#')) continue;
    testing::RegisterTest(path.stem().c_str(), ("line_" + std::to_string(number)).c_str(), nullptr,
                          line.c_str(), path.c_str(), number,
                          [file = path.string(), number, line]() -> testing::Test* {
                            return new PathTest(file, number, line);
                          });
  }
}

// A folder that is not found must not pass for one without faults.
TEST(Paths, AreRead) {
  EXPECT_GE(testing::UnitTest::GetInstance()->total_test_count(), 41);
}

}  // namespace
}  // namespace bridle::test

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(BRIDLE_TEST_DATA "/paths")) {
    if (entry.path().extension() == ".paths") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) bridle::test::registerFile(file);
  return RUN_ALL_TESTS();
}
