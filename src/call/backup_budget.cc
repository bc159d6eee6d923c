#include "call/backup_budget.h"

#include <algorithm>
#include <cmath>

namespace bridle::internal {
namespace {

constexpr std::int64_t kMinBurst = 4;
constexpr std::int64_t kMaxBurst = 4096;
constexpr std::int64_t kInitialTokens = 10;
constexpr double kBurstSeconds = 0.5;
constexpr Duration kRateWindow = std::chrono::seconds(1);

}  // namespace

BackupBudget::BackupBudget(double max_ratio)
    : unlimited_(max_ratio >= 1),
      max_ratio_(max_ratio),
      deposit_(std::llround(max_ratio * kToken)),
      capacity_((max_ratio > 0 ? kInitialTokens : 0) * kToken),
      tokens_(capacity_) {}

void BackupBudget::onTimelyRead(TimePoint now) {
  measureRate(now);
  tokens_ = std::min(tokens_ + deposit_, capacity_);
}

bool BackupBudget::tryTake() {
  if (unlimited_) return true;
  if (tokens_ < kToken) return false;
  tokens_ -= kToken;
  return true;
}

void BackupBudget::measureRate(TimePoint now) {
  if (window_start_ == TimePoint{}) window_start_ = now;
  ++reads_in_window_;
  const Duration window = now - window_start_;
  if (window < kRateWindow) return;
  const double seconds = std::chrono::duration<double>(window).count();
  const double burst = kBurstSeconds * max_ratio_ * static_cast<double>(reads_in_window_) / seconds;
  if (deposit_ > 0) {
    capacity_ = std::clamp<std::int64_t>(std::llround(burst), kMinBurst, kMaxBurst) * kToken;
  }
  window_start_ = now;
  reads_in_window_ = 0;
}

}  // namespace bridle::internal
