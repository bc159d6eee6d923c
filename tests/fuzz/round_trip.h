#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "unit/wire/calls.h"

namespace bridle::internal::wire {

// A property that fails ends the process: that is how a fuzzer learns of it.
inline void require(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", property);
  std::abort();
}

inline std::string_view asText(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Bytes that decode must encode to bytes that decode to the same, and again to the same bytes.
template <typename T>
void roundTripArgs(std::string_view bytes) {
  const absl::StatusOr<T> value = decodeArgs<T>(bytes);
  if (!value.ok()) return;
  std::string encoded;
  appendArgs(encoded, *value);
  const absl::StatusOr<T> again = decodeArgs<T>(encoded);
  require(again.ok() && *again == *value, "arguments survive encoding");
}

template <typename T>
void roundTripResult(std::string_view bytes) {
  const absl::StatusOr<T> value = decodeResult<T>(bytes);
  if (!value.ok()) return;
  std::string encoded;
  appendResult(encoded, *value);
  const absl::StatusOr<T> again = decodeResult<T>(encoded);
  require(again.ok() && *again == *value, "a result survives encoding");
}

}  // namespace bridle::internal::wire
