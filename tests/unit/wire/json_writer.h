#pragma once

#include <thrift/protocol/TVirtualProtocol.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "wire/messages.h"
#include "wire/span_protocol.h"

namespace bridle::internal::wire {

// A thrift protocol that writes the structs as the JSON of tests/data/wire: each field that would
// go onto the wire under its name, blobs in hex, the other special types in their usual text.
class JsonWriter : public apache::thrift::protocol::TVirtualProtocol<JsonWriter> {
 public:
  using Type = apache::thrift::protocol::TType;
  using Json = nlohmann::json;

  JsonWriter() : TVirtualProtocol(std::make_shared<StringTransport>(unused_)) {}

  Json take() { return std::move(result_); }
  std::uint32_t put(Json value);

  std::uint32_t writeStructBegin(const char*) { return open(Json::object()); }
  std::uint32_t writeStructEnd() { return close(); }
  std::uint32_t writeFieldBegin(const char* name, Type, std::int16_t) { return key(name); }
  std::uint32_t writeFieldEnd() { return 0; }
  std::uint32_t writeFieldStop() { return 0; }
  std::uint32_t writeListBegin(Type, std::uint32_t) { return open(Json::array()); }
  std::uint32_t writeListEnd() { return close(); }
  std::uint32_t writeMapBegin(Type, Type, std::uint32_t) { return open(Json::object()); }
  std::uint32_t writeMapEnd() { return close(); }
  std::uint32_t writeBool(bool value) { return put(value); }
  std::uint32_t writeByte(std::int8_t value) { return put(value); }
  std::uint32_t writeI16(std::int16_t value) { return put(value); }
  std::uint32_t writeI32(std::int32_t value) { return put(value); }
  std::uint32_t writeI64(std::int64_t value) { return put(value); }
  std::uint32_t writeString(const std::string& value) { return put(value); }
  std::uint32_t writeBinary(const std::string& value) { return put(absl::BytesToHexString(value)); }

 private:
  struct Level {
    Json value;
    std::string key;
    bool has_key = false;
  };

  std::uint32_t open(Json empty) {
    levels_.push_back({std::move(empty), "", false});
    return 0;
  }
  std::uint32_t close() {
    Json value = std::move(levels_.back().value);
    levels_.pop_back();
    return put(std::move(value));
  }
  std::uint32_t key(std::string name) {
    levels_.back().key = std::move(name);
    levels_.back().has_key = true;
    return 0;
  }

  std::string unused_;
  std::vector<Level> levels_;
  Json result_;
};

inline std::uint32_t JsonWriter::put(Json value) {
  if (levels_.empty()) {
    result_ = std::move(value);
    return 0;
  }
  Level& level = levels_.back();
  if (level.value.is_array()) {
    level.value.push_back(std::move(value));
  } else if (level.has_key) {
    level.value[level.key] = std::move(value);
    level.has_key = false;
  } else {  // the key of a map
    return key(value.is_string() ? value.get<std::string>() : value.dump());
  }
  return 0;
}

template <>
inline std::uint32_t gpid::write(JsonWriter* out) const {
  return out->put(std::to_string(app_id) + "." + std::to_string(partition_index));
}
template <>
inline std::uint32_t rpc_address::write(JsonWriter* out) const {
  return out->put(endpoint.valid() ? endpoint.toString() : "");
}
template <>
inline std::uint32_t host_port::write(JsonWriter* out) const {
  return out->put(type == 0 ? "" : HostPort(*this).toString());
}

template <typename T>
nlohmann::json toJson(const T& value) {
  JsonWriter out;
  value.write(&out);
  return out.take();
}

}  // namespace bridle::internal::wire
