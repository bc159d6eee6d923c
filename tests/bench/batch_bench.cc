#include <benchmark/benchmark.h>

#include <optional>
#include <string>
#include <vector>

#include "loop_table.h"

// CPU of the client per key when 1000 keys are read on loopback, the kernel's share included: as
// one batch, as 1000 gets that are all in flight at once, and as 1000 gets one after the other. The
// client runs on the benchmark's thread, whose CPU time is measured; the servers run on another.
namespace bridle {
namespace {

constexpr int kKeys = 1000;

class Reads {
 public:
  Reads() {
    for (int i = 0; i < kKeys; ++i) names_.push_back("user" + std::to_string(i));
    for (const std::string& name : names_) keys_.push_back({name});
    loop_.fill(names_);
  }

  void asBatch() {
    loop_.table().asyncBatchGet(keys_, [this](const auto& values) {
      for (const auto& value : values) take(value);
    });
    loop_.waitFor(kKeys);
  }

  void asGets() {
    for (const Key& key : keys_) get(key);
    loop_.waitFor(kKeys);
  }

  void asGetsOneByOne() {
    for (const Key& key : keys_) {
      get(key);
      loop_.waitFor(1);
    }
  }

  int failed() const { return loop_.failed(); }

 private:
  void get(const Key& key) {
    loop_.table().asyncGet(key, [this](const auto& value) { take(value); });
  }

  void take(const absl::StatusOr<std::optional<std::string>>& value) {
    loop_.ended(value.ok() && value->has_value());
  }

  LoopTable loop_{3, 8};
  std::vector<std::string> names_;
  std::vector<Key> keys_;
};

void read1000(benchmark::State& state, void (Reads::*read)()) {
  Reads reads;
  for (auto _ : state) (reads.*read)();
  if (reads.failed() > 0) state.SkipWithError("reads failed");
  state.counters["cpu_per_key"] = benchmark::Counter(
      kKeys, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(read1000, as_batch, &Reads::asBatch)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(read1000, as_gets_at_once, &Reads::asGets)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(read1000, as_gets_one_by_one, &Reads::asGetsOneByOne)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace bridle
