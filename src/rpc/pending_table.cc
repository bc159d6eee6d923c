#include "rpc/pending_table.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"

namespace bridle::internal {
namespace {

// A sequence id is an i32 that is not negative: 14 bits of slot, 17 bits of generation.
constexpr std::uint32_t kSlotBits = 14;
constexpr std::uint32_t kMaxSlots = 1U << kSlotBits;
constexpr std::uint32_t kGenerationMask = (1U << (31 - kSlotBits)) - 1;
constexpr std::size_t kFirstSlots = 1024;

static_assert(limits::kMaxInFlightPerSession < kMaxSlots);

std::uint32_t indexOf(Ticket ticket) {
  return static_cast<std::uint32_t>(ticket) & (kMaxSlots - 1);
}

std::uint32_t generationOf(Ticket ticket) {
  return static_cast<std::uint32_t>(ticket) >> kSlotBits;
}

}  // namespace

PendingTable::PendingTable() : slots_(1) {
  grow();
}

bool PendingTable::full() const {
  return taken_ >= limits::kMaxInFlightPerSession;
}

Ticket PendingTable::ticketOf(std::uint32_t index, std::uint32_t generation) {
  return static_cast<Ticket>(generation << kSlotBits | index);
}

Ticket PendingTable::add(ReplyUser& user) {
  if (taken_ >= slots_.size() / 2) grow();
  const std::uint32_t index = first_free_;
  Slot& slot = slots_[index];
  first_free_ = slot.next_free;
  slot.entry = {&user, next_order_++};
  ++taken_;
  return ticketOf(index, slot.generation);
}

std::optional<PendingTable::Entry> PendingTable::find(Ticket ticket) const {
  const std::uint32_t index = indexOf(ticket);
  if (index >= slots_.size()) return std::nullopt;
  const Slot& slot = slots_[index];
  if (slot.entry.user == nullptr || slot.generation != generationOf(ticket)) return std::nullopt;
  return slot.entry;
}

std::optional<PendingTable::Entry> PendingTable::take(Ticket ticket) {
  const std::optional<Entry> entry = find(ticket);
  if (!entry.has_value()) return std::nullopt;
  Slot& slot = slots_[indexOf(ticket)];
  slot.entry.user = nullptr;
  slot.generation = (slot.generation + 1) & kGenerationMask;
  appendFree(indexOf(ticket));
  --taken_;
  return entry;
}

std::vector<Ticket> PendingTable::oldestFirst() const {
  std::vector<std::pair<std::uint64_t, Ticket>> found;
  found.reserve(taken_);
  for (std::uint32_t index = 0; index < slots_.size(); ++index) {
    const Slot& slot = slots_[index];
    if (slot.entry.user == nullptr) continue;
    found.emplace_back(slot.entry.order, ticketOf(index, slot.generation));
  }
  std::sort(found.begin(), found.end());
  std::vector<Ticket> tickets;
  tickets.reserve(found.size());
  for (const auto& [order, ticket] : found) tickets.push_back(ticket);
  return tickets;
}

void PendingTable::grow() {
  const std::size_t old_size = slots_.size();
  slots_.resize(std::clamp<std::size_t>(old_size * 2, kFirstSlots, kMaxSlots));
  for (std::size_t index = old_size; index < slots_.size(); ++index) {
    appendFree(static_cast<std::uint32_t>(index));
  }
}

void PendingTable::appendFree(std::uint32_t index) {
  slots_[last_free_].next_free = index;
  last_free_ = index;
}

}  // namespace bridle::internal
