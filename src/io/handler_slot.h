#pragma once

#include <boost/asio/bind_allocator.hpp>
#include <cstddef>
#include <new>
#include <utility>

namespace bridle::internal {

// Memory for the one Asio handler that an object has outstanding for some purpose, so that starting
// the operation again allocates nothing, from whichever thread. If it is taken, as by a cancelled
// handler that has not run yet, the heap helps out.
class HandlerSlot {
 public:
  HandlerSlot() = default;
  HandlerSlot(const HandlerSlot&) = delete;
  HandlerSlot& operator=(const HandlerSlot&) = delete;

  void* allocate(std::size_t size) {
    if (taken_ || size > sizeof storage_) return ::operator new(size);
    taken_ = true;
    return storage_;
  }

  void deallocate(void* memory) {
    if (memory == storage_) {
      taken_ = false;
    } else {
      ::operator delete(memory);
    }
  }

 private:
  static constexpr std::size_t kBytes = 256;  // the largest, a composed write over TCP, takes 184

  alignas(std::max_align_t) std::byte storage_[kBytes];
  bool taken_ = false;
};

template <typename T>
class HandlerSlotAllocator {
 public:
  using value_type = T;

  explicit HandlerSlotAllocator(HandlerSlot& slot) : slot_(&slot) {}
  template <typename U>
  HandlerSlotAllocator(const HandlerSlotAllocator<U>& other) : slot_(other.slot_) {}

  T* allocate(std::size_t n) { return static_cast<T*>(slot_->allocate(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { slot_->deallocate(memory); }

  template <typename U>
  bool operator==(const HandlerSlotAllocator<U>& other) const {
    return slot_ == other.slot_;
  }

 private:
  template <typename U>
  friend class HandlerSlotAllocator;

  HandlerSlot* slot_;
};

// `handler`, to be kept in `slot` while it is outstanding. It must keep the slot alive.
template <typename Handler>
auto inSlot(HandlerSlot& slot, Handler handler) {
  return boost::asio::bind_allocator(HandlerSlotAllocator<std::byte>(slot), std::move(handler));
}

}  // namespace bridle::internal
