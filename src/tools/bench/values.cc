#include "tools/bench/values.h"

#include <array>
#include <cstring>

#include "tools/bench/java_text.h"

namespace bridle::internal::bench {
namespace {

constexpr std::size_t kOffsets = std::size_t{1} << 18;  // values may begin at so many places
constexpr std::size_t kPeriod = 3;                      // of the character classes

// Eight characters of the periodic classes, to be masked out of 64 random bits.
constexpr std::uint64_t classMask(std::size_t first_position) {
  constexpr std::array<std::uint64_t, kPeriod> kClasses{31, 63, 95};
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < 8; ++i) mask |= kClasses[(first_position + i) % kPeriod] << (8 * i);
  return mask;
}

constexpr std::array<std::uint64_t, kPeriod> kMasks{classMask(0), classMask(1), classMask(2)};
constexpr std::uint64_t kSpaces = 0x2020202020202020ULL;

}  // namespace

void fillPrintable(Rng& rng, std::span<char> out) {
  for (std::size_t at = 0; at < out.size(); at += 8) {
    const std::uint64_t eight = (rng.next() & kMasks[at % kPeriod]) + kSpaces;
    std::memcpy(out.data() + at, &eight, std::min<std::size_t>(8, out.size() - at));
  }
}

RandomText::RandomText(std::uint64_t seed, std::size_t longest)
    : text_(kOffsets * kPeriod + longest, ' ') {
  Rng rng(seed);
  fillPrintable(rng, text_);
}

std::string_view RandomText::slice(Rng& rng, std::size_t size) const {
  return std::string_view(text_).substr(rng.below(kOffsets) * kPeriod, size);
}

void appendIntegrityValue(std::string_view key, std::string_view field, std::size_t size,
                          std::string& out) {
  const std::size_t start = out.size();
  out.append(key).append(1, ':').append(field);
  JavaStringHash hash;
  std::size_t hashed = start;
  while (out.size() - start < size) {
    out += ':';
    while (hashed < out.size()) hash.add(out[hashed++]);
    out += std::to_string(hash.value());
  }
  out.resize(start + size);
}

}  // namespace bridle::internal::bench
