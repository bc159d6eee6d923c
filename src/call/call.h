#pragma once

#include <array>
#include <atomic>
#include <boost/intrusive/list_hook.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "base/time.h"
#include "bridle/call_info.h"
#include "call/call_machine.h"
#include "call/call_spec.h"
#include "call/call_trace.h"
#include "io/reactor.h"
#include "rpc/replica_session.h"

namespace bridle::internal {

class Call;

// Who drives calls: the table handler.
class CallDriver {
 public:
  virtual void start(Call& call) = 0;
  virtual void onLegReply(Call& call, LegId leg, const wire::Reply& reply) = 0;
  virtual void onLegLost(Call& call, LegId leg, Delivery delivery, const absl::Status& why) = 0;
  virtual void onCallTimer(Call& call, TimePoint now) = 0;

 protected:
  ~CallDriver() = default;
};

// One request of a call: the copy for the primary or the backup copy.
class CallLeg final : public ReplyUser {
 public:
  CallLeg(Call& call, LegId id) : call_(call), id_(id) {}

  void sent(ReplicaSession& session, Ticket ticket, TimePoint at);
  Delivery forget();  // no reply is wanted any more; no effect if none is outstanding
  bool outstanding() const { return session_ != nullptr; }
  const ReplicaSession* session() const { return session_; }
  TimePoint sentAt() const { return sent_at_; }
  Endpoint server() const { return server_; }

 private:
  void onReply(const wire::Reply& reply) override;
  void onLost(Delivery delivery, const absl::Status& why) override;

  Call& call_;
  const LegId id_;
  Ticket ticket_{};
  ReplicaSession* session_ = nullptr;
  Endpoint server_;
  TimePoint sent_at_{};
};

// A good reply, or what is wrong with one that the server sent as good.
struct Taken {
  Verdict verdict = Verdict::kOk;
  std::int32_t storage_status = 0;
  ErrorCode code = ErrorCode::kBadReply;  // what the problem, if there is one, means for the caller
  std::string problem = {};
  std::int64_t decree = -1;  // of a write
  bool written = false;      // although it is an error: the change was made, or may have been
};

// One call of an operation: its request, its legs and its machine. Made by any thread, then handed
// to the loop of its table handler and touched only there. Its maker owns it and gets it back
// through deliver().
class Call : public Task,
             public boost::intrusive::list_base_hook<
                 boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
 public:
  struct Request {
    const CallSpec& spec;
    std::string_view args;      // the encoded argument; lives as long as the call
    std::string_view hash_key;  // a part of `args`, for error texts
    std::uint64_t hash;         // of the key
    TimePoint started;
    CallPlan plan;
    std::uint64_t cancel_id = 0;  // not zero: can be cancelled by this number
    CallInfo* info = nullptr;     // where to tell what came of the call, if anywhere
  };

  Call(CallDriver& driver, const Request& request);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // The point where a call is won. Replies of both legs, the deadline, a cancellation and the end
  // of the client compete here; exactly one of them finds it false.
  std::atomic<bool> is_success{false};

  // Decodes the body of an ERR_OK reply; the result is kept if it is good.
  virtual Taken take(std::string_view result) = 0;
  // The end: OK, then what take() kept is the result, or an error. The call may be gone afterwards.
  virtual void deliver(absl::Status status) = 0;

  void run() final { driver_.start(*this); }

  CallDriver& driver() { return driver_; }
  const Request& request() const { return request_; }
  CallMachine& machine() { return machine_; }
  CallLeg& leg(LegId id) { return legs_[static_cast<std::size_t>(id)]; }
  Timer& timer() { return timer_; }
  CallTrace& trace() { return trace_; }

  std::int32_t partition = -1;     // of the last attempt
  bool may_have_executed = false;  // a write: some request has left us and was not refused
  int backups = 0;                 // backup requests sent
  std::int64_t decree = -1;        // of a write, as the last reply told

 protected:
  ~Call() = default;

 private:
  void onTimer(TimePoint now) { driver_.onCallTimer(*this, now); }

  CallDriver& driver_;
  const Request request_;
  CallMachine machine_;
  std::array<CallLeg, kLegCount> legs_;
  MemberTimer<&Call::onTimer> timer_{*this};
  CallTrace trace_;
};

}  // namespace bridle::internal
