#include "ops/scan.h"

#include <algorithm>
#include <utility>

#include "ops/checker.h"
#include "ops/compression.h"
#include "ops/encode.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

using State = ScanReply::State;

constexpr std::int64_t kFinished = -1;  // the partition is; other numbers are contexts, but for 0
constexpr std::int64_t kNoContext = 0;  // what a field has that the server did not set

State stateOfContext(std::int64_t id) {
  if (id == kFinished) return State::kEnd;
  return id == kNoContext ? State::kIncomplete : State::kMore;
}

std::optional<State> stateOf(const wire::scan_response& response) {
  switch (static_cast<wire::StorageStatus>(response.error)) {
    case wire::StorageStatus::kOk:
      return stateOfContext(response.context_id);
    case wire::StorageStatus::kNotFound:
      return State::kLost;
    case wire::StorageStatus::kIncomplete:
      return State::kIncomplete;
    default:
      return std::nullopt;
  }
}

}  // namespace

Taken decodeScan(std::string_view bytes, ScanReply& result) {
  absl::StatusOr<wire::scan_response> response = wire::decodeResult<wire::scan_response>(bytes);
  if (!response.ok()) return takenGarbage();
  const std::optional<State> state = stateOf(*response);
  if (!state.has_value()) return takenWithStorageError(response->error);
  result = {.state = *state, .context_id = response->context_id};
  if (response->__isset.kv_count) result.count = response->kv_count;
  result.records.reserve(response->kvs.size());
  for (wire::key_value& kv : response->kvs) {
    result.records.push_back({std::move(kv.key.bytes), std::move(kv.value.bytes),
                              static_cast<std::uint32_t>(kv.expire_ts_seconds)});
  }
  return {};
}

bool decompressScan(ScanReply& result) {
  return std::all_of(result.records.begin(), result.records.end(),
                     [](ScannedRecord& record) { return decompressValue(record.value); });
}

std::string GetScannerOp::check(const Request& request, const OpContext&) {
  return Checker::read()
      .operand(request.start)
      .operand(request.stop)
      .operand(request.hash_key_filter.pattern)
      .operand(request.sort_key_filter.pattern)
      .problem();
}

void GetScannerOp::encode(std::string& out, const Request& request, const OpContext&) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::blobField(out, 1, request.start);
  put::blobField(out, 2, request.stop);
  put::boolField(out, 3, request.start_inclusive);
  put::boolField(out, 4, request.stop_inclusive);
  put::i32Field(out, 5, request.batch_size);
  put::boolField(out, 6, request.no_value);
  put::filterFields(out, 7, request.hash_key_filter);
  put::filterFields(out, 9, request.sort_key_filter);
  put::boolField(out, 11, request.full_scan);  // leave out what a split has moved
  put::boolField(out, 12, request.return_expire_ts);
  put::boolField(out, 13, request.full_scan);
  if (request.only_count) put::boolField(out, 14, true);
  put::stop(out);
  put::stop(out);
}

void ScanOp::encode(std::string& out, const Request& request, const OpContext&) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::i64Field(out, 1, request.context_id);
  put::stop(out);
  put::stop(out);
}

std::string clearScannerArgs(std::int64_t context_id) {
  std::string args;
  wire::appendI64Args(args, context_id);
  return args;
}

}  // namespace bridle::internal
