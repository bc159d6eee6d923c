#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/endpoint.h"
#include "base/time.h"
#include "io/link.h"
#include "rpc/replica_session.h"

namespace bridle::internal {

struct MetaOptions {
  std::vector<HostPort> servers;
  Duration query_timeout;  // for one question to one meta
  SessionOptions session;
};

// Talks to whichever meta server leads. Remembers the leader; follows a forward address, even one
// that is not in the configured list; goes to the next server after a failure, a silence or a "not
// active", all servers round and round with a pause (limits::kMetaPause) after each round, until
// the deadline. Names are resolved again on each round. Loop thread only.
class MetaSession {
 public:
  MetaSession(Network& network, const MetaOptions& options);
  ~MetaSession();  // open calls end without a call of their `done`

  // What a meta answered: `err` is the error code inside the response struct, found by `errOf`.
  // Result bytes of the reply (decode with wire::decodeResult). Unavailable once the deadline has
  // passed: the text lists each meta that was tried and what came of it. `done` is called exactly
  // once, never from inside call().
  using Done = std::function<void(absl::StatusOr<std::string> result)>;
  void call(std::string rpc, std::string args, TimePoint deadline, Done done);

  void cancelAll(const absl::Status& why);  // each open call ends with `why` now
  std::uint64_t queries() const;            // questions sent so far; any thread
};

}  // namespace bridle::internal
