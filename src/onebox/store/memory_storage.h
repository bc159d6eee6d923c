#pragma once

#include <memory>
#include <utility>

#include "onebox/store/memory_store.h"
#include "onebox/store/storage.h"

namespace bridle::internal::onebox {

// Each store is gone with its partition.
class MemoryStorage final : public Storage {
 public:
  std::unique_ptr<Store> create(const PartitionId&) override {
    return std::make_unique<MemoryStore>();
  }
  std::unique_ptr<Store> open(const PartitionId& partition) override { return create(partition); }
  bool durable() const override { return false; }
  void save(SavedTables tables) override { saved_ = std::move(tables); }
  const SavedTables& saved() const override { return saved_; }
  bool failed() const override { return false; }
  absl::Status check() override { return absl::OkStatus(); }

 private:
  SavedTables saved_;
};

}  // namespace bridle::internal::onebox
