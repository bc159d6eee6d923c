#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bridle/range_operations.h"
#include "client/job/job.h"
#include "client/job/sub_calls.h"
#include "client/scan/scan_reader.h"

namespace bridle::internal {

// Scans the keys of a range and removes them step by step.
class DelRangeJob final : public JobOf<absl::StatusOr<std::int64_t>> {
 public:
  DelRangeJob(const std::shared_ptr<detail::TableCore>& table, std::string hash_key,
              const absl::StatusOr<ScanPlan>& plan, const DelRangeOptions& options,
              detail::Operation& operation);

  std::string title() const override;
  void begin() override;

 private:
  void next();
  void onPage(const absl::Status& status);
  void removeSome();
  void onRemoved(const absl::StatusOr<std::int64_t>& count);
  void tellOfScan();
  absl::StatusOr<std::int64_t> failure(const absl::Status& why) override;
  void onEnd() override;

  const std::string hash_key_;
  const absl::Status problem_;
  const DelRangeOptions options_;
  CallInfo scan_info_;  // of its requests since tellOfScan()
  const std::shared_ptr<ScanReader> reader_;
  SubCalls calls_;
  TimePoint deadline_{};
  std::vector<Row> page_;               // keys that were found
  std::size_t done_ = 0;                // of them
  std::vector<std::string_view> step_;  // being removed
  std::int64_t deleted_ = 0;
};

}  // namespace bridle::internal
