#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bridle/batch.h"
#include "bridle/detail/requests.h"

namespace bridle::internal {

// Items that have their bytes: all of them in one block.
template <typename Item>
class OwnedItems {
 public:
  explicit OwnedItems(const std::vector<Item>& items);
  OwnedItems(const OwnedItems&) = delete;
  OwnedItems& operator=(const OwnedItems&) = delete;

  const std::vector<Item>& all() const { return items_; }

 private:
  std::string bytes_;
  std::vector<Item> items_;
};

extern template class OwnedItems<Key>;
extern template class OwnedItems<SetItem>;
extern template class OwnedItems<MultiGetItem>;
extern template class OwnedItems<MultiSetItem>;
extern template class OwnedItems<MultiDelItem>;

}  // namespace bridle::internal
