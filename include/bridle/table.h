// Table: every data operation, each blocking and asynchronous.
#pragma once

#include <boost/asio/deferred.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/detail/initiate.h"
#include "bridle/options.h"
#include "bridle/types.h"

namespace bridle {

// One opened table: a handle that is cheap to copy (one reference count). Get one from
// Client::openTable.
//
// Thread-safety: every method may be called from any thread.
// Lifetime: a Table may outlive its Client; its operations then fail with ErrorCode::kClosed. It
// must live until an
//   operation has been started, not until it has ended.
//
// Blocking form, `get(...)`: waits for the result, at most for the call's time-out. Called on one
// of the client's own
//   threads, that is inside a callback, it would wait for itself: it fails at once with
//   ErrorCode::kWrongThread.
//
// Asynchronous form, `asyncGet(..., token)`: takes any Boost.Asio completion token with the
// signature
//   void(absl::StatusOr<T>), or void(absl::Status) for writes: a callback, boost::asio::use_future,
//   boost::asio::use_awaitable, or none, in which case `co_await table.asyncGet(...)` works. The
//   handler is called exactly once, never inside the initiating function, on its associated
//   executor, or if it has none on the client's loop thread, where it must not block (after the
//   client was closed: on Asio's system executor). Cancellation: emit any type on the handler's
//   associated cancellation slot; the call ends with ErrorCode::kCancelled, and a write may have
//   been executed all the same.
//
// Cost of a call from a foreign thread: one allocation (call state, request and handler together,
// from the handler's
//   associated allocator) and one wake-up of a loop; on a loop thread of the client: none and none.
//   Plus the value.
//
// Errors: see bridle/error.h. An absent record is no error.
//
// Time-out: the whole call, all retries included, ends before it, plus one turn of the loop.
//
// Reads (get, exist, ttl) go to the primary, and if TableOptions::backup_request_ms is set and the
// answer is late, once
//   more to a secondary; the first good reply wins. Idempotent: retried after any failure that may
//   pass by itself.
// Writes (set, del) go to the primary only, never as a backup request. set and del are idempotent
// in the sense that
//   executing them twice in a row leaves the same record, so they are retried even if the first
//   copy may have been executed; between the two copies another client's write may be overwritten.
class Table {
 public:
  // The value of a record, or nullopt if there is none (or it has expired).
  absl::StatusOr<std::optional<std::string>> get(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncGet(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start<detail::OpKind::kGet>({detail::OpKind::kGet, key, options.timeout_ms}, token);
  }
  template <detail::TokenFor<detail::OpKind::kGet> Token>
  auto asyncGet(const Key& key, Token&& token) {
    return asyncGet(key, CallOptions{}, std::forward<Token>(token));
  }

  // Is there such a record? The value does not travel.
  absl::StatusOr<bool> exist(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncExist(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start<detail::OpKind::kExist>({detail::OpKind::kExist, key, options.timeout_ms}, token);
  }
  template <detail::TokenFor<detail::OpKind::kExist> Token>
  auto asyncExist(const Key& key, Token&& token) {
    return asyncExist(key, CallOptions{}, std::forward<Token>(token));
  }

  // How long a record will live, or nullopt if there is none.
  absl::StatusOr<std::optional<Ttl>> ttl(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncTtl(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start<detail::OpKind::kTtl>({detail::OpKind::kTtl, key, options.timeout_ms}, token);
  }
  template <detail::TokenFor<detail::OpKind::kTtl> Token>
  auto asyncTtl(const Key& key, Token&& token) {
    return asyncTtl(key, CallOptions{}, std::forward<Token>(token));
  }

  // Writes a record, replacing its value and its TTL. The server takes at most 1 MiB of key and
  // value together (ErrorCode::kTooLarge). `value` is read when the operation starts, like the key.
  absl::Status set(const Key& key, std::string_view value, const SetOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncSet(const Key& key, std::string_view value, const SetOptions& options = {},
                Token&& token = {}) {
    return start<detail::OpKind::kSet>(
        {detail::OpKind::kSet, key, options.timeout_ms, value, options.ttl_seconds}, token);
  }
  template <detail::TokenFor<detail::OpKind::kSet> Token>
  auto asyncSet(const Key& key, std::string_view value, Token&& token) {
    return asyncSet(key, value, SetOptions{}, std::forward<Token>(token));
  }

  // Removes a record. OK as well if there was none.
  absl::Status del(const Key& key, const CallOptions& options = {});

  template <typename Token = boost::asio::deferred_t>
  auto asyncDel(const Key& key, const CallOptions& options = {}, Token&& token = {}) {
    return start<detail::OpKind::kDel>({detail::OpKind::kDel, key, options.timeout_ms}, token);
  }
  template <detail::TokenFor<detail::OpKind::kDel> Token>
  auto asyncDel(const Key& key, Token&& token) {
    return asyncDel(key, CallOptions{}, std::forward<Token>(token));
  }

  std::string_view name() const;

 private:
  friend class Client;
  explicit Table(std::shared_ptr<detail::TableCore> core) : core_(std::move(core)) {}

  template <detail::OpKind kind, typename Token>
  auto start(const detail::OpRequest& request, Token& token) {
    return detail::initiate<kind>(core_.get(), request, token);
  }

  std::shared_ptr<detail::TableCore> core_;
};

}  // namespace bridle
