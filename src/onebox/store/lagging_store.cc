#include "onebox/store/lagging_store.h"

#include <iterator>
#include <utility>

namespace bridle::internal::onebox {

// Of the two sources it stands at the one that is nearer. Each step is a search of its own, which
// keeps both directions simple.
class LaggingStore::Walk final : public Cursor {
 public:
  Walk(std::unique_ptr<Cursor> ahead, const Before& before)
      : ahead_(std::move(ahead)), before_(before), own_(before.end()) {}

  void seek(std::string_view key) override {
    ahead_->seek(key);
    while (ahead_->valid() && before_.contains(ahead_->key())) ahead_->next();
    own_ = before_.lower_bound(key);
    while (own_ != before_.end() && !own_->second) ++own_;
    at_own_ = own_ != before_.end() && (!ahead_->valid() || own_->first < ahead_->key());
  }

  void seekBefore(std::string_view key) override {
    ahead_->seekBefore(key);
    while (ahead_->valid() && before_.contains(ahead_->key())) ahead_->previous();
    own_ = before_.lower_bound(key);
    do {
      own_ = own_ == before_.begin() ? before_.end() : std::prev(own_);
    } while (own_ != before_.end() && !own_->second);
    at_own_ = own_ != before_.end() && (!ahead_->valid() || own_->first > ahead_->key());
  }

  void next() override {
    std::string following(key());
    following.push_back('\0');
    seek(following);
  }
  void previous() override { seekBefore(std::string(key())); }
  bool valid() const override { return at_own_ || ahead_->valid(); }

  std::string_view key() const override {
    return at_own_ ? std::string_view(own_->first) : ahead_->key();
  }
  std::string_view value() const override {
    return at_own_ ? std::string_view(own_->second->value) : ahead_->value();
  }
  ExpireTs expireTs() const override {
    return at_own_ ? own_->second->expire_ts : ahead_->expireTs();
  }

 private:
  const std::unique_ptr<Cursor> ahead_;
  const Before& before_;
  Before::const_iterator own_;
  bool at_own_ = false;
};

bool LaggingStore::get(std::string_view key, ExpireTs now, Record& out) const {
  const auto own = before_.find(key);
  if (own == before_.end()) return ahead_.get(key, now, out);
  if (!own->second || isExpired(own->second->expire_ts, now)) return false;
  out = *own->second;
  return true;
}

std::unique_ptr<Cursor> LaggingStore::cursor() const {
  return std::make_unique<Walk>(ahead_.cursor(), before_);
}

void LaggingStore::apply(std::int64_t decree, std::span<const Change> changes) {
  catchUp();
  decree_ = decree - 1;
  constexpr ExpireTs kNothingExpired = 0;
  for (const Change& change : changes) {
    Record record;
    const bool found = ahead_.get(change.key, kNothingExpired, record);
    before_.try_emplace(change.key, found ? std::optional(std::move(record)) : std::nullopt);
  }
}

void LaggingStore::catchUp() {
  before_.clear();
  decree_ = ahead_.decree();
}

}  // namespace bridle::internal::onebox
