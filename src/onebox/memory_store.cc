#include "onebox/memory_store.h"

#include "base/status.h"

namespace bridle::internal::onebox {

bool MemoryStore::get(std::string_view key, ExpireTs now, Record& out) const {
  const auto found = index_.find(toAbsl(key));
  if (found == index_.end() || isExpired(found->second->expire_ts, now)) return false;
  out = *found->second;
  return true;
}

void MemoryStore::put(std::string_view key, std::string_view value, ExpireTs expire_ts) {
  auto found = index_.find(toAbsl(key));
  if (found == index_.end()) {
    auto& [own_key, record] = *records_.try_emplace(std::string(key)).first;
    found = index_.emplace(own_key, &record).first;
  }
  found->second->value.assign(value);
  found->second->expire_ts = expire_ts;
}

void MemoryStore::remove(std::string_view key) {
  if (index_.erase(toAbsl(key)) > 0) records_.erase(records_.find(key));
}

void MemoryStore::visit(absl::FunctionRef<void(std::string_view, const Record&)> see) const {
  for (const auto& [key, record] : records_) see(key, record);
}

}  // namespace bridle::internal::onebox
