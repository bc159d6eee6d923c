#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rpc/reply_user.h"

namespace bridle::internal {

// The outstanding requests of one session, by ticket. Everything but growth and oldestFirst() takes
// constant time, and only these two allocate.
//
// Slots are reused in the order in which they became free, and at least 512 are free. So a ticket
// comes again only after 2^17 rounds through the free slots (67 million requests or more), long
// after a reply to its first owner can arrive.
class PendingTable {
 public:
  struct Entry {
    ReplyUser* user = nullptr;
    std::uint64_t order = 0;  // grows with each request of the session
  };

  PendingTable();

  std::size_t size() const { return taken_; }
  bool empty() const { return taken_ == 0; }
  bool full() const;  // limits::kMaxInFlightPerSession

  Ticket add(ReplyUser& user);  // precondition: not full

  // Nothing if the ticket's request has ended, or never was.
  std::optional<Entry> find(Ticket ticket) const;
  std::optional<Entry> take(Ticket ticket);  // its slot is free

  std::uint64_t nextOrder() const { return next_order_; }  // all present ones have a lower one
  std::vector<Ticket> oldestFirst() const;

 private:
  struct Slot {
    Entry entry;  // free: no user
    std::uint32_t generation = 0;
    std::uint32_t next_free = 0;
  };

  static Ticket ticketOf(std::uint32_t index, std::uint32_t generation);
  void grow();
  void appendFree(std::uint32_t index);

  std::vector<Slot> slots_;
  std::size_t taken_ = 0;
  std::uint32_t first_free_ = 0;  // the list of free slots is never empty
  std::uint32_t last_free_ = 0;
  std::uint64_t next_order_ = 0;
};

}  // namespace bridle::internal
