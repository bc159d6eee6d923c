#include "client/compressed_exchange.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/launch.h"
#include "ops/compression.h"
#include "ops/stored_exchange.h"

namespace bridle::internal {
namespace {

using Completion = absl::StatusOr<CheckResult>;
using Inner = detail::Launcher<StoredExchangeRequest>;

class CompressedExchange : public std::enable_shared_from_this<CompressedExchange> {
 public:
  CompressedExchange(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
                     Operation& operation)
      : table_(table.shared_from_this()),
        operation_(operation),
        prepared_(prepared),
        cancel_id_(cancel_id),
        deadline_(
            saturatingAdd(placeForCall(table.client()).now, table.timeoutOf(prepared.timeout_ms))),
        operand_(operandOf(operation.args())),
        expected_(operand_) {
    if (expected_.has_value()) decompressValue(*expected_);
  }

  void send(std::string_view args, double timeout_ms) {
    const StoredExchangeRequest request{
        .hash = prepared_.hash,
        .hash_key = args.substr(CompareExchangeOp::kHashKeyOffset, prepared_.hash_key_size),
        .args = args,
        .options = {.timeout_ms = timeout_ms, .info = prepared_.info}};
    auto handler = [self = shared_from_this()](Completion completion) {
      self->onEnd(std::move(completion));
    };
    const Prepared inner = Inner::prepare(*table_, request);
    using Block = detail::HandlerOperation<Completion, decltype(handler)>;
    Inner::launch(*table_, inner, cancel_id_, Block::create(std::move(handler), inner.args));
  }

 private:
  void onEnd(Completion completion) {
    if (prepared_.info != nullptr) tries_ = prepared_.info->tries += tries_;
    if (!completion.ok() || !completion->value.has_value()) return deliver(completion);
    const std::string stored = *completion->value;
    if (!decompressValue(*completion->value)) return deliver(tooLarge());
    const bool another_form = !completion->applied && stored != operand_ &&
                              completion->value == expected_ && expected_.has_value();
    const TimePoint now = placeForCall(table_->client()).now;
    if (!another_form || now >= deadline_) return deliver(completion);
    operand_ = stored;
    send(withOperand(operation_.args(), stored), toMillis(deadline_ - now));
  }

  // Nothing was written: what is expected, and so what is exchanged, is smaller.
  absl::Status tooLarge() const {
    return makeError(ErrorCode::kTooLarge,
                     text(CompareExchangeOp::kSpec.name, " on table \"", table_->name(),
                          "\" failed: ", takenTooLarge(false, -1).problem));
  }

  void deliver(Completion completion) { operation_.deliver(&completion); }

  const std::shared_ptr<TableCore> table_;
  Operation& operation_;
  const Prepared prepared_;
  const std::uint64_t cancel_id_;
  const TimePoint deadline_;
  std::optional<std::string> operand_;   // sent last; nullopt: no record is expected
  std::optional<std::string> expected_;  // the value that it stands for
  int tries_ = 0;
};

}  // namespace

void exchangeCompressed(TableCore& table, const Prepared& prepared, std::uint64_t cancel_id,
                        Operation& operation) {
  const auto exchange = std::make_shared<CompressedExchange>(table, prepared, cancel_id, operation);
  exchange->send(operation.args(), prepared.timeout_ms);
}

}  // namespace bridle::internal

namespace bridle::detail {

template struct Launcher<internal::StoredExchangeRequest>;

}  // namespace bridle::detail
