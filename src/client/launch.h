#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/detail/initiate.h"
#include "bridle/detail/requests.h"
#include "client/client_core.h"
#include "client/place.h"
#include "client/table_core.h"
#include "client/work.h"
#include "ops/op.h"
#include "ops/storage.h"

// The bodies of detail::Launcher. An operation exists once it stands in the list below and a source
// that includes this and its Op says `template struct Launcher<ItsRequest>;` in bridle::detail.
namespace bridle::internal {

struct BatchGetRequest;
struct GetScannerRequest;
struct ScanRequest;

using detail::Operation;
using detail::Prepared;
using detail::TableCore;

// The parts of a start that are the same for all operations.
Prepared refused(const TableCore& table, std::string_view name, std::string_view problem);
absl::Status closedError(const TableCore& table, std::string_view name);
std::string& emptyArgs();  // of this thread
CallPlan planOf(const TableCore& table, const CallSpec& spec, const Prepared& prepared,
                TimePoint now);

// The completion of an operation with the result type T, made from the result and the status of its
// call.
template <typename T>
absl::StatusOr<T> complete(absl::Status status, T& result) {
  if (!status.ok()) return status;
  return std::move(result);
}
inline absl::Status complete(absl::Status status, std::monostate&) {
  return status;
}

// Was a change made that this is the result of?
inline bool wasWritten(const CheckResult& result) {
  return result.applied;
}
template <typename T>
bool wasWritten(const T&) {
  return false;
}

// Ends an operation, but not inside the initiating function: on the loop that a call of this thread
// is started for, or if that has ended where the handler belongs.
template <typename Completion>
void deliverSoon(TableCore& table, Operation& operation, const Completion& completion) {
  const auto deliver = [&operation, completion = Completion(completion)]() mutable {
    operation.deliver(&completion);
  };
  const std::size_t loop = placeForCall(table.client()).shard;
  if (postWork(table.client().shard(loop).reactor(), deliver)) return;
  Completion last = completion;
  operation.deliverLater(&last);
}

// A call that lives in the block of its operation.
template <SoundOp O>
class OperationCall final : public Call {
 public:
  using Completion = typename O::Request::Completion;

  OperationCall(TableCore& table, std::size_t shard, const Request& request, Operation& operation)
      : Call(table.handler(shard), request), table_(table), operation_(operation) {}

  // On the loop's thread. The call may be gone afterwards.
  void startHere() {
    bool ended = false;
    ended_in_start_ = &ended;
    run();
    if (!ended) ended_in_start_ = nullptr;
  }

  Taken take(std::string_view bytes) override {
    Taken taken = O::decode(bytes, result_);
    if constexpr (HoldsValues<O>) {
      const bool compressed = table_.options().compress_values;
      if (compressed && taken.verdict == Verdict::kOk && !O::decompress(result_)) {
        return takenTooLarge(wasWritten(result_), taken.decree);
      }
    }
    return taken;
  }

  void deliver(absl::Status status) override {
    Completion completion = complete(std::move(status), result_);
    bool* const in_start = ended_in_start_;
    TableCore& table = table_;
    Operation& operation = operation_;
    this->~OperationCall();
    if (in_start == nullptr) return operation.deliver(&completion);
    *in_start = true;
    deliverSoon(table, operation, completion);
  }

 private:
  TableCore& table_;
  Operation& operation_;
  bool* ended_in_start_ = nullptr;  // where to tell startHere(), as long as it runs
  typename O::Result result_{};
};

template <SoundOp O>
void start(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
           Operation& operation) {
  using OpCall = OperationCall<O>;
  using Completion = typename OpCall::Completion;
  static_assert(sizeof(OpCall) <= Operation::kStateBytes &&
                alignof(OpCall) <= alignof(std::max_align_t));
  ClientCore& client = table.client();
  if (!prepared.problem.ok()) return deliverSoon<Completion>(table, operation, prepared.problem);
  if (client.closed()) {
    return deliverSoon<Completion>(table, operation, closedError(table, O::kSpec.name));
  }
  const Place place = placeForCall(client);
  const Call::Request request{
      .spec = O::kSpec,
      .args = operation.args(),
      .hash_key = operation.args().substr(O::kHashKeyOffset, prepared.hash_key_size),
      .hash = prepared.hash,
      .started = place.now,
      .plan = planOf(table, O::kSpec, prepared, place.now),
      .cancel_id = cancel_id,
      .info = prepared.info};
  auto* const call = ::new (operation.state()) OpCall(table, place.shard, request, operation);
  if (place.here) {
    call->startHere();
  } else if (!client.shard(place.shard).reactor().post(*call)) {
    call->~OpCall();
    deliverSoon<Completion>(table, operation, closedError(table, O::kSpec.name));
  }
}

}  // namespace bridle::internal

namespace bridle::detail {

template <typename Request>
Prepared Launcher<Request>::prepare(const TableCore& table, const Request& request) {
  using O = internal::Op<Request>;
  if (request.options.info != nullptr) *request.options.info = {};
  const internal::OpContext context{table.options(),
                                    table.client().shard(0).reactor().unixSeconds()};
  std::string problem = internal::timeoutProblem(request.options.timeout_ms);
  if (problem.empty()) problem = O::check(request, context);
  if (!problem.empty()) return internal::refused(table, O::kSpec.name, problem);
  std::string& args = internal::emptyArgs();
  O::encode(args, request, context);
  return {.args = args,
          .hash_key_size = O::hashKey(request).size(),
          .hash = O::hash(request),
          .timeout_ms = request.options.timeout_ms,
          .info = request.options.info};
}

template <typename Request>
void Launcher<Request>::launch(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
                               Operation& operation) {
  internal::start<internal::Op<Request>>(table, prepared, cancel_id, operation);
}

// On tables with compressed values it is more than one call.
template <>
void Launcher<CompareExchangeRequest>::launch(TableCore& table, const Prepared& prepared,
                                              std::uint64_t cancel_id, Operation& operation);

// Each has its bodies in one place.
extern template struct Launcher<GetRequest>;
extern template struct Launcher<ExistRequest>;
extern template struct Launcher<TtlRequest>;
extern template struct Launcher<SetRequest>;
extern template struct Launcher<DelRequest>;
extern template struct Launcher<IncrRequest>;
extern template struct Launcher<CompareExchangeRequest>;
extern template struct Launcher<MultiGetRequest>;
extern template struct Launcher<MultiGetRangeRequest>;
extern template struct Launcher<SortKeyCountRequest>;
extern template struct Launcher<MultiSetRequest>;
extern template struct Launcher<MultiDelRequest>;
extern template struct Launcher<CheckAndSetRequest>;
extern template struct Launcher<CheckAndMutateRequest>;
extern template struct Launcher<internal::BatchGetRequest>;
extern template struct Launcher<internal::GetScannerRequest>;
extern template struct Launcher<internal::ScanRequest>;

}  // namespace bridle::detail
