#include "bridle/hash_key_operations.h"

#include "client/await.h"
#include "client/launch.h"
#include "ops/check_and_set.h"
#include "ops/multi_get.h"
#include "ops/multi_set.h"
#include "ops/sort_key_count.h"

namespace bridle {

using internal::await;

absl::StatusOr<Entries> HashKeyOperations::multiGet(std::string_view hash_key,
                                                    const SortKeys& sort_keys,
                                                    const MultiGetOptions& options) {
  return await(*core_, detail::MultiGetRequest{hash_key, sort_keys, options});
}

absl::StatusOr<Entries> HashKeyOperations::multiGetRange(std::string_view hash_key,
                                                         const SortKeyRange& range,
                                                         const MultiGetOptions& options) {
  return await(*core_, detail::MultiGetRangeRequest{hash_key, range, options});
}

absl::StatusOr<std::int64_t> HashKeyOperations::sortKeyCount(std::string_view hash_key,
                                                             const CallOptions& options) {
  return await(*core_, detail::SortKeyCountRequest{hash_key, options});
}

absl::Status HashKeyOperations::multiSet(std::string_view hash_key,
                                         const std::vector<EntryView>& entries,
                                         const SetOptions& options) {
  return await(*core_, detail::MultiSetRequest{hash_key, entries, options});
}

absl::StatusOr<std::int64_t> HashKeyOperations::multiDel(std::string_view hash_key,
                                                         const SortKeys& sort_keys,
                                                         const CallOptions& options) {
  return await(*core_, detail::MultiDelRequest{hash_key, sort_keys, options});
}

absl::StatusOr<CheckResult> HashKeyOperations::checkAndSet(std::string_view hash_key,
                                                           const Check& check,
                                                           const Assignment& assignment,
                                                           const CheckOptions& options) {
  return await(*core_, detail::CheckAndSetRequest{hash_key, check, assignment, options});
}

absl::StatusOr<CheckResult> HashKeyOperations::checkAndMutate(
    std::string_view hash_key, const Check& check, const std::vector<Mutation>& mutations,
    const CheckOptions& options) {
  return await(*core_, detail::CheckAndMutateRequest{hash_key, check, mutations, options});
}

namespace detail {

template struct Launcher<MultiGetRequest>;
template struct Launcher<MultiGetRangeRequest>;
template struct Launcher<SortKeyCountRequest>;
template struct Launcher<MultiSetRequest>;
template struct Launcher<MultiDelRequest>;
template struct Launcher<CheckAndSetRequest>;
template struct Launcher<CheckAndMutateRequest>;

}  // namespace detail
}  // namespace bridle
