#include "onebox/data/scan_contexts.h"

#include <utility>

#include "base/limits.h"
#include "base/rng.h"

namespace bridle::internal::onebox {
namespace {

// The upper half of ids; they count in the lower one.
std::int64_t firstId(std::uint64_t seed, int server) {
  constexpr int kCounterBits = 32;
  constexpr int kSignBit = 63;
  const auto index = static_cast<std::uint64_t>(server);
  const std::uint64_t upper = mixSeed(seed, index) << 1 >> (kCounterBits + 1) << kCounterBits;
  return static_cast<std::int64_t>(upper | index << kSignBit);
}

}  // namespace

ScanContexts::ScanContexts(std::uint64_t seed, int server) : last_id_(firstId(seed, server)) {}

std::int64_t ScanContexts::keep(const wire::RequestHeader& from, ScanState state, TimePoint now) {
  makeRoom(now);
  bytes_ += state.bytes();
  contexts_.emplace(++last_id_, Context{.app_id = from.app_id,
                                        .partition_index = from.partition_index,
                                        .expires = now + limits::kScanContextLife,
                                        .state = std::move(state)});
  return last_id_;
}

std::optional<ScanState> ScanContexts::take(const wire::RequestHeader& from, std::int64_t id,
                                            TimePoint now) {
  const auto found = contexts_.find(id);
  if (found == contexts_.end()) return std::nullopt;
  Context& context = found->second;
  if (context.app_id != from.app_id || context.partition_index != from.partition_index ||
      context.expires <= now) {
    return std::nullopt;
  }
  ScanState state = context.state;
  drop(found);
  return state;
}

void ScanContexts::clear() {
  contexts_.clear();
  bytes_ = 0;
}

void ScanContexts::makeRoom(TimePoint now) {
  while (!contexts_.empty() &&
         (contexts_.begin()->second.expires <= now ||
          contexts_.size() >= limits::kMaxScanContexts || bytes_ >= limits::kMaxScanContextBytes)) {
    drop(contexts_.begin());
  }
}

void ScanContexts::drop(Contexts::iterator context) {
  bytes_ -= context->second.state.bytes();
  contexts_.erase(context);
}

}  // namespace bridle::internal::onebox
