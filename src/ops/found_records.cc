#include "ops/found_records.h"

#include <algorithm>

#include "ops/encode.h"
#include "wire/byte_reader.h"

namespace bridle::internal {
namespace {

using wire::ByteReader;

constexpr std::uint8_t kStop = 0;
constexpr std::uint8_t kString = 0x0b;
constexpr std::size_t kLeastRecordBytes = 3 * 7 + 1;  // three empty blobs and a STOP

constexpr std::size_t kFieldHeader = 3;  // type, id

// Is this what comes next? It is taken then.
bool takeField(ByteReader& in, std::uint8_t type, std::uint16_t id) {
  const std::string_view header = in.bytes(kFieldHeader);
  return in.ok() && static_cast<std::uint8_t>(header[0]) == type &&
         wire::loadBigEndian<std::uint16_t>(header.data() + 1) == id;
}

bool takeBlob(ByteReader& in, std::uint16_t id, std::string& out) {
  if (!takeField(in, put::kStruct, id)) return false;
  out = in.text();
  return in.ok();
}

bool takeI32(ByteReader& in, std::uint16_t id, std::int32_t& out) {
  if (!takeField(in, put::kI32, id)) return false;
  out = in.i32();
  return in.ok();
}

bool takeStop(ByteReader& in) {
  return in.u8() == kStop && in.ok();
}

bool takeRecord(ByteReader& in, FoundRecord& record) {
  return takeBlob(in, 1, record.hash_key) && takeBlob(in, 2, record.sort_key) &&
         takeBlob(in, 3, record.value) && takeStop(in);
}

bool takeRecords(ByteReader& in, std::vector<FoundRecord>& records) {
  if (!takeField(in, put::kList, 2) || in.u8() != put::kStruct) return false;
  const std::size_t count = in.u32();
  if (count > in.rest().size() / kLeastRecordBytes) return false;
  records.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!takeRecord(in, records.emplace_back())) return false;
  }
  return true;
}

}  // namespace

bool readFoundRecords(std::string_view bytes, std::vector<FoundRecord>& records,
                      std::int32_t& status) {
  ByteReader in(bytes);
  std::int32_t unused = 0;
  records.clear();
  if (!takeField(in, put::kStruct, 0) || !takeI32(in, 1, status) || !takeRecords(in, records) ||
      !takeI32(in, 3, unused) || !takeI32(in, 4, unused) || !takeField(in, kString, 6)) {
    return false;
  }
  in.text();  // the server
  return takeStop(in) && takeStop(in);
}

}  // namespace bridle::internal
