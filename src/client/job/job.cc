#include "client/job/job.h"

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"

namespace bridle::internal {
namespace {

absl::Status aborted(const Job& job, ErrorCode code, std::string_view why) {
  return makeError(code, text(job.title(), " failed: ", why));
}

}  // namespace

absl::Status maybeExecuted(const absl::Status& why) {
  ErrorInfo info = errorInfo(why).value_or(ErrorInfo{});
  info.may_have_executed = true;
  return makeError(info, toStd(why.message()));
}

Reactor& Job::reactor() const {
  return client_.shard(shard_).reactor();
}

void Job::leaveList() {
  client_.shard(shard_).jobs.remove(*this);
}

void JobList::add(std::shared_ptr<Job> job) {
  const Job* const key = job.get();
  jobs_.emplace(key, std::move(job));
}

void JobList::abortAll(std::string_view why) {
  while (!jobs_.empty()) {
    const std::shared_ptr<Job> job = jobs_.begin()->second;
    job->abort(aborted(*job, ErrorCode::kClosed, why));
  }
}

}  // namespace bridle::internal

namespace bridle::detail {

using internal::ClientCore;
using internal::Job;

class JobControl {
 public:
  void bind(ClientCore& client, const std::shared_ptr<Job>& job) {
    client_ = client.shared_from_this();
    shard_ = job->shard();
    job_ = job;
  }

  void cancel() const {
    if (client_ == nullptr) return;
    internal::postWork(client_->shard(shard_).reactor(), [weak = job_] {
      const std::shared_ptr<Job> job = weak.lock();
      if (job == nullptr) return;
      job->abort(internal::aborted(*job, ErrorCode::kCancelled, "cancelled by the caller"));
    });
  }

 private:
  std::shared_ptr<ClientCore> client_;
  std::size_t shard_ = 0;
  std::weak_ptr<Job> job_;
};

std::shared_ptr<JobControl> JobCanceller::newControl() {
  return std::make_shared<JobControl>();
}

void JobCanceller::operator()(boost::asio::cancellation_type type) const {
  if (type != boost::asio::cancellation_type::none) control_->cancel();
}

}  // namespace bridle::detail

namespace bridle::internal {

void launch(ClientCore& client, std::shared_ptr<Job> job,
            const std::shared_ptr<detail::JobControl>& control) {
  constexpr std::string_view kClosedText = "the client is closed";
  if (control != nullptr) control->bind(client, job);
  const auto begin = [&client, job, kClosedText] {
    if (client.closed()) return job->abort(aborted(*job, ErrorCode::kClosed, kClosedText));
    client.shard(job->shard()).jobs.add(job);
    job->begin();
  };
  if (!client.closed() && postWork(client.shard(job->shard()).reactor(), begin)) return;
  job->refuse(aborted(*job, ErrorCode::kClosed, kClosedText));
}

}  // namespace bridle::internal
