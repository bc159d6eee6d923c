#include <benchmark/benchmark.h>

#include <optional>
#include <string>
#include <vector>

#include "loop_table.h"

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
      : loop_(kServers, 64, {.backup_request_ms = backup_request_ms}) {
    for (int i = 0; i < kInFlight; ++i) keys_.push_back("user" + std::to_string(i));
    loop_.fill(keys_);
    run();
  }

  void run() {
    left_ = kBatch - kInFlight;
    for (int lane = 0; lane < kInFlight; ++lane) get(lane);
    loop_.waitFor(kBatch);
  }

  int failed() const { return loop_.failed(); }

 private:
  void get(int key) {
    loop_.table().asyncGet({keys_[static_cast<std::size_t>(key)]},
                           [this, key](const absl::StatusOr<std::optional<std::string>>& value) {
                             loop_.ended(value.ok());
                             if (left_-- > 0) get(key);
                           });
  }

  LoopTable loop_;
  std::vector<std::string> keys_;
  int left_ = 0;
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
