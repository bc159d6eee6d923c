#include "bridle/scanner.h"

#include <utility>

#include "client/client_core.h"
#include "client/job/await_job.h"
#include "client/scan/scan_jobs.h"

namespace bridle {
namespace {

using detail::JobStart;
using internal::ScannerCore;

// A call that ends here if `take` finds its result in the page that has come, else on the loop of
// the scanner, as a Job.
template <typename Completion, typename Job, typename Take>
JobStart scanCall(const std::shared_ptr<ScannerCore>& core, Take take) {
  return [core, take](detail::Operation& operation,
                      const std::shared_ptr<detail::JobControl>& control) {
    if (!core->tryAcquire()) {
      return internal::deliverSoon<Completion>(core->reader().reactor(), operation,
                                               core->busyError());
    }
    core->reader().beginInfo();
    internal::ClientCore& client = core->reader().table().client();
    if (client.closed() || !core->reader().page().hasRow()) {
      return internal::launch(client, std::make_shared<Job>(core, operation), control);
    }
    Completion here = take(core->reader().page());
    core->release();
    internal::deliverSoon(core->reader().reactor(), operation, std::move(here));
  };
}

// The same for a thread that waits, which need not if the result is here.
template <typename Completion, typename Take>
Completion await(ScannerCore& core, JobStart call, Take take) {
  const detail::TableCore& table = core.reader().table();
  const absl::Status allowed = internal::mayWait(table.client(), "scan", table.name());
  if (!allowed.ok()) return allowed;
  if (!core.tryAcquire()) return core.busyError();
  if (core.reader().page().hasRow()) {
    core.reader().beginInfo();
    Completion here = take(core.reader().page());
    core.release();
    return here;
  }
  core.release();
  return internal::awaitJob<Completion>(std::move(call));
}

using NextRow = absl::StatusOr<std::optional<Row>>;
using NextPage = absl::StatusOr<std::vector<Row>>;
using Count = absl::StatusOr<std::int64_t>;

NextRow takeRow(internal::ScanPage& page) {
  return page.takeRow();
}

NextPage takeRows(internal::ScanPage& page) {
  return page.takeRows();
}

}  // namespace

Scanner::Scanner(std::shared_ptr<ScannerCore> core) : core_(std::move(core)) {}
Scanner::~Scanner() = default;

NextRow Scanner::next() {
  return await<NextRow>(*core_, nextJob(), takeRow);
}

NextPage Scanner::nextPage() {
  return await<NextPage>(*core_, nextPageJob(), takeRows);
}

Count Scanner::count() {
  return internal::awaitJob<Count>(core_->reader().table(), "scan", nullptr, countJob());
}

std::string Scanner::token() const {
  return core_->token();
}

JobStart Scanner::nextJob() const {
  return scanCall<NextRow, internal::NextRowJob>(core_, takeRow);
}

JobStart Scanner::nextPageJob() const {
  return scanCall<NextPage, internal::NextPageJob>(core_, takeRows);
}

JobStart Scanner::countJob() const {
  return [core = core_](detail::Operation& operation,
                        const std::shared_ptr<detail::JobControl>& control) {
    if (!core->tryAcquire()) {
      return internal::deliverSoon<Count>(core->reader().reactor(), operation, core->busyError());
    }
    core->reader().beginInfo();
    internal::launch(core->reader().table().client(),
                     std::make_shared<internal::CountJob>(core, operation), control);
  };
}

}  // namespace bridle
