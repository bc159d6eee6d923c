#include <atomic>
#include <cstddef>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/rng.h"
#include "base/status.h"
#include "bridle/detail/initiate.h"
#include "client/client_core.h"
#include "client/request.h"
#include "client/table_core.h"
#include "client/work.h"
#include "ops/get.h"
#include "ops/set.h"
#include "ops/ttl.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

using detail::Operation;
using detail::OpKind;
using detail::Prepared;
using detail::TableCore;

// The completion of an operation with the result type T, made from the result and the status of its
// call.
template <typename T>
absl::StatusOr<T> complete(absl::Status status, T& result) {
  if (!status.ok()) return status;
  return std::move(result);
}
absl::Status complete(absl::Status status, std::monostate&) {
  return status;
}

// Ends an operation, but not inside the initiating function: on the first loop, or if that has
// ended where the handler belongs.
template <OpKind kind>
void deliverSoon(TableCore& table, Operation& operation,
                 const detail::CompletionT<kind>& completion) {
  const auto deliver = [&operation, completion = detail::CompletionT<kind>(completion)]() mutable {
    operation.deliver(&completion);
  };
  if (postWork(table.client().shard(0).reactor(), deliver)) return;
  detail::CompletionT<kind> last = completion;
  operation.deliverLater(&last);
}

// A call that lives in the block of its operation.
template <typename Op, OpKind kind>
class OperationCall final : public Call {
 public:
  OperationCall(TableCore& table, std::size_t shard, const Request& request, Operation& operation)
      : Call(table.handler(shard), request), table_(table), operation_(operation) {}

  // On the loop's thread. The call may be gone afterwards.
  void startHere() {
    bool ended = false;
    ended_in_start_ = &ended;
    run();
    if (!ended) ended_in_start_ = nullptr;
  }

  Taken take(std::string_view bytes) override { return Op::decode(bytes, result_); }

  void deliver(absl::Status status) override {
    detail::CompletionT<kind> completion = complete(std::move(status), result_);
    bool* const in_start = ended_in_start_;
    TableCore& table = table_;
    Operation& operation = operation_;
    this->~OperationCall();
    if (in_start == nullptr) return operation.deliver(&completion);
    *in_start = true;
    deliverSoon<kind>(table, operation, completion);
  }

 private:
  TableCore& table_;
  Operation& operation_;
  bool* ended_in_start_ = nullptr;  // where to tell startHere(), as long as it runs
  typename Op::Result result_{};
};

absl::Status closedError(const TableCore& table, OpKind kind) {
  return makeError(ErrorCode::kClosed, text(nameOf(kind), " on table \"", table.name(),
                                            "\" failed: the client is closed"));
}

// Calls of one foreign thread stay on one loop, so that they keep their order and are sent
// together.
std::size_t shardOfThisThread(std::size_t count) {
  static std::atomic<std::size_t> next{0};
  thread_local const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed);
  return mine % count;
}

double timeoutOf(const TableCore& table, double call_timeout) {
  if (call_timeout > 0) return call_timeout;
  const double table_timeout = table.options().operation_timeout_ms;
  return table_timeout > 0 ? table_timeout : table.client().options().operation_timeout_ms;
}

template <typename Op>
CallPlan planOf(const TableCore& table, const Prepared& prepared, TimePoint now) {
  const std::uint64_t random =
      mixSeed(prepared.hash, static_cast<std::uint64_t>(now.time_since_epoch().count()));
  return {.idempotent = Op::kSpec.idempotent,
          .backup_delay = Op::kSpec.hedgeable ? fromMillis(table.options().backup_request_ms)
                                              : Duration::zero(),
          .deadline = saturatingAdd(now, fromMillis(timeoutOf(table, prepared.timeout_ms))),
          .jitter = Rng::toUniform(random)};
}

template <typename Op, OpKind kind>
void start(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
           Operation& operation) {
  using OpCall = OperationCall<Op, kind>;
  static_assert(sizeof(OpCall) <= Operation::kStateBytes &&
                alignof(OpCall) <= alignof(std::max_align_t));
  ClientCore& client = table.client();
  if (!prepared.problem.ok()) return deliverSoon<kind>(table, operation, prepared.problem);
  if (client.closed()) return deliverSoon<kind>(table, operation, closedError(table, kind));

  const std::optional<std::size_t> current = client.currentShard();
  const std::size_t index = current.has_value() ? *current : shardOfThisThread(client.shardCount());
  Reactor& reactor = client.shard(index).reactor();
  const TimePoint now = current.has_value() ? reactor.now() : reactor.readClock();
  const Call::Request request{
      .spec = Op::kSpec,
      .args = operation.args(),
      .hash_key = operation.args().substr(hashKeyOffset(kind), prepared.hash_key_size),
      .hash = prepared.hash,
      .started = now,
      .plan = planOf<Op>(table, prepared, now),
      .cancel_id = cancel_id};
  auto* const call = ::new (operation.state()) OpCall(table, index, request, operation);
  if (current.has_value()) {
    call->startHere();
  } else if (!reactor.post(*call)) {
    call->~OpCall();
    deliverSoon<kind>(table, operation, closedError(table, kind));
  }
}

}  // namespace
}  // namespace bridle::internal

namespace bridle::detail {

using internal::text;

Prepared prepare(const TableCore& table, const OpRequest& request) {
  thread_local std::string args;
  args.clear();
  const std::int64_t now = table.client().shard(0).reactor().unixSeconds();
  Prepared prepared{.kind = request.kind};
  const absl::Status problem = internal::check(request, now);
  if (!problem.ok()) {
    prepared.problem =
        internal::makeError(ErrorCode::kInvalidArgument,
                            text(internal::nameOf(request.kind), " on table \"", table.name(),
                                 "\" refused: ", internal::toStd(problem.message())));
    return prepared;
  }
  internal::encode(args, request, now);
  prepared.args = args;
  prepared.hash_key_size = request.key.hash_key.size();
  prepared.hash = internal::wire::keyHash(request.key.hash_key, request.key.sort_key);
  prepared.timeout_ms = request.timeout_ms;
  return prepared;
}

std::uint64_t newCancelId(TableCore& table) {
  return table.newCancelId();
}

Canceller::Canceller(TableCore& table, std::uint64_t id)
    : table_(table.shared_from_this()), id_(id) {}

void Canceller::operator()(boost::asio::cancellation_type type) const {
  if (type != boost::asio::cancellation_type::none) table_->cancel(id_);
}

void launch(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
            Operation& operation) {
  using internal::start;
  switch (prepared.kind) {
    case OpKind::kGet:
      return start<internal::GetOp, OpKind::kGet>(table, prepared, cancel_id, operation);
    case OpKind::kSet:
      return start<internal::SetOp, OpKind::kSet>(table, prepared, cancel_id, operation);
    case OpKind::kDel:
      return start<internal::DelOp, OpKind::kDel>(table, prepared, cancel_id, operation);
    case OpKind::kExist:
      return start<internal::ExistOp, OpKind::kExist>(table, prepared, cancel_id, operation);
    case OpKind::kTtl:
      return start<internal::TtlOp, OpKind::kTtl>(table, prepared, cancel_id, operation);
  }
}

}  // namespace bridle::detail
