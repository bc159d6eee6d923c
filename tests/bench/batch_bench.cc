#include <benchmark/benchmark.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bridle/client.h"
#include "bridle/onebox.h"

// CPU of the client per key when 1000 keys are read on loopback, the kernel's share included: as
// one batch, as 1000 gets that are all in flight at once, and as 1000 gets one after the other. The
// client runs on the benchmark's thread, whose CPU time is measured; the servers run on another.
namespace bridle {
namespace {

constexpr int kKeys = 1000;

class Reads {
 public:
  Reads()
      : onebox_(*Onebox::start({.replicas = 3, .tables = {{"t", 8}}})),
        client_(*Client::connect({.meta_servers = onebox_->metaServers()}, io_.get_executor())) {
    client_.asyncOpenTable(
        "t", {}, [this](absl::StatusOr<Table> table) { table_.emplace(*std::move(table)); });
    while (!table_.has_value()) io_.run_one();
    for (int i = 0; i < kKeys; ++i) names_.push_back("user" + std::to_string(i));
    for (const std::string& name : names_) {
      keys_.push_back({name});
      table_->asyncSet({name}, std::string(100, 'v'), [this](const absl::Status& status) {
        failed_ += !status.ok();
        ++done_;
      });
    }
    wait();
  }

  void asBatch() {
    table_->asyncBatchGet(keys_, [this](const auto& values) {
      for (const auto& value : values) take(value);
    });
    wait();
  }

  void asGets() {
    for (const Key& key : keys_) {
      table_->asyncGet(key, [this](const auto& value) { take(value); });
    }
    wait();
  }

  void asGetsOneByOne() {
    for (const Key& key : keys_) {
      const int before = done_;
      table_->asyncGet(key, [this](const auto& value) { take(value); });
      while (done_ == before) io_.run_one();
    }
    wait();
  }

  int failed() const { return failed_; }

 private:
  void take(const absl::StatusOr<std::optional<std::string>>& value) {
    failed_ += !value.ok() || !value->has_value();
    ++done_;
  }

  void wait() {
    while (done_ < kKeys) io_.run_one();
    done_ = 0;
  }

  std::unique_ptr<Onebox> onebox_;
  boost::asio::io_context io_{1};
  Client client_;
  std::optional<Table> table_;
  std::vector<std::string> names_;
  std::vector<Key> keys_;
  int done_ = 0;
  int failed_ = 0;
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
