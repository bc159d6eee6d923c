#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "bridle/detail/job.h"
#include "client/work.h"
#include "io/reactor.h"

namespace bridle::internal {

class ClientCore;

// `why` for a write of which a request may have reached a server.
absl::Status maybeExecuted(const absl::Status& why);

// Work made of several calls, on one loop of a client: from begin() to its one end. The loop's list
// keeps it until then; whoever calls back into it keeps it as well, and is told nothing any more
// once it has ended.
class Job : public std::enable_shared_from_this<Job> {
 public:
  Job(ClientCore& client, std::size_t shard) : client_(client), shard_(shard) {}
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  virtual void begin() = 0;

  // The name of the operation on its object, for texts: `createTable "t"`.
  virtual std::string title() const = 0;

  // Ends it now, whatever is under way; no effect if it has ended.
  virtual void abort(const absl::Status& why) = 0;
  // The same before begin(), from inside the initiating function.
  virtual void refuse(const absl::Status& why) = 0;

  std::size_t shard() const { return shard_; }

 protected:
  ClientCore& client() const { return client_; }
  Reactor& reactor() const;
  void leaveList();

  // A callback of this job that comes to nothing once the job has ended.
  template <typename Self, typename Method>
  static auto callback(Self& self, Method method) {
    return [job = std::static_pointer_cast<Self>(self.shared_from_this()),
            method](auto&&... arguments) {
      if (!job->ended()) ((*job).*method)(std::forward<decltype(arguments)>(arguments)...);
    };
  }

 private:
  ClientCore& client_;
  const std::size_t shard_;
};

// A job that ends with a Completion. It holds `keep`, whose client it runs on, until then.
template <typename Completion>
class JobOf : public Job {
 public:
  JobOf(ClientCore& client, std::size_t shard, std::shared_ptr<void> keep,
        detail::Operation& operation)
      : Job(client, shard), keep_(std::move(keep)), operation_(&operation) {}

  void abort(const absl::Status& why) final {
    if (!ended()) end(failure(why));
  }
  void refuse(const absl::Status& why) final {
    Completion completion = failure(why);
    onRefuse();
    std::exchange(operation_, nullptr)->deliverLater(&completion);
  }
  bool ended() const { return operation_ == nullptr; }

 protected:
  // What comes of a job that is ended with `why` now.
  virtual Completion failure(const absl::Status& why) {
    if constexpr (std::is_convertible_v<const absl::Status&, Completion>) {
      return why;
    } else {
      return Completion();
    }
  }
  // Lets go of timers and calls.
  virtual void onEnd() {}
  // The same for a job that never began, on any thread.
  virtual void onRefuse() {}

  // The job may be gone afterwards.
  void end(Completion completion) {
    detail::Operation* const operation = std::exchange(operation_, nullptr);
    const std::shared_ptr<Job> self = shared_from_this();
    onEnd();
    leaveList();
    operation->deliver(&completion);
  }

 private:
  const std::shared_ptr<void> keep_;
  detail::Operation* operation_;  // null: it has ended
};

// The jobs of one loop that have not ended.
class JobList {
 public:
  void add(std::shared_ptr<Job> job);
  void remove(Job& job) { jobs_.erase(&job); }
  void abortAll(std::string_view why);
  std::size_t size() const { return jobs_.size(); }

 private:
  absl::flat_hash_map<const Job*, std::shared_ptr<Job>> jobs_;
};

// Ends an operation that needs no job, but not inside the initiating function: on that loop, or if
// it has ended where the handler belongs.
template <typename Completion>
void deliverSoon(Reactor& loop, detail::Operation& operation, Completion completion) {
  const auto kept = std::make_shared<Completion>(std::move(completion));
  if (postWork(loop, [&operation, kept] { operation.deliver(kept.get()); })) return;
  operation.deliverLater(kept.get());
}

// From any thread. Refuses the job if the client is closed.
void launch(ClientCore& client, std::shared_ptr<Job> job,
            const std::shared_ptr<detail::JobControl>& control);

}  // namespace bridle::internal
