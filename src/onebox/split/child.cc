#include "onebox/split/child.h"

#include <string>
#include <utility>
#include <vector>

namespace bridle::internal::onebox {
namespace {

constexpr std::size_t kRecordsPerWrite = 1000;

// The empty write at the end makes secondaries that lag one write behind know all of them.
void copyRecords(const Store& from, Partition& to) {
  std::vector<Change> changes;
  const std::unique_ptr<Cursor> record = from.cursor();
  for (record->seek({}); record->valid(); record->next()) {
    changes.push_back({.key = std::string(record->key()),
                       .value = std::string(record->value()),
                       .expire_ts = record->expireTs()});
    if (changes.size() < kRecordsPerWrite) continue;
    to.write(changes);
    changes.clear();
  }
  to.write(changes);
  to.write({});
}

}  // namespace

Partition childOf(const Partition& parent, const PartitionHost& host, const PartitionId& id) {
  const PartitionConfig& config = parent.config();
  Partition child(host, id,
                  PartitionConfig{.ballot = config.ballot + 1,
                                  .primary = config.primary,
                                  .secondaries = config.secondaries,
                                  .last_drops = config.last_drops});
  copyRecords(parent.copyAt(*config.primary), child);
  return child;
}

}  // namespace bridle::internal::onebox
