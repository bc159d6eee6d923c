#include "liveness.h"

#include <optional>

#include "wire/key_codec.h"

namespace bridle::internal::sim {
namespace {

constexpr double kTimeoutMs = 1000;
constexpr Duration kPause = 20ms;

}  // namespace

Liveness::Liveness(const Plan& plan, World& world, std::vector<std::unique_ptr<SimClient>>& clients,
                   const std::vector<TablePtr>& tables, Report& report)
    : plan_(plan), world_(world), clients_(clients), tables_(tables), report_(report) {}

void Liveness::addAll() {
  for (std::size_t handle = 0; handle < plan_.handles.size(); ++handle) {
    const auto table = static_cast<std::size_t>(plan_.handles[handle].table);
    int partitions = 0;
    while (world_.cluster().partition(plan_.tables[table].name, partitions) != nullptr)
      ++partitions;
    for (int i = 0; i < partitions; ++i) add(static_cast<int>(handle), i, partitions);
  }
}

void Liveness::add(int handle, int partition, int partitions) {
  std::string key;
  for (int i = 0;; ++i) {
    key = text("probe", handle, ".", i);
    if (wire::partitionIndex(wire::keyHash(key, {}), partitions) == partition) break;
  }
  const int client = plan_.handles[static_cast<std::size_t>(handle)].client;
  const int loops = plan_.clients[static_cast<std::size_t>(client)].event_loops;
  for (int loop = 0; loop < loops; ++loop) {
    probes_.push_back({handle, static_cast<std::size_t>(loop), text(key), false, {}});
  }
}

void Liveness::check(Duration bound) {
  addAll();
  left_ = probes_.size();
  for (Probe& probe : probes_) write(probe);
  world_.reactor().runUntil([this] { return left_ == 0; }, bound);
  for (const Probe& probe : probes_) {
    if (probe.done) continue;
    report_.wrong("handle ", probe.handle, " loop ", probe.loop,
                  " does not recover: ", std::string(probe.last.ToString()));
  }
}

SimClient& Liveness::clientOf(const Probe& probe) {
  const Plan::Handle& handle = plan_.handles[static_cast<std::size_t>(probe.handle)];
  return *clients_[static_cast<std::size_t>(handle.client)];
}

void Liveness::write(Probe& probe) {
  clientOf(probe).start(
      tables_[static_cast<std::size_t>(probe.handle)],
      detail::SetRequest{{probe.key}, probe.key, {.timeout_ms = kTimeoutMs}},
      [this, &probe](const absl::Status& status) {
        if (!status.ok()) return again(probe, status);
        read(probe);
      },
      probe.loop);
}

void Liveness::read(Probe& probe) {
  clientOf(probe).start(
      tables_[static_cast<std::size_t>(probe.handle)],
      detail::GetRequest{{{probe.key}, {kTimeoutMs}}},
      [this, &probe](const absl::StatusOr<std::optional<std::string>>& value) {
        if (!value.ok()) return again(probe, value.status());
        if (*value != probe.key) report_.wrong("probe ", probe.key, " reads something else");
        probe.done = true;
        --left_;
      },
      probe.loop);
}

void Liveness::again(Probe& probe, const absl::Status& why) {
  report_.note("probe ", probe.key, " fails: ", std::string(why.ToString()));
  probe.last = why;
  world_.schedule().after(kPause, [this, &probe] { write(probe); });
}

}  // namespace bridle::internal::sim
