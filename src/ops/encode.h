#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bridle/range.h"
#include "bridle/types.h"

// The request structs of the hot path, written straight into one buffer: the generated code would
// copy keys and values into strings of its own first. The golden vectors hold both equal.
namespace bridle::internal::put {

inline constexpr std::uint8_t kBool = 0x02;
inline constexpr std::uint8_t kI32 = 0x08;
inline constexpr std::uint8_t kI64 = 0x0a;
inline constexpr std::uint8_t kStruct = 0x0c;  // blobs too have the type byte of a struct
inline constexpr std::uint8_t kList = 0x0f;
inline constexpr std::int16_t kArgsField = 1;

// Bytes before the first blob of a request: in a request that is a blob, and in one that is a
// struct with a blob at its head. A raw key begins with the length of its hash key.
inline constexpr std::size_t kBlobOffset = 3 + 4;
inline constexpr std::size_t kFirstBlobOffset = 3 + kBlobOffset;
inline constexpr std::size_t kRawKeyPrefix = 2;

void fieldHeader(std::string& out, std::uint8_t type, std::int16_t id);
void listHeader(std::string& out, std::int16_t id, std::size_t structs);  // a list of structs
void stop(std::string& out);

void boolField(std::string& out, std::int16_t id, bool value);
void i32Field(std::string& out, std::int16_t id, std::int32_t value);
void i64Field(std::string& out, std::int16_t id, std::int64_t value);
void blob(std::string& out, std::string_view bytes);  // as an item of a list
void blobField(std::string& out, std::int16_t id, std::string_view bytes);
void blobsField(std::string& out, std::int16_t id, std::span<const std::string_view> blobs);
void rawKeyField(std::string& out, std::int16_t id,
                 const Key& key);  // a blob field that holds the raw key

// Type and pattern, in two fields from `id` on.
void filterFields(std::string& out, std::int16_t id, const Filter& filter);

// The whole args struct of a call whose one argument is a raw key.
void rawKeyArgs(std::string& out, const Key& key);

}  // namespace bridle::internal::put
