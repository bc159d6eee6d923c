#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/pegasus_time.h"

namespace bridle::internal::onebox {

struct Record {
  std::string value;
  ExpireTs expire_ts = 0;
};

// One record put or removed.
struct Change {
  enum class Kind : std::uint8_t { kPut, kRemove };

  Kind kind = Kind::kPut;
  std::string key;
  std::string value = {};
  ExpireTs expire_ts = 0;
};

// A walk over the records of a store as they are now, expired ones as well, in the order of their
// keys. The store must not change meanwhile.
class Cursor {
 public:
  virtual ~Cursor() = default;

  virtual void seek(std::string_view key) = 0;        // to the first key >= this one
  virtual void seekBefore(std::string_view key) = 0;  // to the last key < this one
  virtual void next() = 0;                            // while valid()
  virtual void previous() = 0;                        // while valid()
  virtual bool valid() const = 0;                     // false past either end

  // Of the record it stands at; views until it moves.
  virtual std::string_view key() const = 0;
  virtual std::string_view value() const = 0;
  virtual ExpireTs expireTs() const = 0;
};

// The records of one partition: raw keys in the order of their bytes. Expired records are invisible
// to get(), but stay until they are overwritten or removed.
class Store {
 public:
  virtual ~Store() = default;

  // False, with `out` untouched, if there is no such record or it has expired.
  virtual bool get(std::string_view key, ExpireTs now, Record& out) const = 0;

  // One write: all of its changes or none, in their order. `decree`, its number, is one more than
  // that of the write before.
  virtual void apply(std::int64_t decree, std::span<const Change> changes) = 0;

  virtual std::int64_t decree() const = 0;  // of the last write, 0 before the first

  virtual std::unique_ptr<Cursor> cursor() const = 0;
};

}  // namespace bridle::internal::onebox
