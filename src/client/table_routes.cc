#include "client/table_routes.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/status.h"

namespace bridle::internal {

TableRoutes::TableRoutes(MetaSession& meta, Reactor& reactor, const std::string& table,
                         Counter& refreshes, std::function<void()> on_unused)
    : meta_(meta),
      reactor_(reactor),
      table_(table),
      refreshes_(refreshes),
      on_unused_(std::move(on_unused)),
      resolver_(std::make_unique<Resolver>(
          meta, reactor, table, [this](const Routes& routes) { onRoutes(routes); },
          [this](const absl::Status& why) { onError(why); })) {}

TableRoutes::~TableRoutes() {
  reactor_.cancel(timer_);
}

void TableRoutes::open(TimePoint deadline, Opened done) {
  waiting_.push_back({deadline, std::move(done)});
  armTimer();
}

// Due at once if there is something to do, else when the first of those who wait has waited long
// enough. Whoever waits as long as the present question lasts is told how that ended.
void TableRoutes::armTimer() {
  if (waiting_.empty()) return reactor_.cancel(timer_);
  if (routes_ != nullptr || !asking_) return reactor_.arm(timer_, reactor_.now());
  const auto first =
      std::min_element(waiting_.begin(), waiting_.end(),
                       [](const Waiting& a, const Waiting& b) { return a.deadline < b.deadline; });
  if (first->deadline < asking_until_) return reactor_.arm(timer_, first->deadline);
  reactor_.cancel(timer_);
}

void TableRoutes::onTimer(TimePoint now) {
  if (routes_ != nullptr) return end(absl::OkStatus(), [](const Waiting&) { return true; });
  end(makeError(ErrorCode::kMetaUnavailable,
                text("routes of table \"", table_, "\": no answer yet from the meta servers ",
                     meta_.serverList())),
      [now](const Waiting& waiting) { return waiting.deadline <= now; });
  if (resolver_ == nullptr) return;
  if (!asking_ && !waiting_.empty()) ask();
  armTimer();
}

void TableRoutes::ask() {
  asking_ = true;
  asking_until_ = {};
  for (const Waiting& waiting : waiting_) asking_until_ = std::max(asking_until_, waiting.deadline);
  resolver_->open(asking_until_, [this](const absl::Status& status) { onAnswer(status); });
}

void TableRoutes::onAnswer(const absl::Status& status) {
  asking_ = false;
  // Who came later may have more time than the question had.
  const TimePoint now = reactor_.now();
  const bool time_is_up = !status.ok() && now >= asking_until_;
  end(status, [&](const Waiting& waiting) { return !time_is_up || waiting.deadline <= now; });
  if (resolver_ == nullptr) return;
  armTimer();
  if (unused()) on_unused_();
}

// Tells those who are `concerned`. Each of them may open again, or close.
void TableRoutes::end(const absl::Status& status,
                      const std::function<bool(const Waiting&)>& concerned) {
  const auto rest =
      std::stable_partition(waiting_.begin(), waiting_.end(),
                            [&](const Waiting& waiting) { return !concerned(waiting); });
  std::vector<Waiting> ended(std::make_move_iterator(rest),
                             std::make_move_iterator(waiting_.end()));
  waiting_.erase(rest, waiting_.end());
  for (const Waiting& waiting : ended) {
    if (status.ok()) {
      waiting.done(routes_);
    } else {
      waiting.done(status);
    }
  }
}

void TableRoutes::subscribe(RouteSubscriber& subscriber, const Routes& known) {
  subscribers_.push_back(&subscriber);
  if (routes_ != known) subscriber.onRoutes(routes_);
}

void TableRoutes::refresh(std::uint64_t stale_version) {
  if (resolver_ != nullptr) resolver_->refresh(stale_version);
}

void TableRoutes::onRoutes(const Routes& routes) {
  if (routes_ == routes) return;  // an answer that changed nothing
  if (routes_ != nullptr) refreshes_.add();
  routes_ = routes;
  for (RouteSubscriber* const subscriber : subscribers_) subscriber->onRoutes(routes);
}

void TableRoutes::onError(const absl::Status& why) {
  if (!absl::IsNotFound(why)) return;
  for (RouteSubscriber* const subscriber : subscribers_) {
    subscriber->onTableNotFound(toStd(why.message()));
  }
}

void TableRoutes::close(const absl::Status& why) {
  reactor_.cancel(timer_);
  subscribers_.clear();
  resolver_.reset();
  end(why, [](const Waiting&) { return true; });
}

}  // namespace bridle::internal
