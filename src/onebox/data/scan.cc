#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "onebox/data/data_calls.h"
#include "onebox/data/range_walk.h"
#include "onebox/data/read_budget.h"
#include "wire/key_codec.h"

namespace bridle::internal::onebox {
namespace {

using wire::get_scanner_request;
using wire::scan_response;
using wire::StorageStatus;

constexpr std::int64_t kScanComplete = -1;

std::size_t mostRecords(const DataCall& call) {
  return static_cast<std::size_t>(call.limits.scan_records);
}

// A scan that starts within a hash key stays in it unless it says that it is a full one.
std::string prefixOf(const get_scanner_request& request) {
  const std::string_view hash_key = wire::splitRawKey(request.start_key.bytes)->hash_key;
  return request.full_scan || hash_key.empty() ? "" : wire::rawKey(hash_key, "");
}

ScanState stateOf(const DataCall& call, const get_scanner_request& request) {
  ScanState state{
      .range = {.start = request.start_key.bytes,
                .stop = request.stop_key.bytes,
                .start_inclusive = request.start_inclusive,
                .stop_inclusive = request.stop_inclusive},
      .prefix = prefixOf(request),
      .hash_key_filter = {request.hash_key_filter_type, request.hash_key_filter_pattern.bytes},
      .sort_key_filter = {request.sort_key_filter_type, request.sort_key_filter_pattern.bytes},
      .batch_size = mostRecords(call),
      .no_value = request.no_value,
      .validate_partition_hash =
          !request.__isset.validate_partition_hash || request.validate_partition_hash,
      .return_expire_ts = request.return_expire_ts,
      .only_return_count = request.only_return_count};
  if (request.batch_size > 0) {
    state.batch_size = std::min(state.batch_size, static_cast<std::size_t>(request.batch_size));
  }
  if (state.hash_key_filter.isPrefix()) {
    state.range.beginAt(wire::rawKey(state.hash_key_filter.pattern, ""));
  }
  return state;
}

// Records that a split has moved elsewhere stay in place for a while. (A parent that hands over is
// not scanned.)
bool belongsHere(const DataCall& call, const wire::KeyParts& key) {
  if (!call.table.rules.validate_partition_hash) return true;
  const std::int32_t version = call.table.partitionVersion(call.header.partition_index);
  const std::uint64_t hash = wire::keyHash(key.hash_key, key.sort_key);
  const auto owner = hash & static_cast<std::uint64_t>(version);
  return owner == static_cast<std::uint64_t>(call.header.partition_index);
}

bool wants(const DataCall& call, const ScanState& state, const RangeWalk& walk) {
  if (isExpired(walk.expireTs(), call.now)) return false;
  const wire::KeyParts key = *wire::splitRawKey(walk.key());
  return state.hash_key_filter.matches(key.hash_key) &&
         state.sort_key_filter.matches(key.sort_key) &&
         (!state.validate_partition_hash || belongsHere(call, key));
}

wire::key_value pairOf(const ScanState& state, const RangeWalk& walk) {
  wire::key_value pair;
  pair.key.bytes = walk.key();
  if (!state.no_value) pair.value.bytes = walk.value();
  if (state.return_expire_ts) {
    pair.__set_expire_ts_seconds(static_cast<std::int32_t>(walk.expireTs()));
  }
  return pair;
}

// One batch, which may look at `most` records.
scan_response nextBatch(const DataCall& call, ScanState state, std::size_t most) {
  auto response = responseTo<scan_response>(call);
  ReadBudget budget(call, most, limits::kMaxRecordBytesPerReply);
  RangeWalk walk = RangeWalk::forward(call.records(), state.range, state.prefix);
  std::size_t matching = 0;
  for (; matching < state.batch_size && budget.isLeft() && walk.atRecord(); walk.next()) {
    budget.lookAtOne();
    if (!wants(call, state, walk)) continue;
    ++matching;
    if (state.only_return_count) continue;
    const wire::key_value& pair = response.kvs.emplace_back(pairOf(state, walk));
    budget.find(pair.key.bytes.size() + pair.value.bytes.size());
  }
  if (state.only_return_count) response.__set_kv_count(static_cast<std::int32_t>(matching));
  if (budget.outOfTime()) {
    response.error = static_cast<std::int32_t>(StorageStatus::kIncomplete);
  } else if (walk.mayGoOn()) {
    state.range.beginAt(std::string(walk.key()));
    response.context_id = call.scans.keep(call.header, std::move(state), call.time);
  } else {
    response.context_id = kScanComplete;
  }
  return response;
}

}  // namespace

scan_response getScanner(const DataCall& call, const get_scanner_request& request) {
  if (!KeyFilter::isSupported(request.hash_key_filter_type) ||
      !KeyFilter::isSupported(request.sort_key_filter_type) ||
      !isHashKey(request.hash_key_filter_pattern.bytes) || !isRawKey(request.start_key.bytes)) {
    return responseTo<scan_response>(call, StorageStatus::kInvalidArgument);
  }
  ScanState state = stateOf(call, request);
  if (!state.range.isEmpty()) return nextBatch(call, std::move(state), mostRecords(call));
  // The production server gives context 0 here, with which its clients never come to an end.
  auto response = responseTo<scan_response>(call);
  response.context_id = kScanComplete;
  if (state.only_return_count) response.__set_kv_count(0);
  return response;
}

scan_response scan(const DataCall& call, const wire::scan_request& request) {
  std::optional<ScanState> state = call.scans.take(call.header, request.context_id, call.time);
  if (!state) return responseTo<scan_response>(call, StorageStatus::kNotFound);
  const std::size_t most = state->batch_size;
  return nextBatch(call, *std::move(state), most);
}

void clearScanner(const DataCall& call, std::int64_t context_id) {
  call.scans.take(call.header, context_id, call.time);
}

}  // namespace bridle::internal::onebox
