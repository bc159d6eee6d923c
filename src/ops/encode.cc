#include "ops/encode.h"

#include "wire/key_codec.h"

namespace bridle::internal::put {
namespace {

template <typename Unsigned>
void bigEndian(std::string& out, Unsigned value) {
  for (int shift = 8 * (static_cast<int>(sizeof(value)) - 1); shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(value >> shift & 0xff));
  }
}

}  // namespace

void fieldHeader(std::string& out, std::uint8_t type, std::int16_t id) {
  out.push_back(static_cast<char>(type));
  bigEndian(out, static_cast<std::uint16_t>(id));
}

void listHeader(std::string& out, std::int16_t id, std::size_t structs) {
  fieldHeader(out, kList, id);
  out.push_back(static_cast<char>(kStruct));
  bigEndian(out, static_cast<std::uint32_t>(structs));
}

void stop(std::string& out) {
  out.push_back('\0');
}

void boolField(std::string& out, std::int16_t id, bool value) {
  fieldHeader(out, kBool, id);
  out.push_back(value ? '\1' : '\0');
}

void i32Field(std::string& out, std::int16_t id, std::int32_t value) {
  fieldHeader(out, kI32, id);
  bigEndian(out, static_cast<std::uint32_t>(value));
}

void i64Field(std::string& out, std::int16_t id, std::int64_t value) {
  fieldHeader(out, kI64, id);
  bigEndian(out, static_cast<std::uint64_t>(value));
}

void blob(std::string& out, std::string_view bytes) {
  bigEndian(out, static_cast<std::uint32_t>(bytes.size()));
  out.append(bytes);
}

void blobField(std::string& out, std::int16_t id, std::string_view bytes) {
  fieldHeader(out, kStruct, id);
  blob(out, bytes);
}

void blobsField(std::string& out, std::int16_t id, std::span<const std::string_view> blobs) {
  listHeader(out, id, blobs.size());
  for (const std::string_view bytes : blobs) blob(out, bytes);
}

void rawKeyField(std::string& out, std::int16_t id, const Key& key) {
  fieldHeader(out, kStruct, id);
  bigEndian(out,
            static_cast<std::uint32_t>(kRawKeyPrefix + key.hash_key.size() + key.sort_key.size()));
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
