#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "absl/container/btree_map.h"
#include "onebox/store.h"

namespace bridle::internal::onebox {

class MemoryStore final : public Store {
 public:
  bool get(std::string_view key, ExpireTs now, Record& out) const override;
  void put(std::string_view key, std::string_view value, ExpireTs expire_ts) override;
  void remove(std::string_view key) override;
  void visit(absl::FunctionRef<void(std::string_view, const Record&)> see) const override;

 private:
  absl::btree_map<std::string, Record, std::less<>> records_;  // compares as unsigned bytes
};

}  // namespace bridle::internal::onebox
