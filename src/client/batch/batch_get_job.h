#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "client/batch/batch_job.h"
#include "client/batch/items.h"
#include "ops/batch_get.h"
#include "route/routing_table.h"

namespace bridle::internal {

// Gets many records, those of one partition together.
class BatchGetJob final : public BatchJob<absl::StatusOr<std::optional<std::string>>> {
 public:
  using Result = absl::StatusOr<std::optional<std::string>>;

  BatchGetJob(const std::shared_ptr<detail::TableCore>& table, const std::vector<Key>& keys,
              const BatchOptions& options, detail::Operation& operation);

 private:
  // Items for one request. The keys are those of the items, side by side.
  struct Chunk {
    std::vector<std::uint32_t> items = {};
    std::vector<Key> keys = {};
    std::size_t bytes = 0;
    std::shared_ptr<const RoutingTable> routes = {};  // by which they belong together
    std::int32_t partition = 0;
  };
  using Items = std::vector<std::uint32_t>;

  void prepare() override;
  bool hasWork() const override { return !chunks_.empty() || !singles_.empty(); }
  void startOne() override;
  void dropWork() override;

  void group(const Items& items);
  void add(Chunk& chunk, std::uint32_t item);
  void close(Chunk chunk);
  void startChunk(Chunk chunk);
  void startSingle(std::uint32_t item);
  void onChunk(const Chunk& chunk, const CallInfo& info, absl::StatusOr<FoundRecords> found);
  bool takeFound(const Chunk& chunk, FoundRecords& found,
                 absl::FunctionRef<bool(std::uint32_t item)> wanted);
  void getOneByOne(const Items& items);
  Items stillWanted(const Chunk& chunk) const;

  const OwnedItems<Key> keys_;
  std::vector<std::uint64_t> hashes_;
  std::deque<Chunk> chunks_;
  std::deque<std::uint32_t> singles_;
  bool knows_batch_get_ = true;  // the servers do, as far as is known
  int rounds_ = 0;               // of grouping
};

}  // namespace bridle::internal
