#include "onebox/partition.h"

#include <algorithm>
#include <array>
#include <string>

#include "onebox/store/memory_store.h"

namespace bridle::internal::onebox {

Partition::Partition(const std::vector<int>& servers) {
  for (const int server : servers) {
    copies_.push_back({.server = server, .store = std::make_unique<MemoryStore>()});
  }
  config_.primary = servers.front();
  config_.secondaries.assign(servers.begin() + 1, servers.end());
}

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
  const auto copy = std::find_if(copies_.begin(), copies_.end(),
                                 [server](const Copy& c) { return c.server == server; });
  return *copy->store;
}

std::int64_t Partition::write(std::span<const Change> changes) {
  for (const Copy& copy : copies_) {
    if (copy.store != nullptr) copy.store->apply(changes);
  }
  return ++decree_;
}

void Partition::serverStopped(int server) {
  Copy* const copy = find(server);
  if (copy == nullptr) return;
  copy->running = false;
  if (roleOf(server) != Role::kNone) leave(*copy);
}

void Partition::leave(Copy& copy) {
  std::vector<int>& secondaries = config_.secondaries;
  if (config_.primary != copy.server) {
    std::erase(secondaries, copy.server);
    copy.store.reset();
  } else if (secondaries.empty()) {
    config_.primary.reset();  // the copy stays: nobody else has the records
  } else {
    config_.primary = secondaries.front();
    secondaries.erase(secondaries.begin());
    copy.store.reset();
  }
  config_.last_drops.push_back(copy.server);
  ++config_.ballot;
}

void Partition::serverStarted(int server) {
  Copy* const copy = find(server);
  if (copy == nullptr) return;
  copy->running = true;
  if (!config_.primary) {
    if (copy->store == nullptr) return;  // its records are older than the last primary's
    config_.primary = server;
    std::erase(config_.last_drops, server);
    ++config_.ballot;
  }
  for (Copy& other : copies_) {
    if (other.running && roleOf(other.server) == Role::kNone) join(other);
  }
}

void Partition::join(Copy& copy) {
  copy.store = std::make_unique<MemoryStore>();
  const std::unique_ptr<Cursor> from = copyAt(*config_.primary).cursor();
  for (from->seek({}); from->valid(); from->next()) {
    copy.store->apply(std::array{Change{.key = std::string(from->key()),
                                        .value = std::string(from->value()),
                                        .expire_ts = from->expireTs()}});
  }
  config_.secondaries.push_back(copy.server);
  std::erase(config_.last_drops, copy.server);
  ++config_.ballot;
}

bool Partition::movePrimary() {
  std::vector<int>& secondaries = config_.secondaries;
  if (!config_.primary || secondaries.empty()) return false;
  const int old_primary = *config_.primary;
  config_.primary = secondaries.front();
  secondaries.erase(secondaries.begin());
  secondaries.push_back(old_primary);
  ++config_.ballot;
  return true;
}

Partition::Copy* Partition::find(int server) {
  const auto copy = std::find_if(copies_.begin(), copies_.end(),
                                 [server](const Copy& c) { return c.server == server; });
  return copy == copies_.end() ? nullptr : &*copy;
}

}  // namespace bridle::internal::onebox
