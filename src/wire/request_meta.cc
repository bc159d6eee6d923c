#include "wire/request_meta.h"

#include "wire/byte_reader.h"
#include "wire/thrift_io.h"

namespace bridle::internal::wire {
namespace {

using apache::thrift::protocol::T_BOOL;
using apache::thrift::protocol::T_I32;
using apache::thrift::protocol::T_I64;
using apache::thrift::protocol::T_STOP;
using apache::thrift::protocol::TType;

enum Field : std::uint16_t {
  kAppId = 1,
  kPartitionIndex = 2,
  kTimeout = 3,
  kPartitionHash = 4,
  kIsBackupRequest = 5,
};

template <typename Unsigned>
char* storeField(char* to, TType type, Field id, Unsigned value) {
  *to = static_cast<char>(type);
  return storeBigEndian(storeBigEndian(to + 1, static_cast<std::uint16_t>(id)), value);
}

void readField(SpanProtocol& in, TType type, int id, RequestHeader& header) {
  std::int64_t hash = 0;
  if (id == kAppId && type == T_I32) {
    in.readI32(header.app_id);
  } else if (id == kPartitionIndex && type == T_I32) {
    in.readI32(header.partition_index);
  } else if (id == kTimeout && type == T_I32) {
    in.readI32(header.timeout_ms);
  } else if (id == kPartitionHash && type == T_I64) {
    in.readI64(hash);
    header.partition_hash = static_cast<std::uint64_t>(hash);
  } else if (id == kIsBackupRequest && type == T_BOOL) {
    in.readBool(header.is_backup_request);
  } else {
    apache::thrift::protocol::skip(in, type);  // a struct in here is a plain struct
  }
}

}  // namespace

char* storeRequestMeta(char* to, const RequestHeader& header) {
  to = storeField(to, T_I32, kAppId, static_cast<std::uint32_t>(header.app_id));
  to = storeField(to, T_I32, kPartitionIndex, static_cast<std::uint32_t>(header.partition_index));
  to = storeField(to, T_I32, kTimeout, static_cast<std::uint32_t>(header.timeout_ms));
  to = storeField(to, T_I64, kPartitionHash, header.partition_hash);
  to =
      storeField(to, T_BOOL, kIsBackupRequest, static_cast<std::uint8_t>(header.is_backup_request));
  *to = static_cast<char>(T_STOP);
  return to + 1;
}

absl::StatusOr<RequestHeader> decodeRequestMeta(std::string_view bytes) {
  RequestHeader header;
  absl::Status status = thrift_io::decode("a request header", bytes, [&header](SpanProtocol& in) {
    std::string name;
    TType type = T_STOP;
    std::int16_t id = 0;
    while (in.remaining() > 0) {
      in.readFieldBegin(name, type, id);
      if (type == T_STOP) return;
      readField(in, type, id, header);
    }
  });
  if (!status.ok()) return status;
  return header;
}

}  // namespace bridle::internal::wire
