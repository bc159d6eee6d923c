#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bridle/error.h"
#include "key_history.h"
#include "plan.h"
#include "report.h"
#include "sim/world.h"

namespace bridle::internal::sim {

enum class OpKind : std::uint8_t { kGet, kSet, kDel, kExist, kTtl };

// One call of the application, and the requests that left for it.
struct CallRecord {
  struct Leg {
    bool backup = false;
    Endpoint server = {};
    std::int32_t app_id = 0;
    std::int32_t partition = 0;
    std::int64_t ballot = 0;  // of the partition when it was sent
    bool open = true;         // neither answered nor lost
  };

  int id = 0;
  int handle = 0;
  OpKind kind = OpKind::kGet;
  int key = 0;
  TimePoint started{};
  TimePoint deadline{};
  std::size_t write = 0;       // of a write: its place in the key's history
  KeyHistory::Mark since = 0;  // of a read: what was known of the key when it started
  bool starting = true;        // inside the initiating function
  bool cancelled = false;      // somebody asked for it
  std::optional<TimePoint> ended;
  absl::Status status;
  std::vector<Leg> legs;

  bool isWrite() const { return kind == OpKind::kSet || kind == OpKind::kDel; }
  std::string toString() const;
};

// What a call brought, whatever its kind.
struct Outcome {
  absl::Status status;
  bool present = true;
  std::optional<std::string> value = {};
};

// The book of all calls of a run. It holds each against what a caller may rely on.
class Calls {
 public:
  Calls(const Plan& plan, World& world, Report& report);

  // Told of each end.
  std::function<void(const CallRecord&)> on_end;

  // Null if such a call of this key is open, or has just ended: requests could not be told apart.
  // A key has one write at a time.
  CallRecord* begin(int handle, OpKind kind, int key, Duration timeout);
  void beginWrite(CallRecord& call, std::optional<std::string> value, TimePoint expires);
  void end(CallRecord& call, const Outcome& outcome);

  // The call that a request of this client is for; null if it is none of ours.
  CallRecord* find(int client, std::string_view rpc, std::string_view raw_key);

  void requestSent(const CallRecord& call);  // it stands among the legs
  void tableDropped(int table);
  void clientClosed(int client) { closed_[static_cast<std::size_t>(client)] = true; }

  const Plan::Handle& handleOf(const CallRecord& call) const;
  std::size_t open() const { return open_; }
  const std::deque<CallRecord>& all() const { return calls_; }

 private:
  using Slot = std::tuple<int, int, int>;  // client, kind of request, key

  bool free(const Slot& slot) const;
  void checkEnd(const CallRecord& call);
  void checkError(const CallRecord& call);
  void checkValue(const CallRecord& call, const Outcome& outcome);
  std::string complaintAbout(const CallRecord& call, const Outcome& outcome);

  const Plan& plan_;
  World& world_;
  Report& report_;
  std::deque<CallRecord> calls_;
  std::map<Slot, CallRecord*> last_;
  std::map<std::string, int, std::less<>> keys_;  // raw keys
  std::vector<KeyHistory> histories_;             // by key
  std::vector<bool> dropped_;                     // by table, ever
  std::vector<bool> closed_;                      // by client
  std::size_t open_ = 0;
};

}  // namespace bridle::internal::sim
