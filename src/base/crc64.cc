#include "base/crc64.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace bridle::internal {
namespace {

constexpr std::uint64_t kPolynomial = 0x9a6c9329ac4bc9b5;
constexpr std::size_t kStride = 8;

using Table = std::array<std::uint64_t, 256>;

// tables[k][b] is the effect of byte b with k zero bytes behind it ("slicing by 8").
constexpr std::array<Table, kStride> makeTables() {
  std::array<Table, kStride> tables{};
  for (std::uint64_t b = 0; b < 256; ++b) {
    std::uint64_t crc = b;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ kPolynomial : crc >> 1;
    tables[0][b] = crc;
  }
  for (std::size_t k = 1; k < kStride; ++k) {
    for (std::size_t b = 0; b < 256; ++b) {
      const std::uint64_t shorter = tables[k - 1][b];
      tables[k][b] = shorter >> 8 ^ tables[0][shorter & 0xff];
    }
  }
  return tables;
}

constexpr std::array<Table, kStride> kTables = makeTables();

static_assert(std::endian::native == std::endian::little,
              "a word is read as its first byte lowest");

std::uint64_t updateWord(std::uint64_t crc, const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, kStride);
  crc ^= word;
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < kStride; ++i) {
    next ^= kTables[kStride - 1 - i][crc >> (8 * i) & 0xff];
  }
  return next;
}

}  // namespace

std::uint64_t crc64(std::string_view bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  while (bytes.size() >= kStride) {
    crc = updateWord(crc, bytes.data());
    bytes.remove_prefix(kStride);
  }
  for (const char c : bytes) {
    crc = kTables[0][(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ crc >> 8;
  }
  return ~crc;
}

}  // namespace bridle::internal
