#pragma once

#include <atomic>
#include <cstdint>

namespace bridle::internal {

// A count that one thread writes and any thread reads: a plain load and store, no locked
// instruction.
class Counter {
 public:
  void add(std::uint64_t n = 1) {
    value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
  std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace bridle::internal
