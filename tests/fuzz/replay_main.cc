// Runs a fuzz target without a fuzzer: over each file of a corpus, each of its prefixes, and each
// of its bytes changed.

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// Beyond this offset a file is only run as a whole.
constexpr std::size_t kMaxVariedBytes = 600;

void run(const std::string& input) {
  // A copy of exactly this size, so that a sanitizer sees a read past its end.
  const std::basic_string<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

void runVariants(const std::string& input) {
  static constexpr std::array<char, 4> kFlips = {'\x01', '\x02', '\x7f', '\x80'};
  run(input);
  for (std::size_t i = 0; i < input.size() && i < kMaxVariedBytes; ++i) {
    run(input.substr(0, i));
    std::string changed = input;
    for (const char flip : kFlips) {
      changed[i] = static_cast<char>(input[i] ^ flip);
      run(changed);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CORPUS_FOLDER\n", argv[0]);
    return 2;
  }
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    runVariants(std::string(std::istreambuf_iterator<char>(file), {}));
    ++files;
  }
  std::printf("%d files\n", files);
  return files > 0 ? 0 : 1;
}
