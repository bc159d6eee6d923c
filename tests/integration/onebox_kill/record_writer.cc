#include "record_writer.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace bridle::test {
namespace {

constexpr int kKeys = 60;
constexpr std::size_t kLongestPadding = 2000;
constexpr int kTtlSeconds = 100'000;  // far longer than the test

// Each write goes to both, as one batch: a half of it must never be seen.
constexpr const char* kTwins[] = {"a", "b"};

}  // namespace

std::string RecordWriter::show(const State& state) {
  if (!state) return "nothing";
  return state->value.substr(0, state->value.find(' ')) + (state->expires ? " with a TTL" : "");
}

RecordWriter::State RecordWriter::nextState(int number) const {
  if (number % 7 == 6) return std::nullopt;
  const auto padding = static_cast<std::size_t>(number) * 37 % kLongestPadding;
  return Record{.value = std::to_string(number) + " " + std::string(padding, '.'),
                .expires = number % 5 == 0};
}

// In the order of a round trip through all keys.
void RecordWriter::writeNext() {
  const int number = number_++;
  const std::string hash_key = name_ + ":" + std::to_string(number % kKeys);
  const State state = nextState(number);
  const absl::Status status = write(hash_key, state);
  keys_[hash_key].note(status, state);
  if (status.ok()) ++acknowledged_;
}

absl::Status RecordWriter::write(const std::string& hash_key, const State& state) const {
  if (!state) return table_.multiDel(hash_key, {kTwins[0], kTwins[1]}).status();
  return table_.multiSet(hash_key, {{kTwins[0], state->value}, {kTwins[1], state->value}},
                         {.ttl_seconds = state->expires ? kTtlSeconds : 0});
}

RecordWriter::State RecordWriter::read(const Key& key) const {
  const auto value = table_.get(key);
  const auto ttl = table_.ttl(key);
  EXPECT_TRUE(value.ok() && ttl.ok()) << value.status() << ttl.status();
  if (!value.ok() || !ttl.ok() || !*value || !*ttl) return std::nullopt;
  EXPECT_LE((*ttl)->seconds, kTtlSeconds);
  return Record{.value = **value, .expires = (*ttl)->expires()};
}

void RecordWriter::check() {
  for (const auto& [hash_key, expected] : keys_) {
    const State first = read({hash_key, kTwins[0]});
    const State second = read({hash_key, kTwins[1]});
    EXPECT_EQ(show(first), show(second)) << hash_key << " has half of a write";
    EXPECT_TRUE(expected.allows(first))
        << hash_key << " has " << show(first) << " instead of " << show(expected.acknowledged());
  }
}

}  // namespace bridle::test
