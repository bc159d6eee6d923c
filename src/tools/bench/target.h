#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/time.h"
#include "tools/bench/operation.h"

namespace bridle::internal::bench {

enum class OpStatus : std::uint8_t {
  kOk,
  kNotFound,
  kTimeout,
  kUnavailable,
  kRefused,          // not permitted, or not understood
  kUnexpectedState,  // of a verification: the value is not what was written
  kError,
};
inline constexpr std::size_t kOpStatusCount = 7;

std::string_view toString(OpStatus status);  // "NOT_FOUND", as in YCSB's Return= lines

struct OpResult {
  OpStatus status = OpStatus::kOk;
  std::string_view value = {};  // of a read; valid only while it is handed over, as is `error`
  std::string_view error = {};  // why it is not kOk, for people
  std::int64_t rows = 0;        // of a scan or multi-get
};

// Who waits for an operation: the lane itself, so that a completion allocates nothing.
class Completion {
 public:
  virtual void onDone(const OpResult& result) = 0;

 protected:
  ~Completion() = default;
};

// One thread's way into the system under test. Everything but stop() belongs to that thread, and
// there completions arrive, either within the call or out of run(). What a request refers to stays
// valid until the completion.
class Loop {
 public:
  virtual ~Loop() = default;

  virtual void send(const Request& request, Completion& done) = 0;
  virtual void wait(Duration pause, Completion& done) = 0;

  virtual std::int64_t nowNanos() = 0;  // steady; the same clock for all loops of a target

  // Delivers completions until stop(), which any thread may call, also before. What is still under
  // way then may be completed until the target is destroyed, or never.
  virtual void run() = 0;
  virtual void stop() = 0;
};

// What the client did beyond one request per operation, since the target was opened.
struct BackupCounts {
  std::uint64_t reads = 0;
  std::uint64_t sent = 0;
  std::uint64_t won = 0;
  std::uint64_t denied = 0;

  BackupCounts since(const BackupCounts& earlier) const {
    return {reads - earlier.reads, sent - earlier.sent, won - earlier.won, denied - earlier.denied};
  }
};

// The system under test.
class Target {
 public:
  virtual ~Target() = default;
  virtual std::size_t loops() const = 0;
  virtual Loop& loop(std::size_t index) = 0;
  virtual BackupCounts backupCounts() const { return {}; }  // any thread
};

}  // namespace bridle::internal::bench
