#pragma once

#include <cstdint>
#include <string>

namespace bridle::internal::bench {

// Double.toString of Java (19 and later: the shortest digits that read back as the same number),
// since tools that parse YCSB's output know its numbers in this form.
std::string javaDouble(double value);

// String.hashCode of Java, fed piece by piece.
class JavaStringHash {
 public:
  void add(char c) { hash_ = hash_ * 31 + static_cast<unsigned char>(c); }
  std::int32_t value() const { return static_cast<std::int32_t>(hash_); }

 private:
  std::uint32_t hash_ = 0;
};

}  // namespace bridle::internal::bench
