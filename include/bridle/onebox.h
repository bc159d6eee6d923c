// An embedded Pegasus-protocol cluster for development and tests: meta servers and replica servers
// on loopback ports of this process, records in memory. Not a production store: nothing is durable.
//
//   auto onebox = bridle::Onebox::start({.replicas = 3, .tables = {{"usertable", 8}}});
//   auto client = bridle::Client::connect({.meta_servers = {(*onebox)->metaServers()}});
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace bridle {

struct OneboxTable {
  std::string name;
  int partitions = 8;  // 1 to 65536
};

// Where replica servers end a read early. Lowered, a few records are enough to get answers that are
// not complete.
struct OneboxReadLimits {
  int multi_get_records = 3000;          // looked at by one multiGet
  int multi_get_bytes = 30 * (1 << 20);  // found by one multiGet over a range
  int scan_records = 1000;               // looked at for one batch of a scan

  // The table env replica.rocksdb_iteration_threshold_time_ms (30000 if it is not set) bounds the
  // time of a read. What a onebox takes for it does not depend on the machine: the time that this
  // many records a millisecond need.
  int records_per_ms = 500;
};

struct OneboxOptions {
  int replicas = 3;  // replica servers, 1 to 32
  int metas = 1;     // meta servers, 1 to 8; the first leads, the others forward to it

  // Port of the first meta server; the other meta servers and then the replica servers follow
  // upwards. 0 picks free ports.
  int port = 0;

  // Created at the start, each partition in min(3, replicas) copies.
  std::vector<OneboxTable> tables = {};

  std::uint64_t seed = 1;  // of faults

  // Requests that waited for their client_timeout, or came without one, are dropped silently
  // instead of executed: the server's option rpc_request_dropped_before_execution_when_timeout.
  bool drop_expired_requests = false;

  OneboxReadLimits read_limits = {};
};

enum class OneboxRole : std::uint8_t { kAny, kPrimary, kSecondary };

// kAny to kTtl are calls to replica servers, kMeta is any call to a meta server.
enum class OneboxOp : std::uint8_t { kAny, kRead, kWrite, kGet, kSet, kDel, kTtl, kMeta };

// One rule of misbehaviour. All selectors must match. Of several rules that match a request each
// takes effect: delays add up, and of two errors the one that was added first is answered.
struct OneboxFault {
  // Which requests.
  std::optional<int> server = {};      // index of a replica server (with kMeta: of a meta server)
  OneboxRole role = OneboxRole::kAny;  // the server's role in the partition that is asked for
  OneboxOp op = OneboxOp::kAny;
  std::string table = {};    // empty = all
  double probability = 1.0;  // of taking effect, per request

  // What happens to them; several may be set. A request is executed, after the delay, unless there
  // is an `error` or `ignore`. The answer is then the first that is set of: close; nothing, if drop
  // or ignore; garbage; empty_ok; error.
  double delay_min_ms = 0;  // executed after a delay, uniform between the two; up to one hour
  double delay_max_ms = 0;
  bool drop = false;       // executed, never answered
  bool ignore = false;     // neither executed nor answered
  bool close = false;      // the connection is closed instead of an answer
  bool empty_ok = false;   // answered with ERR_OK and no body
  bool garbage = false;    // answered with bytes that are no reply
  std::string error = {};  // answered with this server error, such as "ERR_BUSY"; not executed
};

// Thread-safe: all methods but the destructor may be called from any thread. Most wait for the
// onebox's own thread, normally some 10 us.
class Onebox {
 public:
  // InvalidArgument for an option out of range, Unavailable if a port cannot be had.
  static absl::StatusOr<std::unique_ptr<Onebox>> start(const OneboxOptions& options);

  ~Onebox();  // stops all servers and joins the thread; connections are closed
  Onebox(const Onebox&) = delete;
  Onebox& operator=(const Onebox&) = delete;

  std::string metaServers() const;  // "127.0.0.1:34601,127.0.0.1:34602"
  std::vector<std::string> replicaServers() const;

  // AlreadyExists, NotFound, InvalidArgument for a name or count that cannot be.
  absl::Status createTable(std::string_view name, int partitions);
  absl::Status dropTable(std::string_view name);

  // Adds a rule, checked: an unknown error name or a range that is none is InvalidArgument. The id
  // removes it.
  absl::StatusOr<int> addFault(const OneboxFault& fault);
  void removeFault(int id);
  void clearFaults();

  // Stops a replica server: its connections break and further ones are refused. The meta server
  // gives its primaries to other servers at once. Its copies are lost; a restart copies them from
  // the others. Only the last copy of a partition is kept, and comes back with its server.
  // InvalidArgument if there is no such server; no effect on one that is stopped (or runs) already.
  absl::Status stopReplica(int server);
  absl::Status startReplica(int server);  // Unavailable if its port was taken meanwhile

  // The same for a meta server; if it led, the next one leads.
  absl::Status stopMeta(int meta);
  absl::Status startMeta(int meta);

  // Exchanges the primary of a partition with one of its secondaries, as a balancer does.
  // FailedPrecondition if it has none.
  absl::Status movePrimary(std::string_view table, int partition);

  // What one replica server has received so far.
  struct Counts {
    std::uint64_t requests = 0;
    std::uint64_t reads = 0;
    std::uint64_t backup_reads = 0;  // reads with the backup flag
    std::uint64_t writes = 0;
    std::uint64_t connections = 0;  // open now
  };
  Counts counts(int server) const;  // all zero if there is no such server

 private:
  struct Impl;
  explicit Onebox(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace bridle
