// An embedded Pegasus-protocol cluster for development and tests: meta servers and replica servers
// on loopback ports of this process. Not a production store.
//
//   auto onebox = bridle::Onebox::start({.replicas = 3, .tables = {{"usertable", 8}}});
//   auto client = bridle::Client::connect({.meta_servers = (*onebox)->metaServers()});
#pragma once

#include <cstdint>
#include <functional>
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

enum class OneboxLag : std::uint8_t { kNone, kServerLike };

struct OneboxOptions {
  int replicas = 3;  // replica servers, 1 to 32
  int metas = 1;     // meta servers, 1 to 8; the first leads, the others forward to it

  // Port of the first meta server; the other meta servers and then the replica servers follow
  // upwards. 0 picks free ports.
  int port = 0;

  // Created at the start, each partition in min(3, replicas) copies. With a data directory a table
  // may exist already, with as many partitions.
  std::vector<OneboxTable> tables = {};

  std::uint64_t seed = 1;  // of faults

  // Requests that waited for their client_timeout, or came without one, are dropped silently
  // instead of executed: the server's option rpc_request_dropped_before_execution_when_timeout.
  bool drop_expired_requests = false;

  OneboxReadLimits read_limits = {};

  // Where tables and records are kept; made if there is none, for one onebox at a time. Empty: in
  // memory. A write is acknowledged when the operating system has it: it survives the end of the
  // process, also by kill -9, but not that of the machine, since it is not forced to the disk. A
  // onebox that starts with the directory of an older one serves its tables; it must have as many
  // replica servers. When a write cannot be stored, such as on a full disk, or the directory is
  // removed or replaced, all further requests are answered with ERR_FILE_OPERATION_FAILED until the
  // onebox is started again.
  std::string data_dir = {};

  // kNone: secondaries have each write at once. kServerLike: as in the server, a secondary applies
  // a write only when it learns that it is committed, which is with the next write to the same
  // partition, or else with the group check. Backup reads then miss the last write.
  OneboxLag replication_lag = OneboxLag::kNone;
  double group_check_interval_ms = 10'000;  // 1 to 3600000; the server's default is 100000
};

enum class OneboxRole : std::uint8_t { kAny, kPrimary, kSecondary };

// kMeta is any call to a meta server, all others are calls to replica servers. A scan is opened by
// kGetScanner, which brings its first records, goes on by kScan, and is given up by kClearScanner,
// which is never answered.
enum class OneboxOp : std::uint8_t {
  kAny,
  kRead,
  kWrite,
  kGet,
  kSet,
  kDel,
  kTtl,
  kMultiGet,
  kBatchGet,
  kSortKeyCount,
  kGetScanner,
  kScan,
  kClearScanner,
  kMultiSet,
  kMultiDel,
  kIncr,
  kCheckAndSet,
  kCheckAndMutate,
  kMeta
};

// One rule of misbehaviour. All selectors must match. Of several rules that match a request each
// takes effect: delays add up, and of two errors the one that was added first is answered.
struct OneboxFault {
  // Which requests.
  std::optional<int> server = {};      // index of a replica server (with kMeta: of a meta server)
  OneboxRole role = OneboxRole::kAny;  // the server's role in the partition that is asked for
  OneboxOp op = OneboxOp::kAny;
  std::string table = {};  // empty = all
  std::optional<int> partition = {};
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

// One line about a trouble of the onebox itself, of which its clients cannot tell: the data
// directory has failed, connections cannot be accepted. Called on the onebox's thread; it must not
// call the onebox.
using OneboxNotice = std::function<void(std::string_view line)>;

// Thread-safe: all methods but the destructor may be called from any thread. Most wait for the
// onebox's own thread, normally some 10 us.
class Onebox {
 public:
  // InvalidArgument for an option out of range, Unavailable if a port or the data directory is in
  // use, FailedPrecondition if the data directory is no good or has a table with other partitions.
  static absl::StatusOr<std::unique_ptr<Onebox>> start(const OneboxOptions& options,
                                                       OneboxNotice on_notice = {});

  ~Onebox();  // stops all servers and joins the thread; connections are closed
  Onebox(const Onebox&) = delete;
  Onebox& operator=(const Onebox&) = delete;

  std::vector<std::string> metaServers() const;  // each "127.0.0.1:34601"
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

  // Begins to split a table: it counts twice its partitions at once, but each child comes to life
  // only when handOver() is called for its parent, a partition of the old half. (A split that an
  // administrator starts goes on by itself.) FailedPrecondition if it is not the time for it.
  absl::Status splitTable(std::string_view table);
  absl::Status handOver(std::string_view table, int parent);

  // What one replica server has received so far.
  struct Counts {
    std::uint64_t requests = 0;
    std::uint64_t reads = 0;
    std::uint64_t backup_reads = 0;  // reads with the backup flag
    std::uint64_t writes = 0;
    std::uint64_t connections = 0;  // open now
  };
  Counts counts(int server) const;  // all zero if there is no such server

  // Unavailable, with the reason, once the data directory has failed.
  absl::Status storageStatus() const;

 private:
  struct Impl;
  explicit Onebox(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace bridle
