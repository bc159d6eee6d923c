#include "tools/bench/lane.h"

#include "base/status.h"

namespace bridle::internal::bench {

// An answer may come within the call that asks. The loop here takes such answers one after the
// other where a call from onDone() would go ever deeper.
void Lane::pump() {
  issuing_ = true;
  do {
    answered_ = false;
    issue();
  } while (answered_);
  issuing_ = false;
}

void Lane::issue() {
  Request request = stream_.current().request;
  switch (step_) {
    case Step::kRequest:
      return beginOperation();
    case Step::kPause:
      return around_.loop.wait(stream_.retryPause(), *this);
    case Step::kRetry:
      sent_ = around_.loop.nowNanos();
      return around_.loop.send(request, *this);
    case Step::kModify:
      request.action = Action::kWrite;
      return around_.loop.send(request, *this);
  }
}

void Lane::beginOperation() {
  RunControl& control = around_.control;
  if (control.stopped() || remaining_ == 0) return finish();
  const Operation& op = stream_.next();
  began_ = sent_ = around_.loop.nowNanos();
  if (control.isOver(began_)) return finish();
  if (!measured_ && control.isMeasured(began_)) {
    measured_ = true;
    control.beginMeasuring();
  }
  if (measured_) --remaining_;
  retries_ = 0;
  failed_ = false;
  around_.loop.send(op.request, *this);
}

void Lane::finish() {
  finished_ = true;
  if (--around_.active == 0) around_.loop.stop();
}

void Lane::onDone(const OpResult& result) {
  if (around_.control.closed()) return;
  settle(result);
  answered_ = true;
  if (!issuing_) pump();
}

void Lane::settle(const OpResult& result) {
  if (step_ == Step::kPause) {
    step_ = Step::kRetry;
    return;
  }
  last_done_ = around_.loop.nowNanos();
  account(result);
  const WorkloadSpec& spec = stream_.spec();
  const bool insert_failed = spec.phase == Phase::kLoad && !isGood(result);
  if (step_ == Step::kRequest && stream_.current().kind == OpKind::kReadModifyWrite) {
    step_ = Step::kModify;
    sent_ = last_done_;
  } else if (insert_failed && retries_ < spec.retry_limit && !around_.control.stopped()) {
    step_ = Step::kPause;
    ++retries_;
  } else {
    endOperation(result);
  }
}

// What deletes may have removed need not be there.
bool Lane::isGood(const OpResult& result) const {
  return result.status == OpStatus::kOk ||
         (result.status == OpStatus::kNotFound && stream_.spec().deletes());
}

void Lane::account(const OpResult& result) {
  const bool ok = isGood(result);
  failed_ = !ok || (failed_ && step_ == Step::kModify);
  if (!ok && around_.control.wantsErrors()) around_.control.noteError(describe(result));
  if (!measured_) return;
  around_.stats.request(series(), result.status, ok, last_done_ - sent_);
  if (series() == Series::kScan && result.rows > 0) {
    around_.stats.scanPerRecord((last_done_ - sent_) / result.rows);
  }
  if (stream_.spec().data_integrity && series() == Series::kRead) verify(result.value);
}

// The time it takes belongs to no request, since last_done_ has been read before.
void Lane::verify(std::string_view value) {
  const bool same = value == stream_.expected();
  const OpStatus wrong = value.empty() ? OpStatus::kError : OpStatus::kUnexpectedState;
  around_.stats.verification(same ? OpStatus::kOk : wrong, around_.loop.nowNanos() - last_done_);
}

void Lane::endOperation(const OpResult& result) {
  const WorkloadSpec& spec = stream_.spec();
  step_ = Step::kRequest;
  stream_.finished(!failed_);
  if (!measured_) {
    around_.stats.warmupOperation();
  } else {
    around_.stats.operation(!failed_);
    if (stream_.current().kind == OpKind::kReadModifyWrite) {
      around_.stats.readModifyWrite(!failed_, last_done_ - began_);
    }
  }
  if (failed_ && spec.phase == Phase::kLoad && !spec.keep_going) {
    around_.control.fail(text("the load stopped: ", describe(result), " after ", retries_,
                              " retries; core_workload_insertion_retry_limit allows more,"
                              " core_workload_insertion_keep_going_on_error=true goes on without"));
  }
}

Series Lane::series() const {
  if (step_ == Step::kModify) return Series::kUpdate;
  switch (stream_.current().kind) {
    case OpKind::kRead:
    case OpKind::kReadModifyWrite:
      return Series::kRead;
    case OpKind::kUpdate:
      return Series::kUpdate;
    case OpKind::kInsert:
      return Series::kInsert;
    case OpKind::kScan:
      return Series::kScan;
    case OpKind::kMultiGet:
      return Series::kMultiGet;
    case OpKind::kMultiSet:
      return Series::kMultiSet;
    case OpKind::kIncrement:
      return Series::kIncrement;
    case OpKind::kCheckAndSet:
      return Series::kCheckAndSet;
    case OpKind::kDelete:
      return Series::kDelete;
    case OpKind::kTtl:
      return Series::kTtl;
  }
  return Series::kRead;
}

std::string Lane::describe(const OpResult& result) const {
  const Request& request = stream_.current().request;
  return text(toString(series()), " of ", request.hash_key, request.sort_key.empty() ? "" : "/",
              request.sort_key, ": ", toString(result.status), result.error.empty() ? "" : ": ",
              result.error);
}

}  // namespace bridle::internal::bench
