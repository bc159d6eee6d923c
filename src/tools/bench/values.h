#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"

namespace bridle::internal::bench {

// Random text over the characters that YCSB's values use at each position: the first and fourth of
// six from ' '..'?', the second and fifth from ' '..'_', the others from ' '..'?' and '`'..DEL.
void fillPrintable(Rng& rng, std::span<char> out);

// A store of random text out of which values are cut, because making each value anew would cost
// more than all the rest of an operation. Any thread may cut.
class RandomText {
 public:
  RandomText(std::uint64_t seed, std::size_t longest);

  std::string_view slice(Rng& rng, std::size_t size) const;  // size <= longest

 private:
  std::string text_;
};

// Appends the value that YCSB's dataintegrity=true expects in a field: `size` characters that
// follow from the names of record and field alone.
void appendIntegrityValue(std::string_view key, std::string_view field, std::size_t size,
                          std::string& out);

}  // namespace bridle::internal::bench
