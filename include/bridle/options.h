// Everything that can be tuned. One name for one thing: a field here is the key in
// conf/client.toml.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

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
};

// Of one call.
struct CallOptions {
  // The deadline of this call in ms; 0 = the table's. Negative is refused.
  double timeout_ms = 0;
};

// Of one set.
struct SetOptions {
  // Seconds until the record expires; 0 = never. Negative is refused. The moment is computed with
  // this machine's clock and checked against the server's.
  int ttl_seconds = 0;

  double timeout_ms = 0;  // as in CallOptions
};

// OK, or InvalidArgument that names the field, its value and what is allowed.
absl::Status validate(const ClientOptions& options);
absl::Status validate(const TableOptions& options);

}  // namespace bridle
