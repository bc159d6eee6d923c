#include "ledger.h"

#include <gtest/gtest.h>

#include <vector>

namespace bridle::test {
namespace {

constexpr int kKeys = 60;
constexpr std::size_t kLongestPadding = 2000;

// Each write goes to both, as one batch: a half of it must never be seen.
constexpr const char* kTwins[] = {"a", "b"};

std::string show(const std::optional<std::string>& value) {
  return value ? value->substr(0, value->find(' ')) : "nothing";
}

}  // namespace

void Ledger::writeNext(Table& table) {
  const int number = number_++;
  const std::string hash_key = name_ + ":" + std::to_string(number % kKeys);
  Value value;
  const bool removes = number % 7 == 6;
  if (!removes) {
    const auto padding = static_cast<std::size_t>(number) * 37 % kLongestPadding;
    value = std::to_string(number) + " " + std::string(padding, '.');
  }
  Expected& expected = keys_[hash_key];
  const absl::Status status = write(table, hash_key, value);
  if (status.ok()) {
    ++acknowledged_;
    expected = {.acknowledged = value, .unknown = {}};
  } else {
    expected.unknown.insert(value);
  }
}

absl::Status Ledger::write(Table& table, const std::string& hash_key, const Value& value) const {
  if (value) return table.multiSet(hash_key, {{kTwins[0], *value}, {kTwins[1], *value}});
  return table.multiDel(hash_key, {kTwins[0], kTwins[1]}).status();
}

void Ledger::check(Table& table) {
  for (auto& [hash_key, expected] : keys_) {
    std::vector<Value> found;
    for (const char* const sort_key : kTwins) {
      const absl::StatusOr<Value> value = table.get({hash_key, sort_key});
      ASSERT_TRUE(value.ok()) << value.status();
      found.push_back(*value);
    }
    EXPECT_EQ(show(found[0]), show(found[1])) << hash_key << " has half of a write";
    EXPECT_TRUE(found[0] == expected.acknowledged || expected.unknown.contains(found[0]))
        << hash_key << " has " << show(found[0]) << " instead of " << show(expected.acknowledged);
  }
}

}  // namespace bridle::test
