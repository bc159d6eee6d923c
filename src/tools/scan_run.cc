#include "tools/scan_run.h"

#include <memory>
#include <utility>
#include <vector>

#include "tools/op_result.h"

namespace bridle::internal {
namespace {

class ScanRun final : public std::enable_shared_from_this<ScanRun> {
 public:
  ScanRun(Scanner scanner, std::int64_t rows, bench::Completion& done)
      : scanner_(std::move(scanner)), wanted_(rows), done_(done) {}

  void nextPage() {
    scanner_.asyncNextPage([self = shared_from_this()](
                               const absl::StatusOr<std::vector<Row>>& page) { self->take(page); });
  }

 private:
  void take(const absl::StatusOr<std::vector<Row>>& page) {
    if (!page.ok()) return done_.onDone(failureOf(page.status()));
    rows_ += std::ssize(*page);
    if (rows_ < wanted_ && !page->empty()) return nextPage();
    done_.onDone({.rows = rows_});
  }

  Scanner scanner_;
  const std::int64_t wanted_;
  std::int64_t rows_ = 0;
  bench::Completion& done_;
};

}  // namespace

void runScan(absl::StatusOr<Scanner> scanner, std::int64_t rows, bench::Completion& done) {
  if (!scanner.ok()) return done.onDone(failureOf(scanner.status()));
  std::make_shared<ScanRun>(*std::move(scanner), rows, done)->nextPage();
}

}  // namespace bridle::internal
