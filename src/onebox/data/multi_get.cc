#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "onebox/data/data_calls.h"
#include "onebox/data/key_filter.h"
#include "onebox/data/range_walk.h"
#include "onebox/data/read_budget.h"
#include "wire/key_codec.h"

namespace bridle::internal::onebox {
namespace {

using wire::multi_get_request;
using wire::multi_get_response;
using wire::StorageStatus;

void endEarly(multi_get_response& response) {
  response.error = static_cast<std::int32_t>(StorageStatus::kIncomplete);
}

// What a limit of a request, absent or negative for none, comes to under one of the server.
std::size_t atMost(std::int32_t wanted, std::size_t most) {
  return wanted > 0 ? std::min(static_cast<std::size_t>(wanted), most) : most;
}

std::size_t maxPairs(const DataCall& call, const multi_get_request& request) {
  return atMost(request.max_kv_count, static_cast<std::size_t>(call.limits.multi_get_records));
}

std::size_t bytesOf(const wire::key_value& pair) {
  return pair.key.bytes.size() + pair.value.bytes.size();
}

void getByKeys(const DataCall& call, const multi_get_request& request,
               multi_get_response& response) {
  const std::size_t max_pairs = maxPairs(call, request);
  const std::size_t max_bytes = atMost(request.max_kv_size, limits::kMaxRecordBytesPerReply);
  std::size_t bytes = 0;
  for (const wire::blob& sort_key : request.sort_keys) {
    Record record;
    const std::string key = wire::rawKey(request.hash_key.bytes, sort_key.bytes);
    if (!call.records().get(key, call.now, record)) continue;
    if (response.kvs.size() >= max_pairs || bytes >= max_bytes) return endEarly(response);
    wire::key_value& pair = response.kvs.emplace_back();
    pair.key = sort_key;
    if (!request.no_value) pair.value.bytes = std::move(record.value);
    bytes += bytesOf(pair);
  }
}

KeyRange rangeOf(const multi_get_request& request, const KeyFilter& filter) {
  const std::string& hash_key = request.hash_key.bytes;
  KeyRange range = KeyRange::ofHashKey(hash_key);
  range.start += request.start_sortkey.bytes;
  range.start_inclusive = request.start_inclusive;
  if (!request.stop_sortkey.bytes.empty()) {
    range.stop = wire::rawKey(hash_key, request.stop_sortkey.bytes);
    range.stop_inclusive = request.stop_inclusive;
  }
  if (filter.isPrefix()) range.narrowTo(wire::rawKey(hash_key, filter.pattern));
  return range;
}

void getByRange(const DataCall& call, const multi_get_request& request, const KeyFilter& filter,
                multi_get_response& response) {
  KeyRange range = rangeOf(request, filter);
  if (range.isEmpty()) return;
  const std::string hash_key = wire::rawKey(request.hash_key.bytes, "");
  const auto most_bytes = static_cast<std::size_t>(call.limits.multi_get_bytes);
  ReadBudget budget(call, static_cast<std::size_t>(call.limits.multi_get_records),
                    atMost(request.max_kv_size, most_bytes));
  RangeWalk walk = request.reverse ? RangeWalk::backward(call.records(), std::move(range))
                                   : RangeWalk::forward(call.records(), std::move(range), hash_key);
  const std::size_t max_pairs = maxPairs(call, request);
  for (; response.kvs.size() < max_pairs && budget.isLeft() && walk.atRecord(); walk.next()) {
    budget.lookAtOne();
    const std::string_view sort_key = walk.key().substr(hash_key.size());
    if (isExpired(walk.expireTs(), call.now) || !filter.matches(sort_key)) continue;
    wire::key_value& pair = response.kvs.emplace_back();
    pair.key.bytes = sort_key;
    if (!request.no_value) pair.value.bytes = walk.value();
    budget.find(bytesOf(pair));
  }
  if (walk.mayGoOn()) endEarly(response);
  if (request.reverse) std::reverse(response.kvs.begin(), response.kvs.end());
}

}  // namespace

multi_get_response multiGet(const DataCall& call, const multi_get_request& request) {
  if (!KeyFilter::isSupported(request.sort_key_filter_type) || !isHashKey(request.hash_key.bytes)) {
    return responseTo<multi_get_response>(call, StorageStatus::kInvalidArgument);
  }
  auto response = responseTo<multi_get_response>(call);
  if (!request.sort_keys.empty()) {
    getByKeys(call, request, response);
  } else {
    const KeyFilter filter{request.sort_key_filter_type, request.sort_key_filter_pattern.bytes};
    getByRange(call, request, filter, response);
  }
  return response;
}

}  // namespace bridle::internal::onebox
