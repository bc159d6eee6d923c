#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace bridle::internal::bench {

// What is asked of the system under test.
enum class Action : std::uint8_t {
  kRead,
  kWrite,
  kDelete,
  kTtl,
  kIncrement,
  kCheckAndSet,  // writes if the record exists
  kMultiGet,
  kMultiSet,
  kScan,       // within the hash key, from the sort key on
  kScanTable,  // rows of the table's partition number `partition`, modulo their count
};

struct Request {
  Action action = Action::kRead;
  std::string_view hash_key = {};
  std::string_view sort_key = {};
  std::string_view value = {};                       // kWrite, kCheckAndSet, each of kMultiSet
  std::span<const std::string_view> sort_keys = {};  // kMultiGet, kMultiSet
  std::int64_t rows = 0;                             // scans: at most
  std::int64_t partition = 0;
};

// What the stream is made of, in the order in which YCSB weighs its own.
enum class OpKind : std::uint8_t {
  kRead,
  kUpdate,
  kInsert,
  kScan,
  kReadModifyWrite,
  kMultiGet,
  kMultiSet,
  kIncrement,
  kCheckAndSet,
  kDelete,
  kTtl,
};
inline constexpr std::size_t kOpKindCount = 11;

// One operation of the stream. What its request refers to stays valid until the next one is drawn.
struct Operation {
  OpKind kind = OpKind::kRead;
  std::int64_t record = 0;
  Request request;  // of a read-modify-write: the read, with the value of the write that follows
};

}  // namespace bridle::internal::bench
