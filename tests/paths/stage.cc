#include "paths/stage.h"

#include <algorithm>

#include "base/error.h"
#include "base/status.h"

namespace bridle::test {
namespace {

using internal::Duration;
using internal::text;
using internal::TimePoint;

constexpr std::uint64_t kCancelId = 1;
constexpr const char* kNames[] = {"P", "S1", "S2"};

}  // namespace

Stage::Stage(const Scenario& scenario)
    : scenario_(scenario),
      world_({.backup_delay = scenario.backup_delay, .backup_max_ratio = scenario.budget}) {}

FakeReplica& Stage::replica(const std::string& name) {
  return name == "P" ? world_.p : name == "S1" ? world_.s1 : world_.s2;
}

// The servers of the scenario, with this one as primary.
FakeMeta::Partition Stage::partitionWith(const std::string& primary) {
  FakeMeta::Partition partition;
  for (const auto& [name, server] : scenario_.servers) {
    if (name == primary) {
      partition.primary = replica(name).address();
    } else if (name != "P") {
      partition.secondaries.push_back(replica(name).address());
    }
  }
  return partition;
}

void Stage::prepare() {
  for (const auto& [name, server] : scenario_.servers) {
    if (server.down) replica(name).stop();
  }
  world_.meta.partitions = {partitionWith(scenario_.first_primary)};
  world_.open();
  for (const auto& [name, server] : scenario_.servers) {
    if (!server.answers.empty()) replica(name).answers(server.answers);
  }
  world_.meta.answers_after = scenario_.meta_after;
  world_.meta.partitions = {partitionWith(scenario_.meta_answer)};
  for (const Happening& happening : scenario_.happenings) {
    later_.after(happening.at, [this, &happening] { make(happening); });
  }
}

void Stage::make(const Happening& happening) {
  constexpr std::string_view kMoved = "moved=";
  if (happening.what == "cancel") {
    world_.handler().cancel(kCancelId);
  } else if (happening.what == "close") {
    world_.handler().close(ErrorCode::kClosed, "the client is closed");
  } else if (happening.what == "gone") {
    world_.handler().onTableNotFound("there is no such table");
  } else if (happening.what.starts_with(kMoved)) {
    world_.meta.partitions = {partitionWith(happening.what.substr(kMoved.size()))};
    world_.meta.tell();
  } else {
    expect(false, text("\"", happening.what, "\" is nothing that can happen"));
  }
}

Played Stage::play() {
  prepare();
  call_ = &world_.make(scenario_.op, scenario_.deadline, kCancelId);
  call_->run();
  world_.reactor.runFor(scenario_.deadline + std::chrono::seconds(2));
  for (const char* name : kNames) checkRequests(replica(name), name != std::string_view("P"));
  checkEnd();
  played_.path = pathText();
  played_.outcome = outcomeText();
  return played_;
}

std::string Stage::pathText() {
  std::vector<Visit> visits;
  for (const char* name : kNames) {
    for (const auto& request : replica(name).requests()) {
      visits.push_back({request.at, text(name, "@", millis(world_.sinceOpen(request.at)),
                                         request.header.is_backup_request ? "(backup)" : "")});
    }
  }
  for (const TimePoint asked : world_.meta.asked) {
    visits.push_back({asked, text("meta@", millis(world_.sinceOpen(asked)))});
  }
  std::stable_sort(visits.begin(), visits.end(),
                   [](const Visit& a, const Visit& b) { return a.at < b.at; });
  std::string path;
  for (const Visit& visit : visits) path += (path.empty() ? "" : " ") + visit.text;
  return path.empty() ? "-" : path;
}

std::string Stage::outcomeText() const {
  const std::string when = "@" + millis(call_->lasted());
  if (call_->status.ok()) {
    if (scenario_.op.spec.name != "get") return "ok" + when;
    return call_->value.empty() ? "absent" + when : text("ok", when, " from ", call_->value);
  }
  const ErrorInfo info = errorInfo(call_->status).value_or(ErrorInfo{});
  return text(errorCodeName(info.code), when, info.may_have_executed ? " maybe executed" : "");
}

void Stage::checkRequests(const FakeReplica& replica, bool secondary) {
  for (const auto& request : replica.requests()) {
    const std::string which =
        text("the request to ", replica.name(), " at ", millis(world_.sinceOpen(request.at)));
    const Duration left = call_->request().plan.deadline - request.at;
    const auto whole_ms = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
    expect(left > Duration::zero(), which + " left at the deadline or later");
    expect(request.at <= call_->ended_at, which + " left after the end");
    expect(request.header.timeout_ms == std::max<std::int64_t>(1, whole_ms),
           text(which, " had a time-out of ", request.header.timeout_ms, " ms, ", whole_ms,
                " were left"));
    expect(request.header.partition_hash == TableWorld::kHash, which + " had a wrong hash");
    expect(request.header.app_id == world_.meta.app_id, which + " had a wrong app id");
    const bool backup = request.header.is_backup_request;
    expect(!backup || secondary, which + " was a backup request to the first primary");
    expect(!backup || call_->request().spec.read, which + " was a backup request of a write");
  }
}

void Stage::checkEnd() {
  const internal::TableCounters& counters = world_.counters();
  expect(call_->ends == 1, text("the call ended ", call_->ends, " times"));
  expect(call_->lasted() <= scenario_.deadline, "the call lasted longer than its time-out");
  expect(counters.backup_sent.get() <= 1, "there was more than one backup request");
  expect(counters.backup_sent.get() ==
             counters.backup_won.get() + counters.backup_lost.get() + counters.backup_failed.get(),
         "backup requests were sent that neither won, lost nor failed");
  expect(world_.handler().liveCalls() == 0 && world_.sessions.outstanding() == 0,
         "the call left something behind");
  expect(world_.reactor.runUntilIdle(std::chrono::hours(1)), "a timer was left behind");
}

void Stage::expect(bool holds, std::string what) {
  if (!holds) played_.broken.push_back(std::move(what));
}

}  // namespace bridle::test
