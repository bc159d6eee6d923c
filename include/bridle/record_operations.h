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

 protected:
  using TableHandle::TableHandle;
};

}  // namespace bridle
