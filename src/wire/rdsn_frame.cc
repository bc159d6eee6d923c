#include "wire/rdsn_frame.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "base/status.h"
#include "wire/request_meta.h"
#include "wire/rpc_names.h"
#include "wire/thrift/dsn_types.h"

namespace bridle::internal::wire {
namespace {

constexpr std::uint64_t kIsRequest = 1 << 0;
constexpr std::uint64_t kIsBackupRequest = 1 << 11;

using Name = std::array<char, rpc_names::kMaxNameBytes + 1>;  // padded with zeros

struct RawHeader {
  std::array<char, 4> signature{};
  std::uint32_t version = 0;
  std::uint32_t header_bytes = 0;
  std::uint32_t header_crc = 0;  // zero: not used
  std::uint32_t body_bytes = 0;
  std::uint32_t body_crc = 0;
  std::uint64_t id = 0;
  std::uint64_t trace_id = 0;
  Name rpc{};
  std::uint32_t local_code = 0;  // numbers of the sender's own, zero: look at the name
  std::uint32_t local_code_hash = 0;
  std::int32_t app_id = 0;
  std::int32_t partition_index = 0;
  std::uint64_t context = 0;
  std::uint64_t from = 0;
  std::int32_t timeout_ms = 0;
  std::int32_t thread_hash = 0;
  std::uint64_t partition_hash = 0;
  Name error{};
  std::uint32_t local_error = 0;
  std::uint32_t local_error_hash = 0;
};
static_assert(sizeof(RawHeader) == 192);
static_assert(std::endian::native == std::endian::little);

Name padded(std::string_view first, std::string_view second = {}) {
  Name name{};
  const std::size_t size = first.copy(name.data(), name.size() - 1);
  second.copy(name.data() + size, name.size() - 1 - size);
  return name;
}

RawHeader loadHeader(std::string_view frame) {
  RawHeader raw;
  std::memcpy(&raw, frame.data(), sizeof(raw));
  return raw;
}

}  // namespace

absl::StatusOr<std::size_t> measureRdsnRequest(std::string_view prefix) {
  if (prefix.size() < sizeof(RawHeader)) return std::size_t{0};
  const RawHeader raw = loadHeader(prefix);
  if (std::string_view(raw.signature.data(), raw.signature.size()) != kRdsnSignature ||
      raw.version != 0 || raw.header_bytes != sizeof(RawHeader)) {
    return statusOf(absl::StatusCode::kDataLoss, "not a native request: signature, version or ",
                    "header length is wrong");
  }
  return sizeof(RawHeader) + std::size_t{raw.body_bytes};
}

absl::StatusOr<RdsnRequest> decodeRdsnRequest(std::string_view frame) {
  const absl::StatusOr<std::size_t> size = measureRdsnRequest(frame);
  if (!size.ok()) return size.status();
  if (*size != frame.size() || *size == 0) {
    return statusOf(absl::StatusCode::kDataLoss, "a native request is cut off");
  }
  const RawHeader raw = loadHeader(frame);
  const std::string_view name = frame.substr(offsetof(RawHeader, rpc), sizeof(Name));
  RdsnRequest request;
  request.id = raw.id;
  request.trace_id = raw.trace_id;
  request.context = raw.context;
  request.header = {.app_id = raw.app_id,
                    .partition_index = raw.partition_index,
                    .timeout_ms = raw.timeout_ms,
                    .partition_hash = raw.partition_hash,
                    .is_backup_request = (raw.context & kIsBackupRequest) != 0};
  request.rpc = name.substr(0, std::min(name.find('\0'), rpc_names::kMaxNameBytes));
  request.args = frame.substr(sizeof(RawHeader));
  return request;
}

void appendRdsnReply(std::string& out, const RdsnRequest& request, std::string_view error_name,
                     Endpoint from, std::string_view result) {
  RawHeader raw;
  kRdsnSignature.copy(raw.signature.data(), raw.signature.size());
  raw.header_bytes = sizeof(RawHeader);
  raw.body_bytes = static_cast<std::uint32_t>(result.size());
  raw.id = request.id;
  raw.trace_id = request.trace_id;
  raw.rpc = padded(request.rpc, rpc_names::kAckSuffix);
  raw.app_id = request.header.app_id;
  raw.partition_index = request.header.partition_index;
  raw.context = request.context & ~kIsRequest;
  raw.from = rpc_address(from).packed();
  raw.timeout_ms = request.header.timeout_ms;
  raw.thread_hash = static_cast<std::int32_t>(threadHash(request.header));
  raw.partition_hash = request.header.partition_hash;
  raw.error = padded(error_name);
  out.append(reinterpret_cast<const char*>(&raw), sizeof(raw));
  out.append(result);
}

}  // namespace bridle::internal::wire
