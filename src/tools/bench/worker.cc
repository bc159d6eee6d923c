#include "tools/bench/worker.h"

#include <algorithm>

namespace bridle::internal::bench {

Worker::Worker(Workload& workload, RunControl& control, Loop& loop)
    : workload_(workload), control_(control), loop_(loop), chooser_(workload.makeChooser()) {}

void Worker::addLane(std::uint64_t number, std::int64_t operations) {
  const Lane::Surroundings around{control_, loop_, stats_, active_};
  lanes_.emplace_back(around, OpStream(workload_, *chooser_, number), operations);
  ++active_;
}

void Worker::run() {
  for (Lane& lane : lanes_) lane.start();
  if (active_ > 0) loop_.run();
}

std::int64_t Worker::lastDone() const {
  std::int64_t last = 0;
  for (const Lane& lane : lanes_) last = std::max(last, lane.lastDone());
  return last;
}

std::uint64_t Worker::unfinished() const {
  return static_cast<std::uint64_t>(std::count_if(
      lanes_.begin(), lanes_.end(), [](const Lane& lane) { return !lane.finished(); }));
}

}  // namespace bridle::internal::bench
