#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bridle::internal::wire {

// Big-endian numbers, at any address.
template <typename Unsigned>
Unsigned loadBigEndian(const char* from) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    value = static_cast<Unsigned>(value << 8 | static_cast<unsigned char>(from[i]));
  }
  return value;
}

template <typename Unsigned>
char* storeBigEndian(char* to, Unsigned value) {
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    to[i] = static_cast<char>(value >> (8 * (sizeof(Unsigned) - 1 - i)));
  }
  return to + sizeof(Unsigned);
}

// Reads a frame from front to back. What is not there reads as zero or empty, and from then on ok()
// is false: a decoder reads everything and asks once.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  std::string_view rest() const { return rest_; }

  void fail() {
    ok_ = false;
    rest_ = {};
  }

  std::uint8_t u8() { return number<std::uint8_t>(); }
  std::uint32_t u32() { return number<std::uint32_t>(); }
  std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
  std::uint64_t u64() { return number<std::uint64_t>(); }

  std::string_view bytes(std::size_t count) {
    if (count > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  // A string as thrift writes it: length, then bytes.
  std::string_view text() { return bytes(u32()); }

 private:
  template <typename Unsigned>
  Unsigned number() {
    const std::string_view taken = bytes(sizeof(Unsigned));
    return taken.empty() ? Unsigned{0} : loadBigEndian<Unsigned>(taken.data());
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace bridle::internal::wire
