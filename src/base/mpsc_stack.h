#pragma once

#include <atomic>

namespace bridle::internal {

// A node of MpscStack, to be inherited. It may be in one stack at a time.
struct MpscNode {
  MpscNode* next = nullptr;
};

// Many threads push, one drains; lock-free, no allocation. Draining gives first-in-first-out order.
class MpscStack {
 public:
  // True if the stack was empty, that is if the consumer has to be woken. Any thread.
  bool push(MpscNode& node) {
    MpscNode* head = head_.load(std::memory_order_relaxed);
    do {
      node.next = head;
    } while (!head_.compare_exchange_weak(head, &node, std::memory_order_acq_rel,
                                          std::memory_order_relaxed));
    return head == nullptr;
  }

  // Takes everything, oldest first, linked by `next`. Only the consumer.
  MpscNode* drain() {
    MpscNode* node = head_.exchange(nullptr, std::memory_order_acq_rel);
    MpscNode* oldest = nullptr;
    while (node != nullptr) {
      MpscNode* const next = node->next;
      node->next = oldest;
      oldest = node;
      node = next;
    }
    return oldest;
  }

  bool empty() const { return head_.load(std::memory_order_relaxed) == nullptr; }

 private:
  std::atomic<MpscNode*> head_{nullptr};
};

}  // namespace bridle::internal
