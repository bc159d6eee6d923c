#pragma once

#include <functional>
#include <map>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "onebox/store.h"

namespace bridle::internal::onebox {

class MemoryStore final : public Store {
 public:
  bool get(std::string_view key, ExpireTs now, Record& out) const override;
  void put(std::string_view key, std::string_view value, ExpireTs expire_ts) override;
  void remove(std::string_view key) override;
  void visit(absl::FunctionRef<void(std::string_view, const Record&)> see) const override;

 private:
  std::map<std::string, Record, std::less<>> records_;  // compares as unsigned bytes

  // By the keys of the map, whose nodes stay in place: most calls are for one key, and a walk down
  // a large tree is several times slower.
  absl::flat_hash_map<absl::string_view, Record*> index_;
};

}  // namespace bridle::internal::onebox
