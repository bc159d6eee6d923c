#include "key_history.h"

#include <algorithm>
#include <utility>

#include "base/status.h"

namespace bridle::internal::sim {

KeyHistory::KeyHistory() {
  writes_.push_back({.open = false});  // in the beginning there is nothing
}

std::size_t KeyHistory::begin(std::optional<std::string> value, TimePoint expires) {
  writes_.push_back({.value = std::move(value), .expires = expires});
  return writes_.size() - 1;
}

void KeyHistory::succeeded(std::size_t write) {
  writes_[write].open = false;
  known_ = std::max(known_, write);
}

bool KeyHistory::failed(std::size_t index, bool may_have_executed) {
  Write& write = writes_[index];
  write.open = false;
  if (may_have_executed) {
    write.astray = true;
    return true;
  }
  write.refused = true;
  return !write.seen;
}

void KeyHistory::tableDropped() {
  for (Write& write : writes_) write.astray |= write.open;
  writes_.push_back({.open = false});
  known_ = writes_.size() - 1;
}

std::string KeyHistory::checkRead(const std::optional<std::string_view>& value, Mark since,
                                  TimePoint now) {
  if (!value.has_value()) {
    for (std::size_t i = 0; i < writes_.size(); ++i) {
      const bool leaves_nothing = !writes_[i].value.has_value() || writes_[i].expires <= now;
      if (leaves_nothing && possible(i, since)) return {};
    }
    return "nothing was there, but a value has to be";
  }
  const std::size_t found = find(*value);
  if (found == writes_.size()) return text("\"", value->substr(0, 40), "\" was never written here");
  writes_[found].seen = true;
  if (writes_[found].refused) return text("write ", found, " was read, but not executed");
  if (!possible(found, since)) return text("write ", found, " was read, after write ", since);
  known_ = std::max(known_, found);
  return {};
}

std::string KeyHistory::checkPresent(Mark since) const {
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    if (writes_[i].value.has_value() && possible(i, since)) return {};
  }
  return "something was there, but nothing may be";
}

std::string KeyHistory::checkOldRead(const std::optional<std::string_view>& value) {
  if (!value.has_value()) return {};
  const std::size_t found = find(*value);
  if (found == writes_.size()) return text("\"", value->substr(0, 40), "\" was never written here");
  writes_[found].seen = true;
  if (writes_[found].refused) return text("write ", found, " was read, but not executed");
  return {};
}

std::size_t KeyHistory::find(std::string_view value) const {
  std::size_t i = 0;
  while (i < writes_.size() && writes_[i].value != value) ++i;
  return i;
}

bool KeyHistory::possible(std::size_t write, Mark since) const {
  return !writes_[write].refused && (write >= since || writes_[write].astray);
}

}  // namespace bridle::internal::sim
