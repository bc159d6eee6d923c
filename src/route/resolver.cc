#include "route/resolver.h"

#include <utility>

#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"

namespace bridle::internal {
namespace {

absl::Status stillSo(const absl::Status& why, Duration waited) {
  const auto millis = std::chrono::ceil<std::chrono::milliseconds>(waited);
  return makeError(*errorInfo(why),
                   text(toStd(why.message()), "; still so after ", millis.count(), " ms"));
}

}  // namespace

Resolver::Resolver(MetaSession& meta, Reactor& reactor, std::string table, OnRoutes on_routes,
                   OnError on_error)
    : meta_(meta),
      reactor_(reactor),
      table_(std::move(table)),
      on_routes_(std::move(on_routes)),
      on_error_(std::move(on_error)),
      pace_(limits::kRefreshMinInterval * 4 / 3, meta.rng().next()),
      alive_(std::make_shared<char>()) {}

Resolver::~Resolver() {
  reactor_.cancel(timer_);
}

void Resolver::open(TimePoint deadline, std::function<void(absl::Status)> done) {
  open_start_ = reactor_.now();
  open_deadline_ = deadline;
  open_done_ = std::move(done);
  ask(deadline);
}

void Resolver::refresh(std::uint64_t stale_version) {
  const bool under_way = asking_ || timer_.armed();
  const bool newer_known = routes_ != nullptr && routes_->version() > stale_version;
  if (under_way || newer_known) return;
  const TimePoint now = reactor_.now();
  if (pace_.over(now)) {
    ask(now + limits::kRefreshMaxInterval);
  } else {
    reactor_.arm(timer_, pace_.until());
  }
}

void Resolver::onTimer(TimePoint now) {
  ask(open_done_ != nullptr ? open_deadline_ : now + limits::kRefreshMaxInterval);
}

void Resolver::ask(TimePoint deadline) {
  asking_ = true;
  meta_.queryConfig(
      table_, {}, deadline,
      [this, alive = std::weak_ptr(alive_)](const absl::StatusOr<std::string>& result) {
        if (!alive.expired()) onAnswer(result);
      });
}

void Resolver::onAnswer(const absl::StatusOr<std::string>& result) {
  asking_ = false;
  ConfigAnswer answer = read(result);
  if (open_done_ != nullptr) return onOpenAnswer(std::move(answer));
  if (answer.routes != nullptr) return install(std::move(answer.routes));
  pace_.pause(reactor_.now(), limits::kRefreshMaxInterval);
  on_error_(answer.why);
}

ConfigAnswer Resolver::read(const absl::StatusOr<std::string>& result) const {
  if (result.ok()) {
    const std::uint64_t version = routes_ != nullptr ? routes_->version() + 1 : 1;
    return readConfigAnswer(*result, table_, meta_.serverList(), version);
  }
  const absl::Status& status = result.status();
  const ErrorInfo unavailable{.code = ErrorCode::kMetaUnavailable};
  return {nullptr,
          makeError(errorInfo(status).value_or(unavailable),
                    text("routes of table \"", table_, "\": ", toStd(status.message()))),
          false};
}

void Resolver::onOpenAnswer(ConfigAnswer answer) {
  const TimePoint again = reactor_.now() + jittered(limits::kMetaPause, meta_.rng());
  if (answer.passing && again < open_deadline_) return reactor_.arm(timer_, again);
  const std::function<void(absl::Status)> done = std::exchange(open_done_, nullptr);
  if (answer.routes != nullptr) install(std::move(answer.routes));
  if (answer.passing) return done(stillSo(answer.why, reactor_.now() - open_start_));
  done(answer.why);
}

void Resolver::install(std::shared_ptr<const RoutingTable> fresh) {
  if (routes_ != nullptr) {
    fresh = RoutingTable::newest(std::move(fresh), *routes_);
    if (fresh->sameRoutes(*routes_)) {
      pace_.pause(reactor_.now(), limits::kRefreshSameInterval);
      return on_routes_(routes_);
    }
    refreshes_.add();
  }
  routes_ = std::move(fresh);
  pace_.reset();
  pace_.pause(reactor_.now(), limits::kRefreshMaxInterval);
  on_routes_(routes_);
}

}  // namespace bridle::internal
