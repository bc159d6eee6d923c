#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "onebox/store/store.h"

namespace bridle::internal::onebox {

// A copy that is one write behind another store: its records but for the last write, whose keys it
// shows as they were before.
class LaggingStore final : public Store {
 public:
  explicit LaggingStore(const Store& ahead) : ahead_(ahead) {}

  bool get(std::string_view key, ExpireTs now, Record& out) const override;
  std::unique_ptr<Cursor> cursor() const override;

  // Says that the store ahead is about to apply this write: the one before is seen from now on.
  void apply(std::int64_t decree, std::span<const Change> changes) override;
  std::int64_t decree() const override { return decree_; }

  // Shows all that the store ahead has.
  void catchUp();

 private:
  using Before = std::map<std::string, std::optional<Record>, std::less<>>;
  class Walk;

  const Store& ahead_;
  Before before_;  // the records that the last write changed; nullopt: there was none
  std::int64_t decree_ = ahead_.decree();
};

}  // namespace bridle::internal::onebox
