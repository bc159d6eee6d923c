#include "client/scan/scan_position.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "client/doublings.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

constexpr std::size_t kMaxSplits = ScanSegment::kMaxSplits;

// Which of the splits to come moves the key away, if any does.
std::optional<std::size_t> splitThatMoves(std::string_view raw_key, const ScanSegment& segment) {
  const auto parts = wire::splitRawKey(raw_key);
  if (!parts.ok()) return std::nullopt;
  const std::uint64_t hash = wire::keyHash(parts->hash_key, parts->sort_key);
  const auto split = static_cast<std::size_t>(doublingsUntilMoved(hash, segment.width));
  return split < kMaxSplits ? std::optional(split) : std::nullopt;
}

}  // namespace

std::vector<std::int32_t> ScanSegment::children() const {
  std::vector<std::int32_t> children;
  for (std::int32_t step = width; partition + step < limits::kMaxPartitions; step *= 2) {
    children.push_back(partition + step);
  }
  return children;
}

void ScanPosition::advance(std::span<const ScannedRecord> records) {
  if (records.empty()) return;
  ScanSegment& segment = segments.front();
  segment.last_key = records.back().raw_key;
  if (segment.partition == ScanSegment::kOneHashKey) return;
  std::array<const std::string*, kMaxSplits> moved{};
  for (const ScannedRecord& record : records) {
    const std::optional<std::size_t> split = splitThatMoves(record.raw_key, segment);
    if (split.has_value()) moved[*split] = &record.raw_key;
  }
  for (std::size_t split = 0; split < kMaxSplits; ++split) {
    if (moved[split] == nullptr) continue;
    if (segment.moved_keys.size() <= split) segment.moved_keys.resize(split + 1);
    segment.moved_keys[split] = *moved[split];
  }
}

void ScanPosition::split() {
  ScanSegment& parent = segments.front();
  std::string moved_key;
  if (!parent.moved_keys.empty()) {
    moved_key = std::move(parent.moved_keys.front());
    parent.moved_keys.erase(parent.moved_keys.begin());
  }
  if (moved_key.empty()) moved_key = parent.first_key;
  ScanSegment child{.partition = parent.partition + parent.width,
                    .width = 2 * parent.width,
                    .last_key = moved_key,
                    .first_key = moved_key};
  parent.width *= 2;
  segments.insert(segments.begin() + 1, std::move(child));
}

}  // namespace bridle::internal
