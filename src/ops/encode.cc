#include "ops/encode.h"

#include "wire/byte_reader.h"
#include "wire/key_codec.h"

namespace bridle::internal::put {
namespace {

constexpr std::size_t kFieldHeader = 3;  // type, id

// All parts of a header in one append: these are what most of an encoded request is made of.
char* storeFieldHeader(char* to, std::uint8_t type, std::int16_t id) {
  *to = static_cast<char>(type);
  return wire::storeBigEndian(to + 1, static_cast<std::uint16_t>(id));
}

template <typename Unsigned>
void numberField(std::string& out, std::uint8_t type, std::int16_t id, Unsigned value) {
  char bytes[kFieldHeader + sizeof(Unsigned)];
  wire::storeBigEndian(storeFieldHeader(bytes, type, id), value);
  out.append(bytes, sizeof(bytes));
}

}  // namespace

void fieldHeader(std::string& out, std::uint8_t type, std::int16_t id) {
  char bytes[kFieldHeader];
  storeFieldHeader(bytes, type, id);
  out.append(bytes, sizeof(bytes));
}

void listHeader(std::string& out, std::int16_t id, std::size_t structs) {
  char bytes[kFieldHeader + 1 + sizeof(std::uint32_t)];
  char* const type = storeFieldHeader(bytes, kList, id);
  *type = static_cast<char>(kStruct);
  wire::storeBigEndian(type + 1, static_cast<std::uint32_t>(structs));
  out.append(bytes, sizeof(bytes));
}

void stop(std::string& out) {
  out.push_back('\0');
}

void boolField(std::string& out, std::int16_t id, bool value) {
  numberField(out, kBool, id, static_cast<std::uint8_t>(value));
}

void i32Field(std::string& out, std::int16_t id, std::int32_t value) {
  numberField(out, kI32, id, static_cast<std::uint32_t>(value));
}

void i64Field(std::string& out, std::int16_t id, std::int64_t value) {
  numberField(out, kI64, id, static_cast<std::uint64_t>(value));
}

void blob(std::string& out, std::string_view bytes) {
  char length[sizeof(std::uint32_t)];
  wire::storeBigEndian(length, static_cast<std::uint32_t>(bytes.size()));
  out.append(length, sizeof(length));
  out.append(bytes);
}

void blobField(std::string& out, std::int16_t id, std::string_view bytes) {
  numberField(out, kStruct, id, static_cast<std::uint32_t>(bytes.size()));
  out.append(bytes);
}

void blobsField(std::string& out, std::int16_t id, std::span<const std::string_view> blobs) {
  listHeader(out, id, blobs.size());
  for (const std::string_view bytes : blobs) blob(out, bytes);
}

void rawKeyField(std::string& out, std::int16_t id, const Key& key) {
  const std::size_t size = kRawKeyPrefix + key.hash_key.size() + key.sort_key.size();
  numberField(out, kStruct, id, static_cast<std::uint32_t>(size));
  wire::appendRawKey(out, key.hash_key, key.sort_key);
}

void filterFields(std::string& out, std::int16_t id, const Filter& filter) {
  i32Field(out, id, static_cast<std::int32_t>(filter.type));
  blobField(out, static_cast<std::int16_t>(id + 1), filter.pattern);
}

void rawKeyArgs(std::string& out, const Key& key) {
  rawKeyField(out, kArgsField, key);
  stop(out);
}

}  // namespace bridle::internal::put
