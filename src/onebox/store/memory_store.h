#pragma once

#include <functional>
#include <map>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "onebox/store/store.h"

namespace bridle::internal::onebox {

class MemoryStore final : public Store {
 public:
  bool get(std::string_view key, ExpireTs now, Record& out) const override;
  void apply(std::int64_t decree, std::span<const Change> changes) override;
  std::int64_t decree() const override { return decree_; }
  std::unique_ptr<Cursor> cursor() const override;

 private:
  using Records = std::map<std::string, Record, std::less<>>;  // compares as unsigned bytes
  class Walk;

  void put(const Change& change);
  void remove(const std::string& key);

  Records records_;

  // By the keys of the map, whose nodes stay in place: most calls are for one key, and a walk down
  // a large tree is several times slower.
  absl::flat_hash_map<absl::string_view, Record*> index_;
  std::int64_t decree_ = 0;
};

}  // namespace bridle::internal::onebox
