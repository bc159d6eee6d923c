#include "ops/multi_set.h"

#include "base/pegasus_time.h"
#include "ops/compression.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

std::string MultiSetOp::check(const Request& request, const OpContext& context) {
  Checker checker = Checker::write(context);
  checker.sharedHashKey(request.hash_key).count(request.entries.size(), "entries");
  for (const EntryView& entry : request.entries) {
    checker.sortKey(entry.sort_key).value(entry.value);
  }
  return checker.ttl(request.options.ttl_seconds, context.unix_seconds).problem();
}

void MultiSetOp::encode(std::string& out, const Request& request, const OpContext& context) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::blobField(out, 1, request.hash_key);
  put::listHeader(out, 2, request.entries.size());
  for (const EntryView& entry : request.entries) {
    put::blobField(out, 1, entry.sort_key);
    putValueField(out, 2, entry.value, context);
    put::stop(out);
  }
  put::i32Field(out, 3, expireTsOf(request.options.ttl_seconds, context.unix_seconds));
  put::stop(out);
  put::stop(out);
}

Taken MultiSetOp::decode(std::string_view bytes, Result&) {
  return takenUpdate(bytes);
}

// The table's limits keep records out; those that are there may be removed.
std::string MultiDelOp::check(const Request& request, const OpContext&) {
  return Checker::read().sharedHashKey(request.hash_key).sortKeys(request.sort_keys).problem();
}

void MultiDelOp::encode(std::string& out, const Request& request, const OpContext&) {
  constexpr std::int64_t kUnusedMaxCount = 0;
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::blobField(out, 1, request.hash_key);
  put::blobsField(out, 2, request.sort_keys);
  put::i64Field(out, 3, kUnusedMaxCount);
  put::stop(out);
  put::stop(out);
}

Taken MultiDelOp::decode(std::string_view bytes, Result& result) {
  const absl::StatusOr<wire::multi_remove_response> response =
      wire::decodeResult<wire::multi_remove_response>(bytes);
  if (!response.ok()) return takenGarbage();
  if (response->error != 0) return takenWithStorageError(response->error);
  result = response->count;
  return {.decree = response->decree};
}

}  // namespace bridle::internal
