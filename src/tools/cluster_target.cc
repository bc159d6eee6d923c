#include "tools/cluster_target.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "bridle/client.h"
#include "tools/bench/stopwatch.h"
#include "tools/op_result.h"
#include "tools/scan_run.h"

namespace bridle::internal {
namespace {

using bench::Action;
using bench::Completion;
using bench::OpResult;
using bench::OpStatus;

struct Written {
  Completion& done;

  void operator()(const absl::Status& status) const {
    done.onDone(status.ok() ? OpResult{} : failureOf(status));
  }
};

// What becomes of a call's result: the value is looked at only if there is one.
template <typename Look>
struct Answered {
  Completion& done;
  Look look;

  template <typename T>
  void operator()(const absl::StatusOr<T>& result) const {
    done.onDone(result.ok() ? look(*result) : failureOf(result.status()));
  }
};

OpResult there(bool is) {
  return {.status = is ? OpStatus::kOk : OpStatus::kNotFound};
}

class ClusterLoop final : public bench::Loop {
 public:
  absl::Status open(const ClusterAddress& address, std::size_t index,
                    const std::atomic<bool>& interrupted) {
    ClientOptions options = address.client;
    if (options.seed != 0) options.seed += index;
    absl::StatusOr<Client> client = Client::connect(options, io_.get_executor());
    if (!client.ok()) return client.status();
    client_.emplace(*std::move(client));
    client_->asyncOpenTable(address.table, address.table_options,
                            [this](absl::StatusOr<Table> table) { opened_ = std::move(table); });
    while (!opened_.has_value() && !interrupted) io_.run_one_for(kInterruptCheck);
    if (!opened_.has_value()) {
      return statusOf(absl::StatusCode::kCancelled, "interrupted while table \"", address.table,
                      "\" was being opened; nothing was run");
    }
    if (!opened_->ok()) return opened_->status();
    table_.emplace(**std::move(opened_));
    return absl::OkStatus();
  }

  void send(const bench::Request& request, Completion& done) override {
    const Key key{request.hash_key, request.sort_key};
    switch (request.action) {
      case Action::kRead:
        return table_->asyncGet(key, Answered{done, valueOf});
      case Action::kWrite:
        return table_->asyncSet(key, request.value, Written{done});
      case Action::kDelete:
        return table_->asyncDel(key, Written{done});
      case Action::kTtl:
        return table_->asyncTtl(
            key, Answered{done, [](const auto& ttl) { return there(ttl.has_value()); }});
      case Action::kIncrement:
        return table_->asyncIncr(key, 1, Answered{done, [](std::int64_t) { return OpResult{}; }});
      case Action::kCheckAndSet:
        return table_->asyncCheckAndSet(
            request.hash_key, {.sort_key = request.sort_key, .type = CheckType::kExist},
            {.value = request.value},
            Answered{done, [](const CheckResult& result) { return there(result.applied); }});
      case Action::kMultiGet:
        return multiGet(request, done);
      case Action::kMultiSet:
        return multiSet(request, done);
      case Action::kScan:
        return runScan(table_->scan(request.hash_key, {.start = request.sort_key}, pages(request)),
                       request.rows, done);
      case Action::kScanTable:
        return scanTable(request, done);
    }
  }

  void wait(Duration pause, Completion& done) override {
    auto timer = std::make_shared<boost::asio::steady_timer>(io_, pause);
    timer->async_wait([timer, &done](auto) { done.onDone({}); });
  }

  std::int64_t nowNanos() override { return bench::steadyNanos(); }
  void run() override { io_.run(); }
  void stop() override { io_.stop(); }

  ClientStats stats() const { return client_->stats(); }

 private:
  static OpResult valueOf(const std::optional<std::string>& value) {
    if (!value.has_value()) return there(false);
    return {.value = *value};
  }

  static ScanOptions pages(const bench::Request& request) {
    return {.page_size = static_cast<int>(std::min(request.rows, kMaxPage))};
  }

  void multiGet(const bench::Request& request, Completion& done) {
    sort_keys_.assign(request.sort_keys.begin(), request.sort_keys.end());
    table_->asyncMultiGet(request.hash_key, sort_keys_, {.max_count = 0, .max_bytes = 0},
                          Answered{done, [](const Entries& found) -> OpResult {
                                     return {.status = there(!found.entries.empty()).status,
                                             .rows = std::ssize(found.entries)};
                                   }});
  }

  void multiSet(const bench::Request& request, Completion& done) {
    entries_.clear();
    for (const std::string_view sort_key : request.sort_keys) {
      entries_.push_back({sort_key, request.value});
    }
    table_->asyncMultiSet(request.hash_key, entries_, Written{done});
  }

  void scanTable(const bench::Request& request, Completion& done) {
    absl::StatusOr<std::vector<Scanner>> scanners =
        table_->unorderedScanners(std::numeric_limits<int>::max(), pages(request));
    if (!scanners.ok()) return done.onDone(failureOf(scanners.status()));
    const auto chosen = static_cast<std::size_t>(request.partition) % scanners->size();
    runScan(std::move((*scanners)[chosen]), request.rows, done);
  }

  static constexpr std::int64_t kMaxPage = 1000;  // what a server gives
  static constexpr auto kInterruptCheck = std::chrono::milliseconds(20);

  std::vector<std::string_view> sort_keys_;
  std::vector<EntryView> entries_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
      io_.get_executor()};
  std::optional<absl::StatusOr<Table>> opened_;  // outlives the client, which may still set it
  std::optional<Client> client_;
  std::optional<Table> table_;
};

class ClusterTarget final : public bench::Target {
 public:
  absl::Status open(const ClusterAddress& address, std::size_t loops,
                    const std::atomic<bool>& interrupted) {
    for (std::size_t i = 0; i < loops; ++i) {
      loops_.push_back(std::make_unique<ClusterLoop>());
      const absl::Status opened = loops_.back()->open(address, i, interrupted);
      if (!opened.ok()) return opened;
    }
    return absl::OkStatus();
  }

  std::size_t loops() const override { return loops_.size(); }
  bench::Loop& loop(std::size_t index) override { return *loops_[index]; }

  bench::BackupCounts backupCounts() const override {
    bench::BackupCounts counts;
    for (const auto& loop : loops_) {
      for (const auto& [name, table] : loop->stats().tables) {
        counts.reads += table.reads;
        counts.sent += table.backup_sent;
        counts.won += table.backup_won;
        counts.denied += table.backup_denied_budget + table.backup_denied_no_secondary;
      }
    }
    return counts;
  }

 private:
  std::vector<std::unique_ptr<ClusterLoop>> loops_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<bench::Target>> openClusterTarget(
    const ClusterAddress& address, std::size_t loops, const std::atomic<bool>& interrupted) {
  auto target = std::make_unique<ClusterTarget>();
  const absl::Status opened = target->open(address, loops, interrupted);
  if (!opened.ok()) return opened;
  return target;
}

}  // namespace bridle::internal
