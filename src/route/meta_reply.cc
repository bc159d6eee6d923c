#include "route/meta_reply.h"

#include "wire/byte_reader.h"

namespace bridle::internal {

std::optional<std::string_view> metaErrorName(std::string_view result) {
  // Field 0 of the result wrapper, then field 1 of the struct, both of type "struct".
  constexpr std::string_view kWayToError("\x0c\x00\x00\x0c\x00\x01", 6);
  wire::ByteReader in(result);
  if (in.bytes(kWayToError.size()) != kWayToError) return std::nullopt;
  const std::string_view name = in.text();
  if (!in.ok()) return std::nullopt;
  return name;
}

}  // namespace bridle::internal
