// The plain values that operations take and give.
#pragma once

#include <cstdint>
#include <string_view>

namespace bridle {

// Names one record: all records of one hash key live in one partition, ordered by sort key.
//
// Limits: the hash key has at most 65534 bytes; longer is refused with InvalidArgument before
// anything is sent. An empty hash key is allowed for single-record operations; the sort key then
// decides the partition. Lifetime: a Key only refers to its bytes. They are read when the operation
// starts: for a blocking call, and for a callback or future, inside the call; for `co_await` or a
// deferred operation, when it is awaited.
struct Key {
  std::string_view hash_key;
  std::string_view sort_key = {};
};

// What is left of a record's life.
struct Ttl {
  static constexpr std::int32_t kForever = -1;

  std::int32_t seconds = kForever;  // by the server's clock, rounded down

  bool expires() const { return seconds != kForever; }
  bool operator==(const Ttl&) const = default;
};

// What a write does to the life of a record that is there already.
class TtlChange {
 public:
  static TtlChange keep() { return TtlChange(0); }
  static TtlChange clear() { return TtlChange(-1); }                      // it never expires
  static TtlChange set(int seconds) { return TtlChange(seconds, true); }  // at least 1

  int seconds() const { return seconds_; }
  bool sets() const { return sets_; }
  bool clears() const { return !sets_ && seconds_ < 0; }

 private:
  explicit TtlChange(int seconds, bool sets = false) : seconds_(seconds), sets_(sets) {}

  int seconds_;
  bool sets_;
};

}  // namespace bridle
