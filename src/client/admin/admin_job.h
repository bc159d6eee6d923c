#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"
#include "client/admin/meta_question.h"
#include "client/admin/table_ready.h"
#include "client/client_core.h"
#include "client/job/job.h"

namespace bridle::internal {

// Makes the result of an operation from the answer to its question.
template <typename Completion>
using ReadAnswer = std::function<Completion(std::string_view title, std::string_view answer)>;

// One question to the meta servers. On the first loop, where the connections to them live.
template <typename Completion>
class AdminJob : public JobOf<Completion> {
 public:
  AdminJob(const std::shared_ptr<ClientCore>& client, const MetaQuestion& question,
           ReadAnswer<Completion> read, detail::Operation& operation)
      : JobOf<Completion>(*client, 0, client, operation),
        question_(question),
        read_(std::move(read)) {}

  std::string title() const override { return question_.title; }

  void begin() override {
    const std::string problem = problemWithRequest();
    if (!problem.empty()) {
      return this->end(adminError(title(), makeError(ErrorCode::kInvalidArgument, problem)));
    }
    started_ = this->reactor().now();
    deadline_ = saturatingAdd(started_, fromMillis(question_.timeout_ms));
    ask();
  }

 protected:
  // Whoever gives up a change must not have it made later.
  Completion failure(const absl::Status& why) override {
    MetaCall* const call = std::exchange(call_, nullptr);
    const bool may_have_executed = call != nullptr && meta().cancel(*call);
    return may_have_executed ? maybeExecuted(why) : why;
  }
  void onEnd() override { this->reactor().cancel(pause_); }

  virtual void onResult(Completion result) { this->end(std::move(result)); }

  MetaSession& meta() const { return this->client().routes().meta(); }
  TimePoint started() const { return started_; }
  TimePoint deadline() const { return deadline_; }

 private:
  std::string problemWithRequest() const {
    const double timeout = question_.timeout_ms;
    if (timeout > 0 && timeout <= limits::kMaxTimeoutMs) return question_.problem;
    return text("timeout_ms is ", timeout, "; it must be above 0 and at most ",
                limits::kMaxTimeoutMs);
  }

  void ask() {
    call_ = &meta().call(std::string(question_.rpc), question_.args, deadline_, question_.repeat,
                         this->callback(*this, &AdminJob::onAnswer));
  }
  void onPauseEnd(TimePoint) { ask(); }

  void onAnswer(const absl::StatusOr<std::string>& answer) {
    call_ = nullptr;
    const TimePoint again = this->reactor().now() + limits::kTableReadyPause;
    if (answer.ok() && question_.awaits_creation && isCreating(*answer) && again < deadline_) {
      return this->reactor().arm(pause_, again);
    }
    if (!answer.ok()) return this->end(adminError(title(), answer.status()));
    onResult(read_(title(), *answer));
  }

  const MetaQuestion question_;
  const ReadAnswer<Completion> read_;
  MetaCall* call_ = nullptr;  // under way
  MemberTimer<&AdminJob::onPauseEnd> pause_{*this};
  TimePoint started_{};
  TimePoint deadline_{};
};

// The same, and then waits until the table that came of it is usable.
template <typename T>
class AwaitTableJob final : public AdminJob<absl::StatusOr<T>> {
 public:
  using NameOf = std::function<std::string(const T&)>;

  AwaitTableJob(const std::shared_ptr<ClientCore>& client, const MetaQuestion& question,
                ReadAnswer<absl::StatusOr<T>> read, NameOf name_of, detail::Operation& operation)
      : AdminJob<absl::StatusOr<T>>(client, question, std::move(read), operation),
        name_of_(std::move(name_of)) {}

 private:
  void onResult(absl::StatusOr<T> result) override {
    if (!result.ok()) return this->end(std::move(result));
    const std::string name = name_of_(*result);
    result_ = *std::move(result);
    ready_.emplace(this->meta(), this->reactor(), name, this->deadline(),
                   this->callback(*this, &AwaitTableJob::onReady));
  }

  void onReady(const absl::Status& status) {
    if (status.ok()) return this->end(*std::move(result_));
    ErrorInfo info = errorInfo(status).value_or(ErrorInfo{.code = ErrorCode::kTableUnavailable});
    info.may_have_executed = true;
    info.elapsed_ms = toMillis(this->reactor().now() - this->started());
    this->end(makeError(info, text(this->title(), " succeeded, but the table is not usable yet: ",
                                   toStd(status.message()))));
  }

  absl::StatusOr<T> failure(const absl::Status& why) override {
    return result_.has_value() ? maybeExecuted(why) : AdminJob<absl::StatusOr<T>>::failure(why);
  }

  void onEnd() override {
    ready_.reset();
    AdminJob<absl::StatusOr<T>>::onEnd();
  }

  const NameOf name_of_;
  std::optional<T> result_;
  std::optional<TableReady> ready_;
};

template <typename Completion>
detail::JobStart adminJob(const std::shared_ptr<ClientCore>& client, MetaQuestion question,
                          ReadAnswer<Completion> read) {
  return [client, question = std::move(question), read = std::move(read)](
             detail::Operation& operation, const std::shared_ptr<detail::JobControl>& control) {
    launch(*client, std::make_shared<AdminJob<Completion>>(client, question, read, operation),
           control);
  };
}

template <typename T>
detail::JobStart awaitTableJob(const std::shared_ptr<ClientCore>& client, MetaQuestion question,
                               ReadAnswer<absl::StatusOr<T>> read,
                               typename AwaitTableJob<T>::NameOf name_of) {
  return [client, question = std::move(question), read = std::move(read),
          name_of = std::move(name_of)](detail::Operation& operation,
                                        const std::shared_ptr<detail::JobControl>& control) {
    launch(*client, std::make_shared<AwaitTableJob<T>>(client, question, read, name_of, operation),
           control);
  };
}

}  // namespace bridle::internal
