#include "client/admin/table_ready.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"
#include "client/admin/meta_question.h"

namespace bridle::internal {
namespace {

using wire::ServerError;

bool hasPrimary(const wire::partition_configuration& partition) {
  return Endpoint(partition.primary).valid() || partition.__isset.hp_primary;
}

bool isComplete(const wire::partition_configuration& partition) {
  const bool unborn_child_of_a_split = partition.ballot < 0;
  const auto servers = static_cast<std::int64_t>(partition.secondaries.size()) + 1;
  return unborn_child_of_a_split ||
         (hasPrimary(partition) && servers >= partition.max_replica_count);
}

// Empty: it is usable.
std::string whatIsMissing(const wire::query_cfg_response& config) {
  const auto count = [&config](auto what) {
    return std::count_if(config.partitions.begin(), config.partitions.end(), what);
  };
  if (config.partitions.empty()) return "it has no partitions yet";
  if (count(isComplete) == config.partition_count) return {};
  return text("of its ", config.partition_count, " partitions ", count(hasPrimary),
              " have a primary and ", count(isComplete), " have all their replicas");
}

}  // namespace

TableReady::TableReady(MetaSession& meta, Reactor& reactor, std::string table, TimePoint deadline,
                       Done done)
    : meta_(meta),
      reactor_(reactor),
      table_(std::move(table)),
      deadline_(deadline),
      done_(std::move(done)),
      alive_(std::make_shared<char>()) {
  ask();
}

TableReady::~TableReady() {
  reactor_.cancel(timer_);
}

void TableReady::ask() {
  meta_.queryConfig(
      table_, {}, deadline_,
      [this, alive = std::weak_ptr(alive_)](const absl::StatusOr<std::string>& answer) {
        if (!alive.expired()) onAnswer(answer);
      });
}

void TableReady::onAnswer(const absl::StatusOr<std::string>& answer) {
  if (!answer.ok()) return askLater(std::string(toStd(answer.status().message())));
  const auto config = wire::decodeResult<wire::query_cfg_response>(*answer);
  if (!config.ok()) return askLater(std::string(toStd(config.status().message())));
  switch (config->err.value()) {
    case ServerError::kOk:
      break;
    case ServerError::kObjectNotFound:
    case ServerError::kBusyDropping: {
      const Done done = done_;
      return done(
          makeError(ErrorInfo{.code = ErrorCode::kTableNotFound, .server_error = config->err.name},
                    text("it was dropped meanwhile (", config->err.name, ")")));
    }
    default:
      return askLater(config->err.name);
  }
  const std::string missing = whatIsMissing(*config);
  if (!missing.empty()) return askLater(missing);
  const Done done = done_;
  done(absl::OkStatus());
}

void TableReady::askLater(std::string state) {
  state_ = std::move(state);
  reactor_.arm(timer_, std::min(deadline_, reactor_.now() + limits::kTableReadyPause));
}

void TableReady::onTimer(TimePoint now) {
  if (now < deadline_) return ask();
  const Done done = done_;
  done(makeError(ErrorCode::kTableUnavailable, text(state_, " when the time was up")));
}

}  // namespace bridle::internal
