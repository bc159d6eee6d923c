#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bridle/options.h"
#include "bridle/range.h"
#include "ops/op.h"
#include "wire/rpc_names.h"

// The calls that scanners are made of. All go to the partition that `hash` decides: the hash of the
// hash key, or of a scan of a whole partition its index.
namespace bridle::internal {

struct ScannedRecord {
  std::string raw_key;
  std::string value;
  std::uint32_t expire_ts = 0;  // seconds since 2016, 0 = never; if it was asked for
};

// What one call of a scan brings.
struct ScanReply {
  enum class State : std::uint8_t {
    kMore,        // go on with context_id, once
    kEnd,         // of the partition
    kLost,        // the server does not know the context (any more): open another one
    kIncomplete,  // the server's time limit; what was read is here, and there is no context
  };

  State state = State::kEnd;
  std::int64_t context_id = 0;  // any number
  std::vector<ScannedRecord> records = {};
  std::optional<std::int64_t> count = {};  // of only_count, if the server knows how to count
};

struct GetScannerRequest {
  using Completion = absl::StatusOr<ScanReply>;
  std::uint64_t hash = 0;
  std::string_view start = {};  // raw keys; the range is not empty
  std::string_view stop = {};
  bool start_inclusive = true;
  bool stop_inclusive = false;
  int batch_size = 0;  // at most so many records a call, no more than the server's own limit
  bool no_value = false;
  Filter hash_key_filter = {};  // the server knows no kExact; of a scan of one hash key, none
  Filter sort_key_filter = {};
  bool full_scan = false;  // of a partition, not of one hash key
  bool return_expire_ts = false;
  bool only_count = false;
  CallOptions options = {};
};

struct ScanRequest {
  using Completion = absl::StatusOr<ScanReply>;
  std::uint64_t hash = 0;
  std::int64_t context_id = 0;
  CallOptions options = {};
};

template <typename R>
struct ScanCallOp {
  using Request = R;
  using Result = ScanReply;
  static constexpr std::size_t kHashKeyOffset = 0;

  static std::string_view hashKey(const R&) { return {}; }
  static std::uint64_t hash(const R& request) { return request.hash; }
};

Taken decodeScan(std::string_view bytes, ScanReply& result);
bool decompressScan(ScanReply& result);

template <>
struct Op<GetScannerRequest> : ScanCallOp<GetScannerRequest> {
  static constexpr CallSpec kSpec{
      .name = "scan", .rpc = wire::rpc_names::kGetScanner, .read = true, .idempotent = true};

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result) { return decodeScan(bytes, result); }
  static bool decompress(Result& result) { return decompressScan(result); }
};
using GetScannerOp = Op<GetScannerRequest>;

// A context serves one call. Sending it again does no harm: the server then knows no such context.
template <>
struct Op<ScanRequest> : ScanCallOp<ScanRequest> {
  static constexpr CallSpec kSpec{
      .name = "scan", .rpc = wire::rpc_names::kScan, .read = true, .idempotent = true};

  static std::string check(const Request&, const OpContext&) { return {}; }
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static Taken decode(std::string_view bytes, Result& result) { return decodeScan(bytes, result); }
  static bool decompress(Result& result) { return decompressScan(result); }
};
using ScanOp = Op<ScanRequest>;

// The argument of kClearScanner, which is never answered: see TableHandler::tell().
std::string clearScannerArgs(std::int64_t context_id);

}  // namespace bridle::internal
