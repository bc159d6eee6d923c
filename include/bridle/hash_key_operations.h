// The operations of a Table on several records of one hash key.
#pragma once

#include <boost/asio/deferred.hpp>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/check.h"
#include "bridle/detail/requests.h"
#include "bridle/entry.h"
#include "bridle/options.h"
#include "bridle/range.h"
#include "bridle/record_operations.h"

namespace bridle {

// Part of Table, which says what holds for all operations. Each of these is one call to one
// partition. An empty hash key is refused here, and so is an empty list; empty sort keys and values
// are fine. Lists, like keys, are only referred to until the operation starts.
class HashKeyOperations : public RecordOperations {
 public:
  using SortKeys = std::vector<std::string_view>;

  // The records with these sort keys, in the order of the list; those that do not exist are left
  // out. For all records of a hash key see multiGetRange.
  absl::StatusOr<Entries> multiGet(std::string_view hash_key, const SortKeys& sort_keys,
                                   const MultiGetOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncMultiGet(std::string_view hash_key, const SortKeys& sort_keys,
                     const MultiGetOptions& options = {}, Token&& token = {}) {
    return start(detail::MultiGetRequest{hash_key, sort_keys, options}, token);
  }
  template <detail::TokenFor<detail::MultiGetRequest> Token>
  auto asyncMultiGet(std::string_view hash_key, const SortKeys& sort_keys, Token&& token) {
    return asyncMultiGet(hash_key, sort_keys, MultiGetOptions{}, std::forward<Token>(token));
  }

  // The records of a range of sort keys, in ascending order. Where Entries::complete is false, go
  // on behind the last sort key, exclusive (with `reverse`: before the first one); if there is no
  // record, the server found none among the 3000 it looked at, and asking again finds no more: ask
  // for a smaller range.
  absl::StatusOr<Entries> multiGetRange(std::string_view hash_key, const SortKeyRange& range = {},
                                        const MultiGetOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncMultiGetRange(std::string_view hash_key, const SortKeyRange& range = {},
                          const MultiGetOptions& options = {}, Token&& token = {}) {
    return start(detail::MultiGetRangeRequest{hash_key, range, options}, token);
  }
  template <detail::TokenFor<detail::MultiGetRangeRequest> Token>
  auto asyncMultiGetRange(std::string_view hash_key, const SortKeyRange& range, Token&& token) {
    return asyncMultiGetRange(hash_key, range, MultiGetOptions{}, std::forward<Token>(token));
  }
  template <detail::TokenFor<detail::MultiGetRangeRequest> Token>
  auto asyncMultiGetRange(std::string_view hash_key, Token&& token) {
    return asyncMultiGetRange(hash_key, SortKeyRange{}, std::forward<Token>(token));
  }

  // How many records the hash key has. The server reads them all; if its time limit ends that, the
  // call fails with ErrorCode::kIncomplete.
  absl::StatusOr<std::int64_t> sortKeyCount(std::string_view hash_key,
                                            const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncSortKeyCount(std::string_view hash_key, const CallOptions& options = {},
                         Token&& token = {}) {
    return start(detail::SortKeyCountRequest{hash_key, options}, token);
  }
  template <detail::TokenFor<detail::SortKeyCountRequest> Token>
  auto asyncSortKeyCount(std::string_view hash_key, Token&& token) {
    return asyncSortKeyCount(hash_key, CallOptions{}, std::forward<Token>(token));
  }

  // Writes all of these records or none, replacing their values and TTLs. Idempotent, as set is.
  // Subject to the write limits of TableOptions.
  absl::Status multiSet(std::string_view hash_key, const std::vector<EntryView>& entries,
                        const SetOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncMultiSet(std::string_view hash_key, const std::vector<EntryView>& entries,
                     const SetOptions& options = {}, Token&& token = {}) {
    return start(detail::MultiSetRequest{hash_key, entries, options}, token);
  }
  template <detail::TokenFor<detail::MultiSetRequest> Token>
  auto asyncMultiSet(std::string_view hash_key, const std::vector<EntryView>& entries,
                     Token&& token) {
    return asyncMultiSet(hash_key, entries, SetOptions{}, std::forward<Token>(token));
  }

  // Removes all of these records or none. The result is the number of sort keys in the list,
  // whether they existed or not. Idempotent, as del is.
  absl::StatusOr<std::int64_t> multiDel(std::string_view hash_key, const SortKeys& sort_keys,
                                        const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncMultiDel(std::string_view hash_key, const SortKeys& sort_keys,
                     const CallOptions& options = {}, Token&& token = {}) {
    return start(detail::MultiDelRequest{hash_key, sort_keys, options}, token);
  }
  template <detail::TokenFor<detail::MultiDelRequest> Token>
  auto asyncMultiDel(std::string_view hash_key, const SortKeys& sort_keys, Token&& token) {
    return asyncMultiDel(hash_key, sort_keys, CallOptions{}, std::forward<Token>(token));
  }

  // Writes one record if another one, or the same, meets a check; atomic. A check that is not met
  // is no error: the result says `applied` or not. ErrorCode::kRefused: an integer was to be
  // compared, and the value or the operand is none.
  // Not idempotent: never sent again once a request may have been executed; the call then ends with
  // ErrorCode::kOutcomeUnknown, or with kDeadlineExceeded and mayHaveExecuted().
  absl::StatusOr<CheckResult> checkAndSet(std::string_view hash_key, const Check& check,
                                          const Assignment& assignment,
                                          const CheckOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncCheckAndSet(std::string_view hash_key, const Check& check, const Assignment& assignment,
                        const CheckOptions& options = {}, Token&& token = {}) {
    return start(detail::CheckAndSetRequest{hash_key, check, assignment, options}, token);
  }
  template <detail::TokenFor<detail::CheckAndSetRequest> Token>
  auto asyncCheckAndSet(std::string_view hash_key, const Check& check, const Assignment& assignment,
                        Token&& token) {
    return asyncCheckAndSet(hash_key, check, assignment, CheckOptions{},
                            std::forward<Token>(token));
  }

  // Performs several changes, all or none and in this order, if a record meets a check. Otherwise
  // as checkAndSet.
  absl::StatusOr<CheckResult> checkAndMutate(std::string_view hash_key, const Check& check,
                                             const std::vector<Mutation>& mutations,
                                             const CheckOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncCheckAndMutate(std::string_view hash_key, const Check& check,
                           const std::vector<Mutation>& mutations, const CheckOptions& options = {},
                           Token&& token = {}) {
    return start(detail::CheckAndMutateRequest{hash_key, check, mutations, options}, token);
  }
  template <detail::TokenFor<detail::CheckAndMutateRequest> Token>
  auto asyncCheckAndMutate(std::string_view hash_key, const Check& check,
                           const std::vector<Mutation>& mutations, Token&& token) {
    return asyncCheckAndMutate(hash_key, check, mutations, CheckOptions{},
                               std::forward<Token>(token));
  }

 protected:
  using RecordOperations::RecordOperations;
};

}  // namespace bridle
