#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "client/batch/batch_job.h"
#include "client/batch/items.h"

namespace bridle::internal {

// One call for each item.

inline detail::SetRequest requestOf(const SetItem& item) {
  return {item.key, item.value, {.ttl_seconds = item.ttl_seconds}};
}
inline detail::DelRequest requestOf(const Key& key) {
  return {{key}};
}
inline detail::MultiSetRequest requestOf(const MultiSetItem& item) {
  return {item.hash_key, item.entries, {.ttl_seconds = item.ttl_seconds}};
}
inline detail::MultiDelRequest requestOf(const MultiDelItem& item) {
  return {item.hash_key, item.sort_keys};
}

template <typename Item, typename Result>
class ItemBatchJob final : public BatchJob<Result> {
 public:
  ItemBatchJob(const std::shared_ptr<detail::TableCore>& table, std::string_view name,
               const std::vector<Item>& items, const BatchOptions& options,
               detail::Operation& operation)
      : BatchJob<Result>(table, name, items.size(), options, operation),
        items_(items),
        end_(items.size()) {}

 private:
  static constexpr bool kWrites = !std::is_same_v<Item, MultiGetItem>;

  bool hasWork() const override { return next_ < end_; }
  void dropWork() override { end_ = next_; }
  bool isWriteUnderWay(std::size_t item) const override { return kWrites && item < next_; }

  void startOne() override {
    const std::size_t item = next_++;
    startItem(item, items_.all()[item]);
  }

  template <typename I>
  void startItem(std::size_t item, const I& what) {
    start(item, requestOf(what));
  }
  void startItem(std::size_t item, const MultiGetItem& what) {
    const MultiGetOptions all{.max_count = 0, .max_bytes = 0};
    if (what.sort_keys.empty()) {
      start(item, detail::MultiGetRangeRequest{what.hash_key, {}, all});
    } else {
      start(item, detail::MultiGetRequest{what.hash_key, what.sort_keys, all});
    }
  }

  template <typename Request>
  void start(std::size_t item, const Request& request) {
    this->calls().start(request, this->timeLeft(),
                        [self = std::static_pointer_cast<ItemBatchJob>(this->shared_from_this()),
                         item](Result result) {
                          if (self->ended()) return;
                          self->set(item, std::move(result));
                          self->pump();
                        });
  }

  const OwnedItems<Item> items_;
  std::size_t next_ = 0;  // to be begun
  std::size_t end_;       // of those to be begun
};

}  // namespace bridle::internal
