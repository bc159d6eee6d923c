#include "client/batch/items.h"

namespace bridle::internal {
namespace {

// Shows each piece of bytes that an item refers to.
template <typename Visit>
void visit(Key& key, Visit visitor) {
  visitor(key.hash_key);
  visitor(key.sort_key);
}
template <typename Visit>
void visit(SetItem& item, Visit visitor) {
  visit(item.key, visitor);
  visitor(item.value);
}
template <typename Visit>
void visit(MultiSetItem& item, Visit visitor) {
  visitor(item.hash_key);
  for (EntryView& entry : item.entries) {
    visitor(entry.sort_key);
    visitor(entry.value);
  }
}
template <typename Item, typename Visit>
requires requires(Item& item) {
  item.sort_keys;
}
void visit(Item& item, Visit visitor) {
  visitor(item.hash_key);
  for (std::string_view& sort_key : item.sort_keys) visitor(sort_key);
}

}  // namespace

template <typename Item>
OwnedItems<Item>::OwnedItems(const std::vector<Item>& items) : items_(items) {
  std::size_t size = 0;
  for (Item& item : items_) {
    visit(item, [&size](std::string_view piece) { size += piece.size(); });
  }
  bytes_.reserve(size);
  for (Item& item : items_) {
    visit(item, [this](std::string_view& piece) {
      const std::size_t start = bytes_.size();
      bytes_.append(piece);
      piece = std::string_view(bytes_).substr(start);
    });
  }
}

template class OwnedItems<Key>;
template class OwnedItems<SetItem>;
template class OwnedItems<MultiGetItem>;
template class OwnedItems<MultiSetItem>;
template class OwnedItems<MultiDelItem>;

}  // namespace bridle::internal
