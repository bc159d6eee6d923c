#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "onebox/data/key_range.h"
#include "onebox/store/store.h"

namespace bridle::internal::onebox {

// A walk over the records of a range, as the server's iterators do it: one that was given up does
// not know whether a record that comes next is still one of the range.
class RangeWalk {
 public:
  // `prefix`: a record whose key does not start with it ends the walk, as the end of the store
  // does. (The server sees no other hash keys when it knows that it is to stay within one.)
  static RangeWalk forward(const Store& store, KeyRange range, std::string prefix);
  static RangeWalk backward(const Store& store, KeyRange range);

  // Whether it stands at a record of the range.
  bool atRecord();

  // Of that record; views until it moves.
  std::string_view key() const { return cursor_->key(); }
  std::string_view value() const { return cursor_->value(); }
  ExpireTs expireTs() const { return cursor_->expireTs(); }

  void next();  // while atRecord()

  // Whether more records may follow: it has not met the end.
  bool mayGoOn() const { return !complete_ && valid(); }

 private:
  RangeWalk(const Store& store, KeyRange range, std::string prefix, bool backward);

  bool valid() const { return cursor_->valid() && cursor_->key().starts_with(prefix_); }
  void seek();
  void step();

  KeyRange range_;
  std::string prefix_;
  bool backward_;
  std::unique_ptr<Cursor> cursor_;
  bool complete_ = false;
};

}  // namespace bridle::internal::onebox
