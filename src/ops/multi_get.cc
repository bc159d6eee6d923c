#include "ops/multi_get.h"

#include <algorithm>
#include <utility>

#include "ops/compression.h"
#include "ops/sort_key_range.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

// To the wire 0 and less mean no limit of the client.
void checkLimits(Checker& checker, const MultiGetOptions& options) {
  checker.require(options.max_count >= 0, "max_count is negative; 0 leaves it to the server")
      .require(options.max_bytes >= 0, "max_bytes is negative; 0 leaves it to the server");
}

void encodeRequest(std::string& out, std::string_view hash_key,
                   std::span<const std::string_view> sort_keys, const SortKeyRange& range,
                   const MultiGetOptions& options) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::blobField(out, 1, hash_key);
  put::blobsField(out, 2, sort_keys);
  put::i32Field(out, 3, options.max_count);
  put::i32Field(out, 4, options.max_bytes);
  put::boolField(out, 5, options.no_value);
  put::blobField(out, 6, range.start);
  put::blobField(out, 7, range.stop);
  put::boolField(out, 8, range.start_inclusive);
  put::boolField(out, 9, range.stop_inclusive);
  put::filterFields(out, 10, range.filter);
  put::boolField(out, 12, options.reverse);
  put::stop(out);
  put::stop(out);
}

}  // namespace

std::string MultiGetOp::check(const Request& request, const OpContext&) {
  Checker checker = Checker::read();
  checker.sharedHashKey(request.hash_key)
      .sortKeys(request.sort_keys)
      .require(!request.options.reverse, "reverse has no meaning for a list of sort keys");
  checkLimits(checker, request.options);
  return checker.problem();
}

void MultiGetOp::encode(std::string& out, const Request& request, const OpContext&) {
  encodeRequest(out, request.hash_key, request.sort_keys, {}, request.options);
}

std::string MultiGetRangeOp::check(const Request& request, const OpContext&) {
  Checker checker = Checker::read();
  checker.sharedHashKey(request.hash_key)
      .operand(request.range.start)
      .operand(request.range.stop)
      .operand(request.range.filter.pattern)
      .require(isOfKnownType(request.range.filter), kNoSuchFilter);
  checkLimits(checker, request.options);
  return checker.problem();
}

void MultiGetRangeOp::encode(std::string& out, const Request& request, const OpContext&) {
  encodeRequest(out, request.hash_key, {}, withoutExactFilter(request.range), request.options);
}

Taken decodeMultiGet(std::string_view bytes, Entries& result) {
  absl::StatusOr<wire::multi_get_response> response =
      wire::decodeResult<wire::multi_get_response>(bytes);
  if (!response.ok()) return takenGarbage();
  const auto status = static_cast<wire::StorageStatus>(response->error);
  if (status != wire::StorageStatus::kOk && status != wire::StorageStatus::kIncomplete) {
    return takenWithStorageError(response->error);
  }
  result.complete = status == wire::StorageStatus::kOk;
  result.entries.clear();
  result.entries.reserve(response->kvs.size());
  for (wire::key_value& kv : response->kvs) {
    result.entries.push_back({std::move(kv.key.bytes), std::move(kv.value.bytes)});
  }
  return {};
}

bool decompressEntries(Entries& result) {
  return std::all_of(result.entries.begin(), result.entries.end(),
                     [](Entry& entry) { return decompressValue(entry.value); });
}

}  // namespace bridle::internal
