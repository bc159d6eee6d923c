#include "onebox/partition.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "onebox/group_check.h"
#include "onebox/store/lagging_store.h"

namespace bridle::internal::onebox {

// What the secondaries of a partition have.
class Partition::Lag {
 public:
  Lag(const Store& primary, Reactor& reactor, Duration interval)
      : copy_(primary), check_(reactor, interval, [this] { copy_.catchUp(); }) {}

  const Store& copy() const { return copy_; }

  void onWrite(std::int64_t decree, std::span<const Change> changes) {
    copy_.apply(decree, changes);
    check_.awaitBeat();
  }

  // A new primary brings its secondaries up to date at once.
  void onNewConfig() {
    copy_.catchUp();
    check_.beginAnew();
  }

 private:
  LaggingStore copy_;
  GroupCheck check_;
};

Partition::Partition(const PartitionHost& host, const PartitionId& id,
                     const std::vector<int>& servers)
    : Partition(host, id,
                PartitionConfig{.primary = servers.front(),
                                .secondaries = {servers.begin() + 1, servers.end()},
                                .last_drops = {}}) {}

Partition::Partition(const PartitionHost& host, const PartitionId& id, PartitionConfig config)
    : Partition(host, std::move(config), host.storage.create(id)) {}

Partition Partition::restore(const PartitionHost& host, const PartitionId& id,
                             PartitionConfig saved) {
  Partition restored(host, std::move(saved), host.storage.open(id));
  restored.startAll();
  return restored;
}

Partition::Partition(const PartitionHost& host, PartitionConfig config,
                     std::unique_ptr<Store> store)
    : config_(std::move(config)), store_(std::move(store)) {
  if (host.group_check) {
    lag_ = std::make_unique<Lag>(*store_, host.reactor, *host.group_check);
  }
  if (config_.primary) copies_.push_back({*config_.primary});
  for (const int server : config_.secondaries) copies_.push_back({server});
  for (const int server : config_.last_drops) copies_.push_back({server, /*running=*/false});
}

void Partition::startAll() {
  for (Copy& copy : copies_) copy.running = true;
  if (!config_.primary) lead(config_.last_drops.back());
  joinAll();
}

Partition::Partition(Partition&&) noexcept = default;
Partition& Partition::operator=(Partition&&) noexcept = default;
Partition::~Partition() = default;

Role Partition::roleOf(int server) const {
  if (config_.primary == server) return Role::kPrimary;
  const auto& secondaries = config_.secondaries;
  const bool found = std::find(secondaries.begin(), secondaries.end(), server) != secondaries.end();
  return found ? Role::kSecondary : Role::kNone;
}

int Partition::serving() const {
  return (config_.primary ? 1 : 0) + static_cast<int>(config_.secondaries.size());
}

const Store& Partition::copyAt(int server) const {
  return lag_ != nullptr && config_.primary != server ? lag_->copy() : *store_;
}

std::int64_t Partition::write(std::span<const Change> changes) {
  const std::int64_t decree = store_->decree() + 1;
  if (lag_ != nullptr) lag_->onWrite(decree, changes);
  store_->apply(decree, changes);
  return decree;
}

void Partition::serverStopped(int server) {
  Copy* const copy = find(server);
  if (copy == nullptr) return;
  copy->running = false;
  if (roleOf(server) != Role::kNone) leave(server);
}

void Partition::leave(int server) {
  std::vector<int>& secondaries = config_.secondaries;
  if (config_.primary != server) {
    std::erase(secondaries, server);
  } else if (secondaries.empty()) {
    config_.primary.reset();
  } else {
    config_.primary = secondaries.front();
    secondaries.erase(secondaries.begin());
  }
  config_.last_drops.push_back(server);
  changed();
}

void Partition::serverStarted(int server) {
  Copy* const copy = find(server);
  if (copy == nullptr) return;
  copy->running = true;
  if (!config_.primary) {
    if (config_.last_drops.back() != server) return;
    lead(server);
  }
  joinAll();
}

void Partition::lead(int server) {
  config_.primary = server;
  std::erase(config_.last_drops, server);
  changed();
}

void Partition::joinAll() {
  for (const Copy& copy : copies_) {
    if (copy.running && roleOf(copy.server) == Role::kNone) join(copy.server);
  }
}

void Partition::join(int server) {
  config_.secondaries.push_back(server);
  std::erase(config_.last_drops, server);
  changed();
}

void Partition::resize(int copies, const std::vector<int>& running) {
  for (const int server : running) {
    if (std::ssize(copies_) < copies && find(server) == nullptr) copies_.push_back({server});
  }
  while (std::ssize(copies_) > copies) removeCopy();
  if (config_.primary) joinAll();
}

void Partition::removeCopy() {
  const auto last =
      copies_.back().server == config_.primary ? copies_.end() - 2 : copies_.end() - 1;
  std::erase(config_.secondaries, last->server);
  std::erase(config_.last_drops, last->server);
  copies_.erase(last);
  changed();
}

bool Partition::movePrimary() {
  std::vector<int>& secondaries = config_.secondaries;
  if (!config_.primary || secondaries.empty()) return false;
  const int old_primary = *config_.primary;
  config_.primary = secondaries.front();
  secondaries.erase(secondaries.begin());
  secondaries.push_back(old_primary);
  changed();
  return true;
}

void Partition::changed() {
  ++config_.ballot;
  if (lag_ != nullptr) lag_->onNewConfig();
}

Partition::Copy* Partition::find(int server) {
  const auto copy = std::find_if(copies_.begin(), copies_.end(),
                                 [server](const Copy& c) { return c.server == server; });
  return copy == copies_.end() ? nullptr : &*copy;
}

}  // namespace bridle::internal::onebox
