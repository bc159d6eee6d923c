// Table: every data operation, each blocking and asynchronous.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "bridle/batch_operations.h"

namespace bridle {

// One opened table: a handle that is cheap to copy (one reference count). Get one from
// Client::openTable. Its operations are in the headers of its base classes, by what they work on.
//
// Thread-safety: every method may be called from any thread.
//
// Lifetime: a Table may outlive its Client; its operations then fail with ErrorCode::kClosed. It
// must live until an operation has been started, not until it has ended.
//
// Blocking form, `get(...)`: waits for the result, at most for the call's time-out. Called on one
// of the client's own threads, that is inside a callback, it would wait for itself: it fails at
// once with ErrorCode::kWrongThread.
//
// Asynchronous form, `asyncGet(..., token)`: takes any Boost.Asio completion token with the
// signature void(absl::StatusOr<T>), or void(absl::Status) for writes: a callback,
// boost::asio::use_future, boost::asio::use_awaitable, or none, in which case
// `co_await table.asyncGet(...)` works (g++ 12 does not compile a braced list, as of sort keys,
// inside a co_await expression: give it a name before). The handler is called exactly once, never
// inside the initiating function, on its associated executor, or if it has none on the client's
// loop thread, where it must not block (after the client was closed: on Asio's system executor).
// Cancellation: emit any type on the handler's associated cancellation slot; the call ends with
// ErrorCode::kCancelled, and a write may have been executed all the same.
//
// Cost of a call from a foreign thread: one allocation (call state, request and handler together,
// from the handler's associated allocator) and one wake-up of a loop; on a loop thread of the
// client: none and none. Plus the value, or the list of results and each of them.
//
// CallInfo: asked for by `info` of the options, it tells which partition and server were asked, how
// often, and under which decree a write stands in the log.
//
// Errors: see bridle/error.h. An absent record is no error.
//
// Time-out: the whole call, all retries included, ends before it, plus one turn of the loop.
//
// Reads (get, exist, ttl, multiGet, multiGetRange; batchGet and sortKeyCount where the table's
// options say so) go to the primary, and if TableOptions::backup_request_ms is set and the answer
// is late, once more to a secondary; the first good reply wins. Idempotent: retried after any
// failure that may pass by itself.
//
// Writes go to the primary only, never as a backup request. set, del, multiSet and multiDel are
// idempotent in the sense that executing them twice in a row leaves the same record, so they are
// retried even if the first copy may have been executed; between the two copies another client's
// write may be overwritten. incr, checkAndSet, checkAndMutate and compareExchange are not
// idempotent: they are sent again only while no request can have been executed.
class Table : public BatchOperations {
 public:
  std::string_view name() const;

 private:
  friend class Client;
  explicit Table(std::shared_ptr<detail::TableCore> core) : BatchOperations(std::move(core)) {}
};

}  // namespace bridle
