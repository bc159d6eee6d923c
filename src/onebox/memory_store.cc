#include "onebox/memory_store.h"

namespace bridle::internal::onebox {

bool MemoryStore::get(std::string_view key, ExpireTs now, Record& out) const {
  const auto found = records_.find(key);
  if (found == records_.end() || isExpired(found->second.expire_ts, now)) return false;
  out = found->second;
  return true;
}

void MemoryStore::put(std::string_view key, std::string_view value, ExpireTs expire_ts) {
  auto place = records_.lower_bound(key);
  if (place == records_.end() || place->first != key) {
    place = records_.emplace_hint(place, key, Record{});
  }
  place->second.value.assign(value);
  place->second.expire_ts = expire_ts;
}

void MemoryStore::remove(std::string_view key) {
  const auto found = records_.find(key);
  if (found != records_.end()) records_.erase(found);
}

void MemoryStore::visit(absl::FunctionRef<void(std::string_view, const Record&)> see) const {
  for (const auto& [key, record] : records_) see(key, record);
}

}  // namespace bridle::internal::onebox
