// Everything that can be tuned. One name for one thing: a field here is the key in
// conf/client.toml.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bridle/call_info.h"
#include "bridle/types.h"

namespace bridle {

// Of a Client. Checked by Client::connect, which refuses a bad value and names it.
struct ClientOptions {
  // Meta servers as "host:port". A host is a name or an IPv4 address; each name is resolved to all
  // its addresses, again after failures. Required.
  std::vector<std::string> meta_servers = {};

  // The deadline of one call in ms, all retries and the backup request included; > 0, at most one
  // day.
  double operation_timeout_ms = 1000;

  // The limit for one TCP connect in ms; > 0, at most one day.
  double connect_timeout_ms = 1000;

  // The limit for one question to one meta server in ms; > 0, at most one day. After that the next
  // one is asked.
  double meta_query_timeout_ms = 1000;

  // Event loops, each with a thread and connections of its own; 1 to 64. One loop carries some 300
  // 000 reads/s.
  int event_loops = 1;

  // A connection with calls outstanding that brings no byte for so long (ms) is closed and made
  // anew; >= 1000.
  double session_reset_ms = 10'000;

  // Seed of all random choices (secondary, jitter); 0 takes one from the system.
  unsigned long long seed = 0;
};

// Of a Table. Checked by Client::openTable.
struct TableOptions {
  // A read that is not answered after so many ms is sent once more, as a backup request, to one
  // random secondary, and the first good reply wins. 0 = off. Fractions are allowed. At most one
  // day. Consistency: a secondary may miss the most recent writes; with backup requests on, a read
  // may return them late.
  double backup_request_ms = 0;

  // Backup requests are at most this share of the table's reads, 0 to 1, so that a slow cluster is
  // never doubled. A new handle may send 10 more per event loop before the share holds. 1 lifts the
  // limit.
  double backup_request_max_ratio = 0.05;

  // The deadline of one call in ms on this table; 0 = the client's operation_timeout_ms.
  double operation_timeout_ms = 0;

  // Backup requests also for calls that read much: batchGet, sortKeyCount.
  bool backup_requests_for_batch_get = false;
  bool backup_requests_for_sort_key_count = false;

  // Limits on writes, which protect the cluster from records that it handles badly. What exceeds
  // one is refused with InvalidArgument, and nothing is sent. Each: 0 = no limit of ours; the
  // server's, 1 MiB for one request, and the protocol's, 65534 bytes for a hash key, remain. Those
  // two alone hold for del, multiDel and delRange, which remove what others have written.
  int max_hash_key_bytes = 1024;
  int max_sort_key_bytes = 1024;
  int max_value_bytes = 400 * 1024;
  int max_entries_per_write = 1000;   // of multiSet and checkAndMutate
  int max_write_bytes = 1024 * 1024;  // of one write: keys and values, as the server counts them

  // Values are written as zstd frames, as the Java client writes them, and frames that are read
  // become values again; what is no frame is read as it is. Empty values stay empty. The server
  // knows nothing of it: incr works on plain text, and a check compares with the bytes as they are
  // stored, so that of a compressed value only its presence can be checked (compareExchange knows
  // how).
  bool compress_values = false;

  bool operator==(const TableOptions&) const = default;
};

// Of one call. All options of calls have these two.
struct CallOptions {
  // The deadline of this call in ms; 0 = the table's. Negative is refused.
  double timeout_ms = 0;

  // Where to tell what came of the call; null: nowhere.
  CallInfo* info = nullptr;
};

// Of set and multiSet.
struct SetOptions {
  // Seconds until the record expires; 0 = never. Negative is refused. The moment is computed with
  // this machine's clock and checked against the server's.
  int ttl_seconds = 0;

  double timeout_ms = 0;
  CallInfo* info = nullptr;
};

// Of multiGet and multiGetRange. Where a limit ends the call early, Entries::complete is false. The
// server has limits of its own: 3000 records looked at, 30 MiB.
struct MultiGetOptions {
  int max_count = 100;        // records; 0 = only the server's limit. Negative is refused.
  int max_bytes = 1'000'000;  // sort keys and values; 0 = only the server's limit
  bool no_value = false;      // values stay at the server and come back empty

  // Of a range: begins at its end. The result is in ascending order all the same: it is the last
  // part of the range.
  bool reverse = false;

  double timeout_ms = 0;
  CallInfo* info = nullptr;
};

// Of incr.
struct IncrOptions {
  TtlChange ttl = TtlChange::keep();
  double timeout_ms = 0;
  CallInfo* info = nullptr;
};

// Of checkAndSet and checkAndMutate.
struct CheckOptions {
  bool return_value = false;  // the value that was checked comes back, met or not
  double timeout_ms = 0;
  CallInfo* info = nullptr;
};

// Of compareExchange.
struct CompareExchangeOptions {
  int ttl_seconds = 0;  // as in SetOptions
  double timeout_ms = 0;
  CallInfo* info = nullptr;
};

// OK, or InvalidArgument that names the field, its value and what is allowed.
absl::Status validate(const ClientOptions& options);
absl::Status validate(const TableOptions& options);

}  // namespace bridle
