#pragma once

#include <cstdint>

namespace bridle::internal {

// Derives independent seeds from one: stream(seed, i) differs in every bit for each i (SplitMix64).
constexpr std::uint64_t mixSeed(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t z = seed + (stream + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// xoshiro256**: 2 ns a draw and the same numbers on every machine, which std distributions do not
// promise. Not for secrets. Not thread-safe; each owner has its own.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed)
      : s_{mixSeed(seed, 0), mixSeed(seed, 1), mixSeed(seed, 2), mixSeed(seed, 3)} {}

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotl(s_[1] * 5, 7) * 9;
    const std::uint64_t t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = rotl(s_[3], 45);
    return result;
  }

  // Uniform in [0, bound); bound > 0. The bias of the multiplication is below 2^-32 for the small
  // bounds used.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

  // Uniform in [0, 1) with 53 bits.
  constexpr double uniform() { return toUniform(next()); }
  static constexpr double toUniform(std::uint64_t bits) {
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
  }

  constexpr bool chance(double probability) { return uniform() < probability; }

 private:
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::uint64_t s_[4];
};

}  // namespace bridle::internal
