// The operations of a Table on records of many hash keys.
#pragma once

#include <boost/asio/deferred.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/batch.h"
#include "bridle/detail/job.h"
#include "bridle/range_operations.h"

namespace bridle {

// Part of Table, which says what holds for all operations.
//
// A batch is many independent calls, of which at most BatchOptions::window are in flight. It is not
// atomic: each item has a status of its own, in the order of the items, and fails or succeeds
// whatever becomes of the others. One cancellation cancels all that is not done yet. Where the
// batch as a whole is refused, such as for a bad option, each item has that error. An empty batch
// is done at once.
//
// Cost: one allocation per call in flight, one for the bytes of all items, and the results.
class BatchOperations : public RangeOperations {
 public:
  using GetResults = std::vector<absl::StatusOr<std::optional<std::string>>>;
  using Statuses = std::vector<absl::Status>;
  using MultiGetResults = std::vector<absl::StatusOr<Entries>>;
  using Counts = std::vector<absl::StatusOr<std::int64_t>>;

  // The values of many records, nullopt for one that is not there. Keys of one partition travel
  // together, up to 160 in one request, which costs far less than single gets.
  // From servers that do not know this request the records are got one by one. Backup requests:
  // only with TableOptions::backup_requests_for_batch_get.
  GetResults batchGet(const std::vector<Key>& keys, const BatchOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncBatchGet(const std::vector<Key>& keys, const BatchOptions& options = {},
                     Token&& token = {}) {
    return detail::initiateJob<GetResults>(batchGetJob(keys, options), token);
  }
  template <detail::JobTokenFor<GetResults> Token>
  auto asyncBatchGet(const std::vector<Key>& keys, Token&& token) {
    return asyncBatchGet(keys, BatchOptions{}, std::forward<Token>(token));
  }

  // As set, for each item.
  Statuses batchSet(const std::vector<SetItem>& items, const BatchOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncBatchSet(const std::vector<SetItem>& items, const BatchOptions& options = {},
                     Token&& token = {}) {
    return detail::initiateJob<Statuses>(batchSetJob(items, options), token);
  }
  template <detail::JobTokenFor<Statuses> Token>
  auto asyncBatchSet(const std::vector<SetItem>& items, Token&& token) {
    return asyncBatchSet(items, BatchOptions{}, std::forward<Token>(token));
  }

  // As del, for each key.
  Statuses batchDel(const std::vector<Key>& keys, const BatchOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncBatchDel(const std::vector<Key>& keys, const BatchOptions& options = {},
                     Token&& token = {}) {
    return detail::initiateJob<Statuses>(batchDelJob(keys, options), token);
  }
  template <detail::JobTokenFor<Statuses> Token>
  auto asyncBatchDel(const std::vector<Key>& keys, Token&& token) {
    return asyncBatchDel(keys, BatchOptions{}, std::forward<Token>(token));
  }

  // As multiGet for each item, or multiGetRange if it has no sort keys; without limits other than
  // the server's: see Entries::complete.
  MultiGetResults batchMultiGet(const std::vector<MultiGetItem>& items,
                                const BatchOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncBatchMultiGet(const std::vector<MultiGetItem>& items, const BatchOptions& options = {},
                          Token&& token = {}) {
    return detail::initiateJob<MultiGetResults>(batchMultiGetJob(items, options), token);
  }
  template <detail::JobTokenFor<MultiGetResults> Token>
  auto asyncBatchMultiGet(const std::vector<MultiGetItem>& items, Token&& token) {
    return asyncBatchMultiGet(items, BatchOptions{}, std::forward<Token>(token));
  }

  // As multiSet, for each item.
  Statuses batchMultiSet(const std::vector<MultiSetItem>& items, const BatchOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncBatchMultiSet(const std::vector<MultiSetItem>& items, const BatchOptions& options = {},
                          Token&& token = {}) {
    return detail::initiateJob<Statuses>(batchMultiSetJob(items, options), token);
  }
  template <detail::JobTokenFor<Statuses> Token>
  auto asyncBatchMultiSet(const std::vector<MultiSetItem>& items, Token&& token) {
    return asyncBatchMultiSet(items, BatchOptions{}, std::forward<Token>(token));
  }

  // As multiDel, for each item.
  Counts batchMultiDel(const std::vector<MultiDelItem>& items, const BatchOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncBatchMultiDel(const std::vector<MultiDelItem>& items, const BatchOptions& options = {},
                          Token&& token = {}) {
    return detail::initiateJob<Counts>(batchMultiDelJob(items, options), token);
  }
  template <detail::JobTokenFor<Counts> Token>
  auto asyncBatchMultiDel(const std::vector<MultiDelItem>& items, Token&& token) {
    return asyncBatchMultiDel(items, BatchOptions{}, std::forward<Token>(token));
  }

 protected:
  using RangeOperations::RangeOperations;

 private:
  using Job = detail::JobStart;
  Job batchGetJob(const std::vector<Key>& keys, const BatchOptions& options) const;
  Job batchSetJob(const std::vector<SetItem>& items, const BatchOptions& options) const;
  Job batchDelJob(const std::vector<Key>& keys, const BatchOptions& options) const;
  Job batchMultiGetJob(const std::vector<MultiGetItem>& items, const BatchOptions& options) const;
  Job batchMultiSetJob(const std::vector<MultiSetItem>& items, const BatchOptions& options) const;
  Job batchMultiDelJob(const std::vector<MultiDelItem>& items, const BatchOptions& options) const;
};

}  // namespace bridle
