#include "client/scan/scan_position.h"

#include <algorithm>
#include <string_view>

#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

bool moves(std::string_view raw_key, const ScanSegment& segment) {
  const auto parts = wire::splitRawKey(raw_key);
  if (!parts.ok()) return false;
  const std::uint64_t hash = wire::keyHash(parts->hash_key, parts->sort_key);
  return wire::partitionIndex(hash, 2 * segment.width) != segment.partition;
}

}  // namespace

void ScanPosition::advance(std::span<const ScannedRecord> records) {
  if (records.empty()) return;
  ScanSegment& segment = segments.front();
  segment.last_key = records.back().raw_key;
  if (segment.partition == ScanSegment::kOneHashKey) return;
  // From the back: every second hash key moves, so this ends soon.
  const auto last_moved =
      std::find_if(records.rbegin(), records.rend(),
                   [&segment](const auto& record) { return moves(record.raw_key, segment); });
  if (last_moved != records.rend()) segment.moved_key = last_moved->raw_key;
}

void ScanPosition::addChild() {
  ScanSegment& parent = segments.front();
  ScanSegment child{.partition = parent.partition + parent.width,
                    .width = 2 * parent.width,
                    .last_key = parent.moved_key,
                    .moved_key = parent.moved_key};
  segments.insert(segments.begin() + 1, std::move(child));
}

}  // namespace bridle::internal
