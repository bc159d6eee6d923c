// Starts operations for any completion token. Nothing here is for direct use.
#pragma once

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/detail/operation.h"
#include "bridle/types.h"

namespace bridle::detail {

class TableCore;  // one opened table

enum class OpKind : std::uint8_t { kGet, kSet, kDel, kExist, kTtl };

// The one argument of each operation's handler.
template <OpKind kind>
struct CompletionOf {
  using type = absl::Status;
};
template <>
struct CompletionOf<OpKind::kGet> {
  using type = absl::StatusOr<std::optional<std::string>>;
};
template <>
struct CompletionOf<OpKind::kExist> {
  using type = absl::StatusOr<bool>;
};
template <>
struct CompletionOf<OpKind::kTtl> {
  using type = absl::StatusOr<std::optional<Ttl>>;
};
template <OpKind kind>
using CompletionT = typename CompletionOf<kind>::type;

struct OpRequest {
  OpKind kind;
  Key key;
  double timeout_ms = 0;
  std::string_view value = {};
  int ttl_seconds = 0;
};

// A request that was checked and encoded. `args` belongs to this thread until its next prepare().
struct Prepared {
  OpKind kind = OpKind::kGet;
  std::string_view args = {};
  std::size_t hash_key_size = 0;
  std::uint64_t hash = 0;
  double timeout_ms = 0;
  absl::Status problem = {};  // not OK: the request is refused, and nothing else here counts
};
Prepared prepare(const TableCore& table, const OpRequest& request);

// A number that names one call of a table to cancel(); 0 = cannot be cancelled.
std::uint64_t newCancelId(TableCore& table);

// Cancels a call from any thread, at any time; no effect if it has ended. Keeps the table's core
// alive.
class Canceller {
 public:
  Canceller(TableCore& table, std::uint64_t id);
  void operator()(boost::asio::cancellation_type type) const;

 private:
  std::shared_ptr<TableCore> table_;
  std::uint64_t id_;
};

// Hands the call over to a loop of the client, which will deliver to `operation` exactly once.
void launch(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
            Operation& operation);

template <OpKind kind>
struct Initiation {
  TableCore* table;

  template <typename Handler>
  void operator()(Handler handler, const OpRequest& request) const {
    const Prepared prepared = prepare(*table, request);
    std::uint64_t cancel_id = 0;
    auto slot = boost::asio::get_associated_cancellation_slot(handler);
    if (slot.is_connected()) {
      cancel_id = newCancelId(*table);
      slot.template emplace<Canceller>(*table, cancel_id);
    }
    launch(*table, prepared, cancel_id,
           HandlerOperation<CompletionT<kind>, Handler>::create(std::move(handler), prepared.args));
  }
};

// What may stand where a handler of this operation is expected.
template <typename Token, OpKind kind>
concept TokenFor = boost::asio::completion_token_for < std::decay_t<Token>,
void(CompletionT<kind>) > ;

template <OpKind kind, typename Token>
auto initiate(TableCore* table, const OpRequest& request, Token& token) {
  return boost::asio::async_initiate<Token, void(CompletionT<kind>)>(Initiation<kind>{table}, token,
                                                                     request);
}

}  // namespace bridle::detail
