#include "onebox/store/memory_store.h"

#include <iterator>

#include "base/status.h"

namespace bridle::internal::onebox {

class MemoryStore::Walk final : public Cursor {
 public:
  explicit Walk(const Records& records) : records_(records), at_(records.end()) {}

  void seek(std::string_view key) override { at_ = records_.lower_bound(key); }
  void seekBefore(std::string_view key) override {
    seek(key);
    previous();
  }
  void next() override { ++at_; }
  void previous() override { at_ = at_ == records_.begin() ? records_.end() : std::prev(at_); }
  bool valid() const override { return at_ != records_.end(); }

  std::string_view key() const override { return at_->first; }
  std::string_view value() const override { return at_->second.value; }
  ExpireTs expireTs() const override { return at_->second.expire_ts; }

 private:
  const Records& records_;
  Records::const_iterator at_;
};

bool MemoryStore::get(std::string_view key, ExpireTs now, Record& out) const {
  const auto found = index_.find(toAbsl(key));
  if (found == index_.end() || isExpired(found->second->expire_ts, now)) return false;
  out = *found->second;
  return true;
}

void MemoryStore::apply(std::int64_t decree, std::span<const Change> changes) {
  decree_ = decree;
  for (const Change& change : changes) {
    if (change.kind == Change::Kind::kPut) {
      put(change);
    } else {
      remove(change.key);
    }
  }
}

std::unique_ptr<Cursor> MemoryStore::cursor() const {
  return std::make_unique<Walk>(records_);
}

void MemoryStore::put(const Change& change) {
  auto found = index_.find(toAbsl(change.key));
  if (found == index_.end()) {
    auto& [own_key, record] = *records_.try_emplace(change.key).first;
    found = index_.emplace(own_key, &record).first;
  }
  found->second->value.assign(change.value);
  found->second->expire_ts = change.expire_ts;
}

void MemoryStore::remove(const std::string& key) {
  if (index_.erase(toAbsl(key)) > 0) records_.erase(records_.find(key));
}

}  // namespace bridle::internal::onebox
