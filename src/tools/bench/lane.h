#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tools/bench/op_stream.h"
#include "tools/bench/run_control.h"
#include "tools/bench/run_stats.h"
#include "tools/bench/target.h"

namespace bridle::internal::bench {

// A closed loop: one operation in flight, and the next one as soon as it is answered. All on the
// thread of its loop.
class Lane final : public Completion {
 public:
  // What the lanes of one loop share.
  struct Surroundings {
    RunControl& control;
    Loop& loop;
    LoopStats& stats;
    std::size_t& active;  // lanes that have not finished; the last one stops the loop
  };

  Lane(const Surroundings& around, OpStream stream, std::int64_t operations)
      : around_(around), stream_(std::move(stream)), remaining_(operations) {}
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  void start() { pump(); }
  void onDone(const OpResult& result) override;

  // Once the loop no longer runs.
  bool finished() const { return finished_; }
  std::int64_t lastDone() const { return last_done_; }  // 0 before the first completion

 private:
  // What is in flight, or is to be sent next.
  enum class Step : std::uint8_t { kRequest, kModify, kPause, kRetry };

  void pump();
  void issue();
  void beginOperation();
  void finish();

  void settle(const OpResult& result);
  bool isGood(const OpResult& result) const;
  void account(const OpResult& result);
  void verify(std::string_view value);
  void endOperation(const OpResult& result);
  Series series() const;
  std::string describe(const OpResult& result) const;

  Surroundings around_;
  OpStream stream_;
  std::int64_t remaining_;  // measured operations still to be started
  std::int64_t retries_ = 0;
  std::int64_t began_ = 0;      // the operation
  std::int64_t sent_ = 0;       // its last request
  std::int64_t last_done_ = 0;  // when the last answer came
  Step step_ = Step::kRequest;
  bool measured_ = false;
  bool failed_ = false;  // a part of the operation has
  bool finished_ = false;
  bool issuing_ = false;
  bool answered_ = false;
};

}  // namespace bridle::internal::bench
