#include "bridle/batch_operations.h"

#include <utility>

#include "client/batch/batch_get_job.h"
#include "client/batch/item_batch.h"
#include "client/job/await_job.h"

namespace bridle {
namespace {

using detail::JobStart;
using TablePtr = std::shared_ptr<detail::TableCore>;

template <typename Result, typename Item>
JobStart itemBatch(const TablePtr& table, std::string_view name, const std::vector<Item>& items,
                   const BatchOptions& options) {
  return [table, name, items, options](detail::Operation& operation,
                                       const std::shared_ptr<detail::JobControl>& control) {
    internal::launch(table->client(),
                     std::make_shared<internal::ItemBatchJob<Item, Result>>(table, name, items,
                                                                            options, operation),
                     control);
  };
}

// The blocking form.
template <typename Results>
Results await(const TablePtr& table, std::string_view name, std::size_t items, CallInfo* info,
              JobStart start) {
  const absl::Status allowed = internal::mayWait(table->client(), name, table->name(), info);
  if (!allowed.ok()) return Results(items, typename Results::value_type(allowed));
  return internal::awaitJob<Results>(std::move(start));
}

}  // namespace

BatchOperations::GetResults BatchOperations::batchGet(const std::vector<Key>& keys,
                                                      const BatchOptions& options) {
  return await<GetResults>(core_, "batchGet", keys.size(), options.info,
                           batchGetJob(keys, options));
}

BatchOperations::Statuses BatchOperations::batchSet(const std::vector<SetItem>& items,
                                                    const BatchOptions& options) {
  return await<Statuses>(core_, "batchSet", items.size(), options.info,
                         batchSetJob(items, options));
}

BatchOperations::Statuses BatchOperations::batchDel(const std::vector<Key>& keys,
                                                    const BatchOptions& options) {
  return await<Statuses>(core_, "batchDel", keys.size(), options.info, batchDelJob(keys, options));
}

BatchOperations::MultiGetResults BatchOperations::batchMultiGet(
    const std::vector<MultiGetItem>& items, const BatchOptions& options) {
  return await<MultiGetResults>(core_, "batchMultiGet", items.size(), options.info,
                                batchMultiGetJob(items, options));
}

BatchOperations::Statuses BatchOperations::batchMultiSet(const std::vector<MultiSetItem>& items,
                                                         const BatchOptions& options) {
  return await<Statuses>(core_, "batchMultiSet", items.size(), options.info,
                         batchMultiSetJob(items, options));
}

BatchOperations::Counts BatchOperations::batchMultiDel(const std::vector<MultiDelItem>& items,
                                                       const BatchOptions& options) {
  return await<Counts>(core_, "batchMultiDel", items.size(), options.info,
                       batchMultiDelJob(items, options));
}

JobStart BatchOperations::batchGetJob(const std::vector<Key>& keys,
                                      const BatchOptions& options) const {
  return [table = core_, keys, options](detail::Operation& operation,
                                        const std::shared_ptr<detail::JobControl>& control) {
    internal::launch(table->client(),
                     std::make_shared<internal::BatchGetJob>(table, keys, options, operation),
                     control);
  };
}

JobStart BatchOperations::batchSetJob(const std::vector<SetItem>& items,
                                      const BatchOptions& options) const {
  return itemBatch<absl::Status>(core_, "batchSet", items, options);
}

JobStart BatchOperations::batchDelJob(const std::vector<Key>& keys,
                                      const BatchOptions& options) const {
  return itemBatch<absl::Status>(core_, "batchDel", keys, options);
}

JobStart BatchOperations::batchMultiGetJob(const std::vector<MultiGetItem>& items,
                                           const BatchOptions& options) const {
  return itemBatch<absl::StatusOr<Entries>>(core_, "batchMultiGet", items, options);
}

JobStart BatchOperations::batchMultiSetJob(const std::vector<MultiSetItem>& items,
                                           const BatchOptions& options) const {
  return itemBatch<absl::Status>(core_, "batchMultiSet", items, options);
}

JobStart BatchOperations::batchMultiDelJob(const std::vector<MultiDelItem>& items,
                                           const BatchOptions& options) const {
  return itemBatch<absl::StatusOr<std::int64_t>>(core_, "batchMultiDel", items, options);
}

}  // namespace bridle
