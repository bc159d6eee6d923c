#pragma once

#include <fstream>
#include <map>
#include <string>

#include "absl/strings/escaping.h"

namespace bridle::internal::wire {

inline std::string fromHex(const std::string& hex) {
  return absl::HexStringToBytes(hex);
}

inline std::map<std::string, std::string> loadVectors() {
  std::map<std::string, std::string> vectors;
  std::ifstream file(BRIDLE_TEST_DATA "/wire/vectors.txt");
  std::string name;
  std::string hex;
  while (file >> name) {
    if (name == "#") {
      std::getline(file, hex);
    } else {
      file >> hex;
      vectors[name] = fromHex(hex);
    }
  }
  return vectors;
}

// The bytes of a vector of tests/data/wire/vectors.txt.
inline const std::string& vector(const std::string& name) {
  static const std::map<std::string, std::string> vectors = loadVectors();
  return vectors.at(name);
}

// What stands behind the header of a request of version 1, for the vectors that show only that.
inline std::string requestBody(const std::string& frame) {
  constexpr std::size_t kV1HeaderBytes = 53;
  return frame.substr(kV1HeaderBytes);
}

}  // namespace bridle::internal::wire
