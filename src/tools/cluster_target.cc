#include "tools/cluster_target.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/status.h"
#include "bridle/client.h"
#include "tools/bench/stopwatch.h"

namespace bridle::internal {
namespace {

using bench::Completion;
using bench::OpStatus;

OpStatus statusOf(const absl::Status& status) {
  if (status.ok()) return OpStatus::kOk;
  const std::optional<ErrorInfo> info = errorInfo(status);
  switch (info.has_value() ? info->code : ErrorCode::kBadReply) {
    case ErrorCode::kDeadlineExceeded:
      return OpStatus::kTimeout;
    case ErrorCode::kUnavailable:
    case ErrorCode::kMetaUnavailable:
    case ErrorCode::kTableUnavailable:
    case ErrorCode::kThrottled:
    case ErrorCode::kOverloaded:
      return OpStatus::kUnavailable;
    case ErrorCode::kRefused:
    case ErrorCode::kTooLarge:
    case ErrorCode::kInvalidArgument:
      return OpStatus::kRefused;
    default:
      return OpStatus::kError;
  }
}

class ClusterLoop final : public bench::Loop {
 public:
  absl::Status open(const ClusterAddress& address, std::size_t index) {
    ClientOptions options = address.client;
    if (options.seed != 0) options.seed += index;
    absl::StatusOr<Client> client = Client::connect(options, io_.get_executor());
    if (!client.ok()) return client.status();
    client_.emplace(*std::move(client));
    std::optional<absl::StatusOr<Table>> table;
    client_->asyncOpenTable(address.table, address.table_options,
                            [&table](absl::StatusOr<Table> opened) { table = std::move(opened); });
    while (!table.has_value()) io_.run_one();
    if (!table->ok()) return table->status();
    table_.emplace(**std::move(table));
    return absl::OkStatus();
  }

  void read(std::string_view key, Completion& done) override {
    table_->asyncGet({key}, [&done](const absl::StatusOr<std::optional<std::string>>& value) {
      if (!value.ok()) return fail(done, value.status());
      if (!value->has_value()) return done.onDone({.status = OpStatus::kNotFound});
      done.onDone({.value = **value});
    });
  }

  void write(std::string_view key, std::string_view value, Completion& done) override {
    table_->asyncSet({key}, value, [&done](const absl::Status& status) {
      if (!status.ok()) return fail(done, status);
      done.onDone({});
    });
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
  static void fail(Completion& done, const absl::Status& status) {
    done.onDone({.status = statusOf(status), .value = {}, .error = toStd(status.message())});
  }

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
      io_.get_executor()};
  std::optional<Client> client_;
  std::optional<Table> table_;
};

class ClusterTarget final : public bench::Target {
 public:
  absl::Status open(const ClusterAddress& address, std::size_t loops) {
    for (std::size_t i = 0; i < loops; ++i) {
      loops_.push_back(std::make_unique<ClusterLoop>());
      const absl::Status opened = loops_.back()->open(address, i);
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

absl::StatusOr<std::unique_ptr<bench::Target>> openClusterTarget(const ClusterAddress& address,
                                                                 std::size_t loops) {
  auto target = std::make_unique<ClusterTarget>();
  const absl::Status opened = target->open(address, loops);
  if (!opened.ok()) return opened;
  return target;
}

}  // namespace bridle::internal
