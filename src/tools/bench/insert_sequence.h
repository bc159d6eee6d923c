#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

namespace bridle::internal::bench {

// Hands out the numbers of records to insert and knows up to where all of them are in the table, so
// that reads ask for existing records only. All lanes share one.
//
// It remembers the numbers that are out, at most one per lane, instead of a window of those that
// came back, so an insert that takes long holds up the readable range but nothing can overflow.
class InsertSequence {
 public:
  explicit InsertSequence(std::int64_t first) : next_(first), last_(first - 1) {}

  std::int64_t take();
  void acknowledge(std::int64_t number);  // it is in the table now
  void giveBack(std::int64_t number);     // its insert failed; the next insert tries it again

  // The highest number up to which everything was acknowledged.
  std::int64_t last() const { return last_.load(std::memory_order_relaxed); }

 private:
  std::mutex mutex_;
  std::int64_t next_;
  std::set<std::int64_t> missing_;  // taken or given back, not acknowledged
  std::vector<std::int64_t> given_back_;
  std::atomic<std::int64_t> last_;
};

}  // namespace bridle::internal::bench
