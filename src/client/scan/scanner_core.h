#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "client/scan/scan_reader.h"

namespace bridle::internal {

// What a Scanner refers to. Whoever has acquired it may use the reader: a thread of the application
// that takes a row which is here, or a job on the reader's loop.
class ScannerCore {
 public:
  explicit ScannerCore(std::shared_ptr<ScanReader> reader) : reader_(std::move(reader)) {}

  bool tryAcquire() { return !busy_.exchange(true, std::memory_order_acquire); }
  void release() { busy_.store(false, std::memory_order_release); }
  absl::Status busyError() const;

  ScanReader& reader() { return *reader_; }
  std::string token();

  std::int64_t counted = 0;  // by a count() that has failed so far

 private:
  const std::shared_ptr<ScanReader> reader_;
  std::atomic<bool> busy_{false};
};

}  // namespace bridle::internal
