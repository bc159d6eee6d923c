#include "tools/bench/keys.h"

#include <charconv>
#include <string_view>

namespace bridle::internal::bench {

void KeyNames::write(std::int64_t record, std::string& key) const {
  char buffer[20];
  const std::uint64_t number = ordered ? static_cast<std::uint64_t>(record) : ycsbHash(record);
  const char* const end = std::to_chars(buffer, buffer + sizeof(buffer), number).ptr;
  const std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
  key.assign(prefix);
  if (digits.size() < zero_padding) key.append(zero_padding - digits.size(), '0');
  key.append(digits);
}

}  // namespace bridle::internal::bench
