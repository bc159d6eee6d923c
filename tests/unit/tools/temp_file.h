#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

namespace bridle::test {

// A file with this content for the time of one test.
class TempFile {
 public:
  explicit TempFile(std::string_view content, const std::string& suffix = "")
      : path_(testing::TempDir() + "bridle_" +
              testing::UnitTest::GetInstance()->current_test_info()->name() + suffix) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TempFile() { std::remove(path_.c_str()); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  const std::string& path() const { return path_; }
  std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::string path_;
};

}  // namespace bridle::test
