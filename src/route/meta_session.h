#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/rng.h"
#include "base/time.h"
#include "io/link.h"
#include "route/meta_call.h"
#include "route/meta_cluster.h"

namespace bridle::internal {

// Talks to whichever meta server leads. Remembers the leader; follows a forward address, even one
// that is not in the configured list; goes to the next server after a failure, a silence or a "not
// active", all servers round and round with a pause (limits::kMetaPause) in each round, until the
// deadline. Names are resolved again on each round. Loop thread only.
class MetaSession final : private MetaCall::Owner {
 public:
  MetaSession(Network& network, const MetaOptions& options);
  ~MetaSession();  // open calls end without a call of their `done`

  // The result bytes of the leader's answer (decode with wire::decodeResult), whatever error code
  // is inside. Unavailable once the deadline has passed: the text lists each meta that was tried
  // and what came of it. `done` is called exactly once, never from inside call(); it may start
  // other calls but must not destroy the session.
  using Done = MetaCall::Done;
  MetaCall& call(std::string rpc, std::string args, TimePoint deadline, Repeat repeat, Done done);
  MetaCall& call(std::string rpc, std::string args, TimePoint deadline, Done done) {
    return call(std::move(rpc), std::move(args), deadline, Repeat::kRead, std::move(done));
  }

  // Asks how a table is set up; the answer is a query_cfg_response. No partitions named: all of
  // them, as well if none of those named exists.
  MetaCall& queryConfig(const std::string& table, std::vector<std::int32_t> partitions,
                        TimePoint deadline, Done done);

  // Of a call whose `done` has not been called, and now never is: may what it asks for have been
  // done?
  bool cancel(MetaCall& call);

  void cancelAll(const absl::Status& why);           // each open call ends with `why` now
  void closeAll() { cluster_.sessions.closeAll(); }  // connections; there is no open call

  std::uint64_t queries() const { return cluster_.queries.get(); }  // questions sent; any thread
  const SessionStats& stats() const { return cluster_.sessions.stats(); }
  std::size_t outstanding() const { return calls_.size(); }  // calls that have not ended
  std::string serverList() const;                            // as configured: "m1:34601,m2:34601"
  Rng& rng() { return cluster_.rng; }

 private:
  void onMetaCallEnd(MetaCall& call, absl::StatusOr<std::string> result) override;

  std::vector<std::unique_ptr<MetaCall>>::iterator placeOf(const MetaCall& call);

  MetaCluster cluster_;
  std::vector<std::unique_ptr<MetaCall>> calls_;  // oldest first
};

}  // namespace bridle::internal
