// The operations of a Table on one record.
#pragma once

#include <boost/asio/deferred.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/check.h"
#include "bridle/detail/requests.h"
#include "bridle/detail/table_handle.h"
#include "bridle/options.h"
#include "bridle/types.h"

namespace bridle {

// Part of Table, which says what holds for all operations. An empty hash key is allowed here; the
// sort key then decides the partition.
class RecordOperations : protected detail::TableHandle {
 public:
  // The value of a record, or nullopt if there is none (or it has expired).
  absl::StatusOr<std::optional<std::string>> get(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncGet(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start(detail::GetRequest{{key, options}}, token);
  }
  template <detail::TokenFor<detail::GetRequest> Token>
  auto asyncGet(const Key& key, Token&& token) {
    return asyncGet(key, CallOptions{}, std::forward<Token>(token));
  }

  // Is there such a record? The value does not travel.
  absl::StatusOr<bool> exist(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncExist(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start(detail::ExistRequest{{key, options}}, token);
  }
  template <detail::TokenFor<detail::ExistRequest> Token>
  auto asyncExist(const Key& key, Token&& token) {
    return asyncExist(key, CallOptions{}, std::forward<Token>(token));
  }

  // How long a record will live, or nullopt if there is none.
  absl::StatusOr<std::optional<Ttl>> ttl(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncTtl(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start(detail::TtlRequest{{key, options}}, token);
  }
  template <detail::TokenFor<detail::TtlRequest> Token>
  auto asyncTtl(const Key& key, Token&& token) {
    return asyncTtl(key, CallOptions{}, std::forward<Token>(token));
  }

  // Writes a record, replacing its value and its TTL. The server takes at most 1 MiB of key and
  // value together (ErrorCode::kTooLarge). `value` is read when the operation starts, like the key.
  absl::Status set(const Key& key, std::string_view value, const SetOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncSet(const Key& key, std::string_view value, const SetOptions& options = {},
                Token&& token = {}) {
    return start(detail::SetRequest{key, value, options}, token);
  }
  template <detail::TokenFor<detail::SetRequest> Token>
  auto asyncSet(const Key& key, std::string_view value, Token&& token) {
    return asyncSet(key, value, SetOptions{}, std::forward<Token>(token));
  }

  // Removes a record. OK as well if there was none.
  absl::Status del(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncDel(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start(detail::DelRequest{{key, options}}, token);
  }
  template <detail::TokenFor<detail::DelRequest> Token>
  auto asyncDel(const Key& key, Token&& token) {
    return asyncDel(key, CallOptions{}, std::forward<Token>(token));
  }

  // Adds to a record whose value is an integer as text, and gives the sum. A record that does not
  // exist, or is empty, counts as 0. Atomic. ErrorCode::kRefused, whose text says what the server
  // found: the value is no integer, or the sum does not fit into 64 bits.
  // Not idempotent: never sent again once a request may have been executed; the call then ends with
  // ErrorCode::kOutcomeUnknown, or with kDeadlineExceeded and mayHaveExecuted().
  absl::StatusOr<std::int64_t> incr(const Key& key, std::int64_t by,
                                    const IncrOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncIncr(const Key& key, std::int64_t by, const IncrOptions& options = {},
                 Token&& token = {}) {
    return start(detail::IncrRequest{key, by, options}, token);
  }
  template <detail::TokenFor<detail::IncrRequest> Token>
  auto asyncIncr(const Key& key, std::int64_t by, Token&& token) {
    return asyncIncr(key, by, IncrOptions{}, std::forward<Token>(token));
  }

  // Replaces the value of a record if it is still `expected` (nullopt: if there is no record);
  // atomic. If it is not, that is no error: `applied` is false and `value` is what was there
  // instead. An empty hash key is refused. Not idempotent, as incr.
  absl::StatusOr<CheckResult> compareExchange(const Key& key,
                                              std::optional<std::string_view> expected,
                                              std::string_view desired,
                                              const CompareExchangeOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncCompareExchange(const Key& key, std::optional<std::string_view> expected,
                            std::string_view desired, const CompareExchangeOptions& options = {},
                            Token&& token = {}) {
    return start(detail::CompareExchangeRequest{key, expected, desired, options}, token);
  }
  template <detail::TokenFor<detail::CompareExchangeRequest> Token>
  auto asyncCompareExchange(const Key& key, std::optional<std::string_view> expected,
                            std::string_view desired, Token&& token) {
    return asyncCompareExchange(key, expected, desired, CompareExchangeOptions{},
                                std::forward<Token>(token));
  }

 protected:
  using TableHandle::TableHandle;
};

}  // namespace bridle
