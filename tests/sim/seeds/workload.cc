#include "workload.h"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <string>
#include <utility>

namespace bridle::internal::sim {
namespace {

constexpr std::uint64_t kWorkloadStream = 12;

Outcome outcomeOf(absl::Status status) {
  return {std::move(status)};
}
Outcome outcomeOf(absl::StatusOr<std::optional<std::string>> value) {
  if (!value.ok()) return {value.status()};
  return {absl::OkStatus(), value->has_value(), *std::move(value)};
}
Outcome outcomeOf(const absl::StatusOr<bool>& present) {
  return {present.status(), present.ok() && *present};
}
Outcome outcomeOf(const absl::StatusOr<std::optional<Ttl>>& ttl) {
  return {ttl.status(), ttl.ok() && ttl->has_value()};
}

}  // namespace

Workload::Workload(const Plan& plan, World& world, std::vector<std::unique_ptr<SimClient>>& clients,
                   const std::vector<TablePtr>& tables, Calls& calls)
    : plan_(plan),
      world_(world),
      clients_(clients),
      tables_(tables),
      calls_(calls),
      dice_(mixSeed(plan.seed, kWorkloadStream)) {}

void Workload::schedule(int count, TimePoint until) {
  for (int i = 0; i < count; ++i) {
    world_.schedule().after(dice_.between(Duration{}, until - world_.now()),
                            [this] { startOne(); });
  }
}

void Workload::startOne() {
  const int key = dice_.between(0, static_cast<int>(plan_.keys.size()) - 1);
  const Plan::Key& chosen = plan_.keys[static_cast<std::size_t>(key)];
  const OpKind kind =
      dice_.oneOf<OpKind>({OpKind::kGet, OpKind::kGet, OpKind::kGet, OpKind::kSet, OpKind::kSet,
                           OpKind::kDel, OpKind::kExist, OpKind::kTtl});
  int handle = chosen.writer;
  if (kind != OpKind::kSet && kind != OpKind::kDel) {
    do {
      handle = dice_.between(0, static_cast<int>(plan_.handles.size()) - 1);
    } while (plan_.handles[static_cast<std::size_t>(handle)].table != chosen.table);
  }
  const Plan::Handle& used = plan_.handles[static_cast<std::size_t>(handle)];
  const double table_timeout = used.options.operation_timeout_ms;
  const double usual =
      table_timeout > 0 ? table_timeout
                        : plan_.clients[static_cast<std::size_t>(used.client)].operation_timeout_ms;
  const double own = dice_.chance(0.5) ? 0 : toMillis(dice_.magnitude(100us, 2s));
  CallRecord* const call = calls_.begin(handle, kind, key, fromMillis(own > 0 ? own : usual));
  if (call != nullptr) start(*call, own);
}

void Workload::start(CallRecord& call, double timeout_ms) {
  const Plan::Key& key = plan_.keys[static_cast<std::size_t>(call.key)];
  signals_.resize(static_cast<std::size_t>(call.id) + 1);
  if (dice_.chance(0.15)) cancelLater(call);
  const detail::RecordRequest request{{key.name}, {timeout_ms}};
  switch (call.kind) {
    case OpKind::kGet:
      return startAs(call, detail::GetRequest{request});
    case OpKind::kExist:
      return startAs(call, detail::ExistRequest{request});
    case OpKind::kTtl:
      return startAs(call, detail::TtlRequest{request});
    case OpKind::kDel:
      calls_.beginWrite(call, std::nullopt, kNever);
      return startAs(call, detail::DelRequest{request});
    case OpKind::kSet: {
      const std::string value =
          text(key.name, "#", call.id, ":",
               std::string(dice_.chance(0.1) ? static_cast<std::size_t>(dice_.between(0, 5000)) : 0,
                           'x'));
      const int ttl_seconds = dice_.chance(0.1) ? dice_.between(1, 5) : 0;
      const TimePoint expires =
          ttl_seconds == 0 ? kNever : world_.now() + std::chrono::seconds(ttl_seconds - 1);
      calls_.beginWrite(call, value, expires);
      return startAs(call, detail::SetRequest{{key.name}, value, {ttl_seconds, timeout_ms}});
    }
  }
}

template <typename Request>
void Workload::startAs(CallRecord& call, const Request& request) {
  const Plan::Handle& handle = calls_.handleOf(call);
  SimClient& client = *clients_[static_cast<std::size_t>(handle.client)];
  const TablePtr& table = tables_[static_cast<std::size_t>(call.handle)];
  const auto handler = [this, &call](typename Request::Completion completion) {
    ended(call, outcomeOf(std::move(completion)));
  };
  const std::optional<std::size_t> loop = anyLoop(handle.client);
  const auto& signal = signals_[static_cast<std::size_t>(call.id)];
  if (signal != nullptr) {
    client.start(table, request, boost::asio::bind_cancellation_slot(signal->slot(), handler),
                 loop);
  } else {
    client.start(table, request, handler, loop);
  }
  call.starting = false;
}

std::optional<std::size_t> Workload::anyLoop(int client) {
  if (dice_.chance(0.3)) return std::nullopt;
  const int loops = plan_.clients[static_cast<std::size_t>(client)].event_loops;
  return static_cast<std::size_t>(dice_.between(0, loops - 1));
}

void Workload::cancelLater(CallRecord& call) {
  auto& signal = signals_[static_cast<std::size_t>(call.id)];
  signal = std::make_unique<boost::asio::cancellation_signal>();
  world_.schedule().after(dice_.magnitude(1us, 500ms), [this, &call, raw = signal.get()] {
    call.cancelled = true;
    raw->emit(boost::asio::cancellation_type::terminal);
  });
}

void Workload::ended(CallRecord& call, const Outcome& outcome) {
  calls_.end(call, outcome);
  if (dice_.chance(0.2)) startOne();
}

}  // namespace bridle::internal::sim
