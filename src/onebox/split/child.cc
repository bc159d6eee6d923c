#include "onebox/split/child.h"

#include <string>
#include <utility>
#include <vector>

namespace bridle::internal::onebox {
namespace {

// Each write is in memory several times while it is stored.
constexpr std::size_t kBytesPerWrite = std::size_t{1} << 20;

// The empty write at the end makes secondaries that lag one write behind know all of them.
void copyRecords(const Store& from, Partition& to) {
  std::vector<Change> changes;
  std::size_t bytes = 0;
  const std::unique_ptr<Cursor> record = from.cursor();
  for (record->seek({}); record->valid(); record->next()) {
    changes.push_back({.key = std::string(record->key()),
                       .value = std::string(record->value()),
                       .expire_ts = record->expireTs()});
    bytes += sizeof(Change) + record->key().size() + record->value().size();
    if (bytes < kBytesPerWrite) continue;
    to.write(changes);
    changes.clear();
    bytes = 0;
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
