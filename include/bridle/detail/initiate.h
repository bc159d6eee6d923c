// Starts operations for any completion token. Nothing here is for direct use.
#pragma once

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "bridle/call_info.h"
#include "bridle/detail/operation.h"

namespace bridle::detail {

class TableCore;  // one opened table

// A request that was checked and encoded. `args` belongs to this thread until its next prepare().
struct Prepared {
  std::string_view args = {};
  std::size_t hash_key_size = 0;
  std::uint64_t hash = 0;
  double timeout_ms = 0;
  CallInfo* info = nullptr;
  absl::Status problem = {};  // not OK: the request is refused, and nothing else here counts
};

// The way of one kind of request into the library, which holds the bodies.
template <typename Request>
struct Launcher {
  static Prepared prepare(const TableCore& table, const Request& request);

  // Hands the call over to a loop of the client, which will deliver to `operation` exactly once.
  static void launch(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
                     Operation& operation);
};

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

template <typename Request>
struct Initiation {
  TableCore* table;

  template <typename Handler>
  void operator()(Handler handler, const Request& request) const {
    const Prepared prepared = Launcher<Request>::prepare(*table, request);
    std::uint64_t cancel_id = 0;
    auto slot = boost::asio::get_associated_cancellation_slot(handler);
    if (slot.is_connected()) {
      cancel_id = newCancelId(*table);
      slot.template emplace<Canceller>(*table, cancel_id);
    }
    using Block = HandlerOperation<typename Request::Completion, Handler>;
    Launcher<Request>::launch(*table, prepared, cancel_id,
                              Block::create(std::move(handler), prepared.args));
  }
};

// What may stand where a handler of this request is expected.
template <typename Token, typename Request>
concept TokenFor = boost::asio::completion_token_for < std::decay_t<Token>,
void(typename Request::Completion) > ;

template <typename Request, typename Token>
auto initiate(TableCore* table, const Request& request, Token& token) {
  return boost::asio::async_initiate<Token, void(typename Request::Completion)>(
      Initiation<Request>{table}, token, request);
}

}  // namespace bridle::detail
