#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bridle::internal::bench {

enum class OpKind : std::uint8_t { kRead, kUpdate, kInsert, kReadModifyWrite };
inline constexpr std::size_t kOpKindCount = 4;

// One operation of the stream. Key and value stay valid until the next one is drawn.
struct Operation {
  OpKind kind = OpKind::kRead;
  std::int64_t record = 0;
  std::string_view key;
  std::string_view value;  // what to write; empty for a read
};

}  // namespace bridle::internal::bench
