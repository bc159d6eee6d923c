#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "base/time.h"
#include "io/reactor.h"
#include "route/meta_cluster.h"
#include "route/try_log.h"
#include "rpc/reply_user.h"

namespace bridle::internal {

// What to do if it is not known whether a question has been answered by an action.
enum class Repeat : std::uint8_t {
  kRead,           // ask again, it changes nothing
  kAlways,         // ask again, the change may be made twice
  kIfNotExecuted,  // end with ErrorCode::kOutcomeUnknown
};

// One call to the meta servers, asked of one after the other until the leader answers. A round asks
// the known leader first, then each server of the list with all its addresses, and those that the
// answers point to; nobody twice in one round. Each round has a pause in it. A server that is not
// the leader tells who is only when it is asked for a table's configuration; so it is.
class MetaCall final : private ReplyUser {
 public:
  class Owner {
   public:
    // Last act of the call, which may be destroyed now. Never from inside start().
    virtual void onMetaCallEnd(MetaCall& call, absl::StatusOr<std::string> result) = 0;

   protected:
    ~Owner() = default;
  };
  using Done = std::function<void(absl::StatusOr<std::string> result)>;

  MetaCall(MetaCluster& cluster, Owner& owner, std::string rpc, std::string args,
           TimePoint deadline, Repeat repeat, Done done);
  ~MetaCall();

  void start();
  bool giveUp();  // may what it asks for have been done?
  Done takeDone() { return std::move(done_); }

 private:
  enum class WaitsFor : std::uint8_t { kAnswer, kName, kPauseEnd };
  enum class Question : std::uint8_t { kOwn, kWhoLeads };

  void onReply(const wire::Reply& reply) override;
  void onLost(Delivery delivery, const absl::Status& why) override;
  void onTimer(TimePoint now);
  void onResolved(const std::string& name, absl::StatusOr<std::vector<Endpoint>> addresses);

  void startRound();
  void next();
  bool ask(const Endpoint& meta, Question question);
  void resolve(const HostPort& name);
  void pause();
  void wait(WaitsFor what, Duration limit);
  bool onLimit();
  void failed(std::string_view outcome);
  bool lostTrack();
  void endUnknown();
  void onNotLeading(const Endpoint& meta, std::string_view result);
  void onLeader(const Endpoint& meta, std::string_view result);
  bool followForward(std::string_view result);
  Reactor& reactor() { return cluster_.network.reactor(); }

  MetaCluster& cluster_;
  Owner& owner_;
  const std::string rpc_;
  const std::string args_;
  const TimePoint start_;
  const TimePoint deadline_;
  const Repeat repeat_;
  Done done_;

  std::deque<Endpoint> addresses_;  // to be asked in this round
  std::deque<HostPort> names_;      // to be looked up when the addresses are through
  std::set<Endpoint> asked_;        // in this round
  int redirects_ = 0;               // in this round
  bool paused_ = false;             // in this round
  bool may_have_executed_ = false;  // by some meta that did not tell
  TryLog log_;

  WaitsFor waits_for_ = WaitsFor::kPauseEnd;
  Duration limit_{};                   // of this wait
  ReplicaSession* session_ = nullptr;  // with a question outstanding
  Ticket ticket_{};                    // that question
  Question question_ = Question::kOwn;
  HostPort name_;                 // being looked up
  std::shared_ptr<void> lookup_;  // reset: its result is not wanted any more
  MemberTimer<&MetaCall::onTimer> timer_{*this};
};

}  // namespace bridle::internal
