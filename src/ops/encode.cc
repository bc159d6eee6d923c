#include "ops/encode.h"

#include "wire/key_codec.h"

namespace bridle::internal::put {
namespace {

constexpr std::size_t kRawKeyPrefix = 2;

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

void stop(std::string& out) {
  out.push_back('\0');
}

void i32Field(std::string& out, std::int16_t id, std::int32_t value) {
  fieldHeader(out, kI32, id);
  bigEndian(out, static_cast<std::uint32_t>(value));
}

void blobField(std::string& out, std::int16_t id, std::string_view bytes) {
  fieldHeader(out, kStruct, id);
  bigEndian(out, static_cast<std::uint32_t>(bytes.size()));
  out.append(bytes);
}

void rawKeyField(std::string& out, std::int16_t id, const Key& key) {
  fieldHeader(out, kStruct, id);
  bigEndian(out,
            static_cast<std::uint32_t>(kRawKeyPrefix + key.hash_key.size() + key.sort_key.size()));
  wire::appendRawKey(out, key.hash_key, key.sort_key);
}

void rawKeyArgs(std::string& out, const Key& key) {
  rawKeyField(out, kArgsField, key);
  stop(out);
}

}  // namespace bridle::internal::put
