#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bridle/types.h"

// The request structs of the hot path, written straight into one buffer: the generated code would
// copy keys and values into strings of its own first. The golden vectors hold both equal.
namespace bridle::internal::put {

inline constexpr std::uint8_t kI32 = 0x08;
inline constexpr std::uint8_t kStruct = 0x0c;  // blobs too have the type byte of a struct
inline constexpr std::int16_t kArgsField = 1;

void fieldHeader(std::string& out, std::uint8_t type, std::int16_t id);
void stop(std::string& out);

void i32Field(std::string& out, std::int16_t id, std::int32_t value);
void blobField(std::string& out, std::int16_t id, std::string_view bytes);
void rawKeyField(std::string& out, std::int16_t id,
                 const Key& key);  // a blob field that holds the raw key

// The whole args struct of a call whose one argument is a raw key.
void rawKeyArgs(std::string& out, const Key& key);

}  // namespace bridle::internal::put
