// An embedded Pegasus-protocol cluster for development and tests: one meta server and some replica
// servers on loopback ports of this process, records in memory. Not a production store: nothing is
// durable.
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
  std::string name = {};
  int partitions = 8;  // 1 to 65536
};

struct OneboxOptions {
  int replicas = 3;  // replica servers, 1 to 32
  int metas = 1;     // meta servers, 1 to 8; the first leads, the others forward to it

  // Port of the first meta server, the others and then the replica servers follow upwards. 0 picks
  // free ports.
  int port = 0;

  std::vector<OneboxTable>
      tables;  // created at the start, min(3, replicas) copies of each partition

  std::uint64_t seed = 1;  // of faults and choices
};

enum class OneboxRole : std::uint8_t { kAny, kPrimary, kSecondary };
enum class OneboxOp : std::uint8_t { kAny, kRead, kWrite, kGet, kSet, kDel, kTtl };

// One rule of misbehaviour. All selectors must match; of several rules that match a request each
// takes effect, in the order they were added.
struct OneboxFault {
  // Which requests.
  std::optional<int> server = {};  // index of a replica server; nullopt = all
  OneboxRole role = OneboxRole::kAny;
  OneboxOp op = OneboxOp::kAny;
  std::string table = {};    // empty = all
  double probability = 1.0;  // of taking effect, per request

  // What happens to them; several may be set.
  double delay_min_ms = 0;  // served after a delay, uniform between the two
  double delay_max_ms = 0;
  bool drop = false;       // executed, never answered
  bool ignore = false;     // neither executed nor answered
  bool close = false;      // the connection is closed instead of an answer
  bool empty_ok = false;   // executed, answered with ERR_OK and no body
  bool garbage = false;    // answered with bytes that are no reply
  std::string error = {};  // answered with this server error, such as "ERR_BUSY", not executed
};

// Thread-safe: all methods may be called from any thread but the onebox's own. Each waits for the
// onebox's loop, normally some 10 us.
class Onebox {
 public:
  // InvalidArgument for options out of range, Unavailable if a port cannot be had.
  static absl::StatusOr<std::unique_ptr<Onebox>> start(const OneboxOptions& options);

  ~Onebox();  // stops all servers and joins the thread; connections are closed
  Onebox(const Onebox&) = delete;
  Onebox& operator=(const Onebox&) = delete;

  std::string metaServers() const;  // "127.0.0.1:34601,127.0.0.1:34602"
  std::vector<std::string> replicaServers() const;

  absl::Status createTable(std::string_view name, int partitions);
  absl::Status dropTable(std::string_view name);

  // Adds a rule, checked: an unknown error name or a range that is none is InvalidArgument. The id
  // removes it.
  absl::StatusOr<int> addFault(const OneboxFault& fault);
  void removeFault(int id);
  void clearFaults();

  // Stops a replica server: its connections break and further ones are refused. The meta server
  // gives its primaries to other servers. Its data is lost; a restart copies it from the others.
  absl::Status stopReplica(int server);
  absl::Status startReplica(int server);

  // Stops a meta server; the next one leads.
  absl::Status stopMeta(int meta);
  absl::Status startMeta(int meta);

  // Moves the primary of a partition to one of its secondaries, as a balancer does.
  absl::Status movePrimary(std::string_view table, int partition);

  // Requests received by one replica server so far, all and those flagged as backup.
  struct Counts {
    std::uint64_t requests = 0;
    std::uint64_t reads = 0;
    std::uint64_t backup_reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t connections = 0;  // open now
  };
  Counts counts(int server) const;

 private:
  struct Impl;
  explicit Onebox(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace bridle
