#include "ops/batch_get.h"

#include <algorithm>
#include <utility>

#include "ops/checker.h"
#include "ops/compression.h"
#include "ops/encode.h"
#include "ops/storage.h"
#include "wire/key_codec.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

void takeRecords(wire::batch_get_response& response, std::vector<FoundRecord>& records) {
  records.clear();
  records.reserve(response.data.size());
  for (wire::full_data& record : response.data) {
    records.push_back({std::move(record.hash_key.bytes), std::move(record.sort_key.bytes),
                       std::move(record.value.bytes)});
  }
}

}  // namespace

std::string BatchGetOp::check(const Request& request, const OpContext&) {
  Checker checker = Checker::read();
  checker.count(request.keys.size(), "keys");
  for (const Key& key : request.keys) checker.key(key);
  return checker.problem();
}

void BatchGetOp::encode(std::string& out, const Request& request, const OpContext&) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::listHeader(out, 1, request.keys.size());
  for (const Key& key : request.keys) {
    put::blobField(out, 1, key.hash_key);
    put::blobField(out, 2, key.sort_key);
    put::stop(out);
  }
  put::stop(out);
  put::stop(out);
}

std::uint64_t BatchGetOp::hash(const Request& request) {
  const Key& first = request.keys.front();
  return wire::keyHash(first.hash_key, first.sort_key);
}

Taken BatchGetOp::decode(std::string_view bytes, Result& result) {
  std::int32_t error = 0;
  if (!readFoundRecords(bytes, result.records, error)) {
    absl::StatusOr<wire::batch_get_response> response =
        wire::decodeResult<wire::batch_get_response>(bytes);
    if (!response.ok()) return takenGarbage();
    error = response->error;
    takeRecords(*response, result.records);
  }
  const auto status = static_cast<wire::StorageStatus>(error);
  if (status != wire::StorageStatus::kOk && status != wire::StorageStatus::kIncomplete) {
    return takenWithStorageError(error);
  }
  result.complete = status == wire::StorageStatus::kOk;
  return {};
}

bool BatchGetOp::decompress(Result& result) {
  return std::all_of(result.records.begin(), result.records.end(),
                     [](FoundRecord& record) { return decompressValue(record.value); });
}

}  // namespace bridle::internal
