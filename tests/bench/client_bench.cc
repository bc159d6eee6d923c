#include <benchmark/benchmark.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bridle/client.h"
#include "bridle/onebox.h"

// CPU of the client per get on loopback, the kernel's share included: 8 servers with 32 gets in
// flight each. The client runs on the benchmark's thread, whose CPU time is measured; the servers
// run on another.
namespace bridle {
namespace {

constexpr int kServers = 8;
constexpr int kInFlight = 32 * kServers;
constexpr int kBatch = 100 * kInFlight;

class Gets {
 public:
  explicit Gets(double backup_request_ms)
      : onebox_(*Onebox::start({.replicas = kServers, .tables = {{"t", 64}}})),
        client_(*Client::connect({.meta_servers = onebox_->metaServers()}, io_.get_executor())) {
    client_.asyncOpenTable(
        "t", {.backup_request_ms = backup_request_ms},
        [this](absl::StatusOr<Table> table) { table_.emplace(*std::move(table)); });
    while (!table_.has_value()) io_.run_one();
    for (int i = 0; i < kInFlight; ++i) keys_.push_back("user" + std::to_string(i));
    for (const std::string& key : keys_) {
      table_->asyncSet({key}, std::string(100, 'v'), [this](const absl::Status& status) {
        failed_ += !status.ok();
        ++done_;
      });
    }
    waitFor(kInFlight);
    run();
  }

  void run() {
    left_ = kBatch - kInFlight;
    for (int lane = 0; lane < kInFlight; ++lane) get(lane);
    waitFor(kBatch);
  }

  int failed() const { return failed_; }

 private:
  void get(int key) {
    table_->asyncGet({keys_[static_cast<std::size_t>(key)]},
                     [this, key](const absl::StatusOr<std::optional<std::string>>& value) {
                       failed_ += !value.ok();
                       ++done_;
                       if (left_-- > 0) get(key);
                     });
  }

  void waitFor(int calls) {
    while (done_ < calls) io_.run_one();
    done_ = 0;
  }

  std::unique_ptr<Onebox> onebox_;
  boost::asio::io_context io_{1};
  Client client_;
  std::optional<Table> table_;
  std::vector<std::string> keys_;
  int left_ = 0;
  int done_ = 0;
  int failed_ = 0;
};

void getOnLoopback(benchmark::State& state) {
  Gets gets(static_cast<double>(state.range(0)));
  for (auto _ : state) gets.run();
  if (gets.failed() > 0) state.SkipWithError("gets failed");
  state.counters["cpu_per_get"] = benchmark::Counter(
      kBatch, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(getOnLoopback)
    ->ArgName("backup_request_ms")
    ->Arg(0)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bridle
