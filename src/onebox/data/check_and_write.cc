#include <algorithm>
#include <array>
#include <vector>

#include "onebox/data/changes.h"
#include "onebox/data/data_calls.h"
#include "onebox/data/value_check.h"
#include "wire/key_codec.h"

// CHECK_AND_SET and CHECK_AND_MUTATE: writes under a condition on one value of the hash key.
namespace bridle::internal::onebox {
namespace {

using wire::mutate;
using wire::mutate_operation;
using wire::StorageStatus;

template <typename Request>
std::optional<std::string> checkedValue(const DataCall& call, const Request& request) {
  Record record;
  const std::string key = wire::rawKey(request.hash_key.bytes, request.check_sort_key.bytes);
  if (!call.records().get(key, call.now, record)) return std::nullopt;
  return std::move(record.value);
}

// Writes `changes` if the check passes. The value that was checked is returned either way.
template <typename Response, typename Request>
Response writeIfPassed(const DataCall& call, const Request& request,
                       std::span<const Change> changes) {
  const std::optional<std::string> value = checkedValue(call, request);
  const CheckResult result = check(request.check_type, value, request.check_operand.bytes);
  auto response = result == CheckResult::kPassed ? written<Response>(call, changes)
                  : result == CheckResult::kFailed
                      ? refusedAtomic<Response>(call, StorageStatus::kTryAgain)
                      : refusedAtomic<Response>(call, StorageStatus::kInvalidArgument);
  if (request.return_check_value) {
    response.check_value_returned = true;
    response.check_value_exist = value.has_value();
    response.check_value.bytes = value.value_or("");
  }
  return response;
}

bool isKnown(const mutate& mutation) {
  return mutation.operation == mutate_operation::MO_PUT ||
         mutation.operation == mutate_operation::MO_DELETE;
}

Change changeOf(const DataCall& call, const std::string& hash_key, const mutate& mutation) {
  std::string key = wire::rawKey(hash_key, mutation.sort_key.bytes);
  if (mutation.operation == mutate_operation::MO_DELETE) return removalOf(std::move(key));
  return putOf(call, std::move(key), mutation.value.bytes, mutation.set_expire_ts_seconds);
}

}  // namespace

wire::check_and_set_response checkAndSet(const DataCall& call,
                                         const wire::check_and_set_request& request) {
  using Response = wire::check_and_set_response;
  const std::string& hash_key = request.hash_key.bytes;
  if (!isCheck(request.check_type) || !isHashKey(hash_key)) {
    return refusedAtomic<Response>(call, StorageStatus::kInvalidArgument);
  }
  const wire::blob& sort_key =
      request.set_diff_sort_key ? request.set_sort_key : request.check_sort_key;
  return writeIfPassed<Response>(
      call, request,
      std::array{putOf(call, wire::rawKey(hash_key, sort_key.bytes), request.set_value.bytes,
                       request.set_expire_ts_seconds)});
}

wire::check_and_mutate_response checkAndMutate(const DataCall& call,
                                               const wire::check_and_mutate_request& request) {
  using Response = wire::check_and_mutate_response;
  const std::string& hash_key = request.hash_key.bytes;
  const std::vector<mutate>& mutations = request.mutate_list;
  if (mutations.empty() || !std::all_of(mutations.begin(), mutations.end(), isKnown) ||
      !isCheck(request.check_type) || !isHashKey(hash_key)) {
    return refusedAtomic<Response>(call, StorageStatus::kInvalidArgument);
  }
  std::vector<Change> changes;
  changes.reserve(mutations.size());
  for (const mutate& mutation : mutations) changes.push_back(changeOf(call, hash_key, mutation));
  return writeIfPassed<Response>(call, request, changes);
}

}  // namespace bridle::internal::onebox
