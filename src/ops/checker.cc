#include "ops/checker.h"

#include <algorithm>

#include "base/limits.h"
#include "base/pegasus_time.h"
#include "base/status.h"

namespace bridle::internal {
namespace {

// Field headers and lengths around one key or value, at most.
constexpr std::size_t kAroundAPart = 32;

}  // namespace

// Empty parts are fine here; the sort key then decides the partition.
Checker& Checker::key(const Key& key) {
  hashKey(key.hash_key);
  return sortKey(key.sort_key);
}

// The server would place such records by the empty hash key, where operations on one record do not
// look for them.
Checker& Checker::sharedHashKey(std::string_view hash_key) {
  require(!hash_key.empty(),
          "the hash key is empty, which only operations on one record allow; name one");
  hashKey(hash_key);
  return *this;
}

void Checker::hashKey(std::string_view hash_key) {
  if (good() && hash_key.size() > limits::kMaxHashKeyBytes) {
    problem_ = text("the hash key has ", hash_key.size(), " bytes; at most ",
                    limits::kMaxHashKeyBytes, " are allowed");
  }
  limit("the hash key", hash_key.size(), &TableOptions::max_hash_key_bytes, "max_hash_key_bytes");
  add(hash_key.size());
}

Checker& Checker::sortKey(std::string_view sort_key) {
  limit("the sort key", sort_key.size(), &TableOptions::max_sort_key_bytes, "max_sort_key_bytes");
  add(sort_key.size());
  return *this;
}

Checker& Checker::sortKeys(std::span<const std::string_view> sort_keys) {
  count(sort_keys.size(), "sort keys");
  for (const std::string_view sort_key : sort_keys) this->sortKey(sort_key);
  return *this;
}

Checker& Checker::value(std::string_view value) {
  limit("the value", value.size(), &TableOptions::max_value_bytes, "max_value_bytes");
  add(value.size());
  return *this;
}

Checker& Checker::operand(std::string_view bytes) {
  add(bytes.size());
  return *this;
}

Checker& Checker::count(std::size_t entries, std::string_view what) {
  if (good() && entries == 0) problem_ = text("the list of ", what, " is empty; name at least one");
  if (good() && limits_ != nullptr) {
    const int most = limits_->max_entries_per_write;
    if (most > 0 && entries > static_cast<std::size_t>(most)) {
      problem_ = text("there are ", entries, " ", what, "; max_entries_per_write = ", most,
                      " allows no more in one write");
    }
  }
  if (good() && entries > limits::kMaxListItems) {
    problem_ = text("there are ", entries, " ", what, "; at most ", limits::kMaxListItems,
                    " are allowed in one request");
  }
  return *this;
}

Checker& Checker::ttl(int ttl_seconds, std::int64_t unix_seconds) {
  // None at all if the clock is far off; what never expires is written even then.
  const std::int64_t longest =
      std::max<std::int64_t>(0, limits::kMaxExpireTs - pegasusSeconds(unix_seconds));
  if (good() && (ttl_seconds < 0 || ttl_seconds > longest)) {
    problem_ =
        text("ttl_seconds is ", ttl_seconds, "; it must be from 0 (never expires) to ", longest);
  }
  return *this;
}

Checker& Checker::require(bool condition, std::string_view otherwise) {
  if (good() && !condition) problem_ = otherwise;
  return *this;
}

std::string Checker::problem() {
  limit("the write", bytes_, &TableOptions::max_write_bytes, "max_write_bytes");
  const std::size_t whole = bytes_ + parts_ * kAroundAPart;
  if (good() && whole > limits::kMaxRequestBytes) {
    problem_ = text("the request has ", whole, " bytes; at most ", limits::kMaxRequestBytes,
                    " are allowed");
  }
  return std::move(problem_);
}

void Checker::limit(std::string_view what, std::size_t bytes, int TableOptions::*most,
                    std::string_view option) {
  if (!good() || limits_ == nullptr || limits_->*most <= 0) return;
  if (bytes <= static_cast<std::size_t>(limits_->*most)) return;
  problem_ = text(what, " has ", bytes, " bytes; ", option, " = ", limits_->*most,
                  " of the table allows no more");
}

void Checker::add(std::size_t bytes) {
  bytes_ += bytes;
  ++parts_;
}

}  // namespace bridle::internal
