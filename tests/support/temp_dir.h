#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace bridle::test {

// A directory of one test, gone with this object.
class TempDir {
 public:
  TempDir() { std::filesystem::create_directories(path_); }
  ~TempDir() { std::filesystem::remove_all(path_); }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }

  // The path of a new file with this content.
  std::string write(std::string_view name, std::string_view content) const {
    const std::string file = path_ + "/" + std::string(name);
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

 private:
  static std::string uniquePath() {
    const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
    return testing::TempDir() + test->test_suite_name() + "." + test->name() + "." +
           std::to_string(static_cast<long>(::getpid()));
  }

  const std::string path_ = uniquePath();
};

}  // namespace bridle::test
