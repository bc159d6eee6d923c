#include "client/launch.h"

#include <atomic>

#include "base/error.h"
#include "base/limits.h"
#include "base/rng.h"
#include "base/status.h"

namespace bridle::internal {
namespace {

// Calls of one foreign thread stay on one loop, so that they keep their order and are sent
// together.
std::size_t shardOfThisThread(std::size_t count) {
  static std::atomic<std::size_t> next{0};
  thread_local const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed);
  return mine % count;
}

}  // namespace

Place placeForCall(ClientCore& client) {
  // The loop of a client that is closed may be gone, if it was borrowed.
  const std::optional<std::size_t> current = client.closed() ? std::nullopt : client.currentShard();
  if (current.has_value()) {
    return {*current, true, client.shard(*current).reactor().now()};
  }
  const std::size_t shard = shardOfThisThread(client.shardCount());
  return {shard, false, client.shard(shard).reactor().readClock()};
}

Prepared refused(const TableCore& table, std::string_view name, std::string_view problem) {
  return {.problem = makeError(ErrorCode::kInvalidArgument,
                               text(name, " on table \"", table.name(), "\" refused: ", problem))};
}

absl::Status closedError(const TableCore& table, std::string_view name) {
  return makeError(ErrorCode::kClosed,
                   text(name, " on table \"", table.name(), "\" failed: the client is closed"));
}

std::string timeoutProblem(double timeout_ms) {
  if (timeout_ms >= 0 && timeout_ms <= limits::kMaxTimeoutMs) return {};
  return text("timeout_ms is ", timeout_ms, "; it must be from 0 (the table's) to ",
              limits::kMaxTimeoutMs);
}

std::string& emptyArgs() {
  thread_local std::string args;
  args.clear();
  return args;
}

CallPlan planOf(const TableCore& table, const CallSpec& spec, const Prepared& prepared,
                TimePoint now) {
  const std::uint64_t random =
      mixSeed(prepared.hash, static_cast<std::uint64_t>(now.time_since_epoch().count()));
  const TableOptions& options = table.options();
  return {.idempotent = spec.idempotent,
          .backup_delay =
              spec.hedged(options) ? fromMillis(options.backup_request_ms) : Duration::zero(),
          .deadline = saturatingAdd(now, table.timeoutOf(prepared.timeout_ms)),
          .jitter = Rng::toUniform(random)};
}

}  // namespace bridle::internal

namespace bridle::detail {

std::uint64_t newCancelId(TableCore& table) {
  return table.newCancelId();
}

Canceller::Canceller(TableCore& table, std::uint64_t id)
    : table_(table.shared_from_this()), id_(id) {}

void Canceller::operator()(boost::asio::cancellation_type type) const {
  if (type != boost::asio::cancellation_type::none) table_->cancel(id_);
}

}  // namespace bridle::detail
