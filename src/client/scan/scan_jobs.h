#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/status.h"
#include "bridle/scanner.h"
#include "client/job/job.h"
#include "client/scan/scanner_core.h"

namespace bridle::internal {

// A call of a scanner that has to ask a server. It has acquired the scanner and lets go of it at
// its end.
template <typename Completion>
class ScanJob : public JobOf<Completion> {
 public:
  ScanJob(std::shared_ptr<ScannerCore> scanner, detail::Operation& operation)
      : JobOf<Completion>(scanner->reader().table().client(), scanner->reader().shard(), scanner,
                          operation),
        scanner_(std::move(scanner)) {}

  std::string title() const final {
    return text("scan of table \"", scanner_->reader().table().name(), "\"");
  }

 protected:
  ScannerCore& scanner() { return *scanner_; }
  ScanReader& reader() { return scanner_->reader(); }

  void fetch(ScanReader::Mode mode) {
    reader().fetch(mode, reader().pageDeadline(), this->callback(*this, &ScanJob::onFetched));
  }
  virtual void onPage() = 0;  // there is one, or the scan is finished

 private:
  void onFetched(const absl::Status& status) {
    if (!status.ok()) return this->end(status);
    onPage();
  }
  void onEnd() final {
    reader().stop();
    reader().tellInfo();
    scanner_->release();
  }
  void onRefuse() final { scanner_->release(); }

  const std::shared_ptr<ScannerCore> scanner_;
};

class NextRowJob final : public ScanJob<absl::StatusOr<std::optional<Row>>> {
 public:
  using ScanJob::ScanJob;
  void begin() override { fetch(ScanReader::Mode::kRows); }

 private:
  void onPage() override { end(reader().page().takeRow()); }
};

class NextPageJob final : public ScanJob<absl::StatusOr<std::vector<Row>>> {
 public:
  using ScanJob::ScanJob;
  void begin() override { fetch(ScanReader::Mode::kRows); }

 private:
  void onPage() override { end(reader().page().takeRows()); }
};

class CountJob final : public ScanJob<absl::StatusOr<std::int64_t>> {
 public:
  using ScanJob::ScanJob;
  void begin() override { onPage(); }

 private:
  void onPage() override {
    scanner().counted += reader().page().countRows() + reader().takeCount();
    if (!reader().finished()) return fetch(ScanReader::Mode::kCount);
    end(std::exchange(scanner().counted, 0));
  }
};

}  // namespace bridle::internal
