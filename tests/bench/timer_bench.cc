#include <benchmark/benchmark.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "io/asio_reactor.h"

namespace bridle::internal {
namespace {

using namespace std::chrono_literals;

struct Call {
  void onTime(TimePoint) {}
  MemberTimer<&Call::onTime> timer{*this};
};

// A reactor on which as many other calls as the argument says have their timers armed.
class BusyReactor {
 public:
  explicit BusyReactor(std::int64_t others) {
    Rng rng(1);
    for (std::int64_t i = 0; i < others; ++i) {
      others_.push_back(std::make_unique<Call>());
      reactor_.arm(others_.back()->timer, reactor_.now() + 1h + Duration(rng.below(1'000'000'000)));
    }
  }
  ~BusyReactor() {
    for (const auto& call : others_) reactor_.cancel(call->timer);
  }
  AsioReactor& operator*() { return reactor_; }

 private:
  boost::asio::io_context io_{1};
  AsioReactor reactor_{io_.get_executor()};
  std::vector<std::unique_ptr<Call>> others_;
};

// What a call that is answered in time costs: its timer armed and cancelled, each at a time read.
void armAndCancel(benchmark::State& state, AsioReactor& reactor) {
  Call call;
  reactor.arm(call.timer, reactor.now() + 1h);
  for (auto _ : state) {
    reactor.arm(call.timer, reactor.now() + 1h);
    benchmark::DoNotOptimize(reactor.now());
    reactor.cancel(call.timer);
  }
}

void armAndCancelInATurn(benchmark::State& state) {
  BusyReactor busy(state.range(0));
  const AsioReactor::Turn turn(*busy);
  armAndCancel(state, *busy);
}
BENCHMARK(armAndCancelInATurn)->Arg(0)->Arg(100)->Arg(10'000);

// The clock is read three times.
void armAndCancelOutsideOfATurn(benchmark::State& state) {
  BusyReactor busy(state.range(0));
  armAndCancel(state, *busy);
}
BENCHMARK(armAndCancelOutsideOfATurn)->Arg(100);

}  // namespace
}  // namespace bridle::internal
