#include "client/batch/batch_get_job.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "client/doublings.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

// How many partitions the keys of this one are dealt out to: while its child of a split is not
// there, half of what the table counts.
std::int32_t widthOf(const RoutingTable& routes, std::int32_t partition) {
  const std::int32_t count = routes.partitionCount();
  const auto child = static_cast<std::uint64_t>(partition + count / 2);
  const bool split_now = partition < count / 2 && routes.partitionFor(child) == partition;
  return split_now ? count / 2 : count;
}

// Can it be that one key, or its value, is to blame for the failure of a request for many?
bool mayBeOfOneKey(ErrorCode code) {
  return code == ErrorCode::kBadReply || code == ErrorCode::kTooLarge ||
         code == ErrorCode::kInvalidArgument;
}

}  // namespace

BatchGetJob::BatchGetJob(const std::shared_ptr<detail::TableCore>& table,
                         const std::vector<Key>& keys, const BatchOptions& options,
                         detail::Operation& operation)
    : BatchJob(table, "batchGet", keys.size(), options, operation), keys_(keys) {}

void BatchGetJob::prepare() {
  hashes_.reserve(keys_.all().size());
  for (const Key& key : keys_.all()) hashes_.push_back(wire::keyHash(key.hash_key, key.sort_key));
  Items all(keys_.all().size());
  std::iota(all.begin(), all.end(), 0U);
  group(all);
}

void BatchGetJob::dropWork() {
  chunks_.clear();
  singles_.clear();
}

void BatchGetJob::group(const Items& items) {
  ++rounds_;
  if (!knows_batch_get_ || rounds_ > limits::kBatchGetRounds) return getOneByOne(items);
  const auto routes = calls().table().routes();
  std::map<std::int32_t, Chunk> open;  // by partition
  for (const std::uint32_t item : items) {
    // One that is refused must not take others with it.
    if (keys_.all()[item].hash_key.size() > limits::kMaxHashKeyBytes) {
      singles_.push_back(item);
      continue;
    }
    const std::int32_t partition = routes->partitionFor(hashes_[item]);
    Chunk& chunk = open[partition];
    if (chunk.items.size() == limits::kBatchGetKeys || chunk.bytes > limits::kBatchGetBytes) {
      close(std::exchange(chunk, {}));
    }
    if (chunk.items.empty()) {
      chunk.routes = routes;
      chunk.partition = partition;
    }
    add(chunk, item);
  }
  for (auto& [partition, chunk] : open) close(std::move(chunk));
}

// The server refuses a request whose first key has moved in a split that is not known here yet, but
// looks at no other key. So the one that moves first is the first.
void BatchGetJob::close(Chunk chunk) {
  const std::int32_t width = widthOf(*chunk.routes, chunk.partition);
  std::size_t first = 0;
  int soonest = doublingsUntilMoved(hashes_[chunk.items[0]], width);
  for (std::size_t i = 1; i < chunk.items.size() && soonest > 0; ++i) {
    const int doublings = doublingsUntilMoved(hashes_[chunk.items[i]], width);
    if (doublings >= soonest) continue;
    soonest = doublings;
    first = i;
  }
  std::swap(chunk.items[0], chunk.items[first]);
  std::swap(chunk.keys[0], chunk.keys[first]);
  chunks_.push_back(std::move(chunk));
}

void BatchGetJob::add(Chunk& chunk, std::uint32_t item) {
  const Key& key = keys_.all()[item];
  chunk.items.push_back(item);
  chunk.keys.push_back(key);
  chunk.bytes += key.hash_key.size() + key.sort_key.size();
}

void BatchGetJob::getOneByOne(const Items& items) {
  singles_.insert(singles_.end(), items.begin(), items.end());
}

void BatchGetJob::startOne() {
  if (chunks_.empty()) {
    const std::uint32_t item = singles_.front();
    singles_.pop_front();
    return startSingle(item);
  }
  Chunk chunk = std::move(chunks_.front());
  chunks_.pop_front();
  if (!knows_batch_get_) return getOneByOne(chunk.items);
  startChunk(std::move(chunk));
}

void BatchGetJob::startSingle(std::uint32_t item) {
  calls().start(
      detail::GetRequest{{keys_.all()[item]}}, timeLeft(),
      [self = std::static_pointer_cast<BatchGetJob>(shared_from_this()), item](Result result) {
        if (self->ended()) return;
        self->set(item, std::move(result));
        self->pump();
      });
}

void BatchGetJob::startChunk(Chunk chunk) {
  const auto kept = std::make_shared<Chunk>(std::move(chunk));
  const BatchGetRequest request{.keys = kept->keys};
  calls().startTold(request, timeLeft(),
                    [self = std::static_pointer_cast<BatchGetJob>(shared_from_this()), kept](
                        absl::StatusOr<FoundRecords> found, const CallInfo& info) {
                      if (self->ended()) return;
                      self->onChunk(*kept, info, std::move(found));
                      self->pump();
                    });
}

void BatchGetJob::onChunk(const Chunk& chunk, const CallInfo& info,
                          absl::StatusOr<FoundRecords> found) {
  if (!found.ok()) {
    const std::optional<ErrorInfo> error = errorInfo(found.status());
    if (error.has_value() && error->server_error == "ERR_HANDLER_NOT_FOUND") {
      knows_batch_get_ = false;
      return getOneByOne(chunk.items);
    }
    if (error.has_value() && mayBeOfOneKey(error->code) && chunk.items.size() > 1) {
      return getOneByOne(chunk.items);
    }
    for (const std::uint32_t item : chunk.items) set(item, found.status());
    return;
  }
  // The request may have followed its first key to another partition, which then has nothing to say
  // on keys that belong elsewhere: what it has of them is old.
  const auto routes = calls().table().routes();
  const bool nothing_moved = routes == chunk.routes && info.partition == chunk.partition;
  const auto belongs = [this, &routes, &info, nothing_moved](std::uint32_t item) {
    return nothing_moved || routes->partitionFor(hashes_[item]) == info.partition;
  };
  const bool all_taken = takeFound(chunk, *found, belongs);
  Items missing = stillWanted(chunk);
  const auto elsewhere = std::stable_partition(missing.begin(), missing.end(), belongs);
  if (elsewhere != missing.end()) group({elsewhere, missing.end()});
  missing.erase(elsewhere, missing.end());
  if (!found->complete || !all_taken) return getOneByOne(missing);
  for (const std::uint32_t item : missing) set(item, std::nullopt);
}

// They come in the order of the request, those that do not exist left out. False if they do not:
// then nothing is known of the items that are not set.
bool BatchGetJob::takeFound(const Chunk& chunk, FoundRecords& found,
                            absl::FunctionRef<bool(std::uint32_t item)> wanted) {
  std::size_t at = 0;
  for (FoundRecord& record : found.records) {
    const auto matches = [&record](const Key& key) {
      return key.hash_key == record.hash_key && key.sort_key == record.sort_key;
    };
    while (at < chunk.keys.size() && !matches(chunk.keys[at])) ++at;
    if (at == chunk.keys.size()) return false;
    const std::uint32_t item = chunk.items[at++];
    if (wanted(item)) set(item, std::move(record.value));
  }
  return true;
}

BatchGetJob::Items BatchGetJob::stillWanted(const Chunk& chunk) const {
  Items items;
  std::copy_if(chunk.items.begin(), chunk.items.end(), std::back_inserter(items),
               [this](std::uint32_t item) { return !isSet(item); });
  return items;
}

}  // namespace bridle::internal
