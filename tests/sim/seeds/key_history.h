#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace bridle::internal::sim {

// What may be read of one key, whose writes come one after the other from one writer: the last
// write that is known to have taken effect, or one that came after it. Besides, a write that left
// in more than one copy, or whose outcome is unknown, or which was under way when its table was
// dropped, may take effect at any later time.
class KeyHistory {
 public:
  using Mark = std::size_t;  // how far the history was known at some moment

  KeyHistory();

  // A write starts; a delete has no value. Expires not before `expires`.
  std::size_t begin(std::optional<std::string> value, TimePoint expires = kNever);
  void sentAgain(std::size_t write) { writes_[write].astray = true; }
  void succeeded(std::size_t write);
  // False: it is told not to have been executed, but was read before.
  bool failed(std::size_t write, bool may_have_executed);

  void tableDropped();

  Mark mark() const { return known_; }

  // What is wrong with a read that started at `since` and ended `now` with this value (none: the
  // record was absent); empty if nothing is.
  std::string checkRead(const std::optional<std::string_view>& value, Mark since, TimePoint now);
  // The same where only "present" is known.
  std::string checkPresent(Mark since) const;
  // The same for a read that may come from a secondary, which may be behind by any time.
  std::string checkOldRead(const std::optional<std::string_view>& value);

 private:
  struct Write {
    std::optional<std::string> value = {};
    TimePoint expires = kNever;
    bool open = true;
    bool refused = false;  // certainly not executed
    bool astray = false;   // may take effect at any time
    bool seen = false;
  };

  std::size_t find(std::string_view value) const;  // writes_.size(): there is none
  bool possible(std::size_t write, Mark since) const;

  std::vector<Write> writes_;
  Mark known_ = 0;
};

}  // namespace bridle::internal::sim
