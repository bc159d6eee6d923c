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
  enum class Pushed {
    kFirst,  // the stack was empty: the consumer has to be woken
    kQueued,
    kClosed,  // not pushed
  };

  Pushed push(MpscNode& node) {  // any thread
    MpscNode* head = head_.load(std::memory_order_acquire);
    do {
      if (head == &kEnd) return Pushed::kClosed;
      node.next = head;
    } while (!head_.compare_exchange_weak(head, &node, std::memory_order_acq_rel,
                                          std::memory_order_acquire));
    return head == nullptr ? Pushed::kFirst : Pushed::kQueued;
  }

  // Takes everything, oldest first, linked by `next`. Only the consumer.
  MpscNode* drain() { return closed() ? nullptr : take(nullptr); }

  // The same for the last time: nothing can be pushed any more.
  MpscNode* close() { return take(&kEnd); }

  bool empty() const {
    const MpscNode* const head = head_.load(std::memory_order_relaxed);
    return head == nullptr || head == &kEnd;
  }

 private:
  bool closed() const { return head_.load(std::memory_order_acquire) == &kEnd; }

  MpscNode* take(MpscNode* leave) {
    MpscNode* node = head_.exchange(leave, std::memory_order_acq_rel);
    if (node == &kEnd) return nullptr;
    MpscNode* oldest = nullptr;
    while (node != nullptr) {
      MpscNode* const next = node->next;
      node->next = oldest;
      oldest = node;
      node = next;
    }
    return oldest;
  }

  inline static MpscNode kEnd;  // the head of a closed stack

  std::atomic<MpscNode*> head_{nullptr};
};

}  // namespace bridle::internal
