// What a client has done so far: plain values, copied out at one moment.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "bridle/error.h"

namespace bridle {

// Latencies of finished calls, from the start of the call to its completion, retries and backup
// included. Quantiles are right within 1 %.
struct LatencyStats {
  std::uint64_t count = 0;
  double mean_ms = 0;
  double min_ms = 0;
  double p50_ms = 0;
  double p90_ms = 0;
  double p99_ms = 0;
  double p999_ms = 0;
  double p9999_ms = 0;
  double max_ms = 0;
};

// One table of one client.
struct TableStats {
  std::uint64_t reads = 0;   // finished reads, failed ones included
  std::uint64_t writes = 0;  // finished writes, failed ones included
  std::uint64_t ok = 0;
  std::array<std::uint64_t, kErrorCodeCount> errors{};  // by ErrorCode
  std::uint64_t retries = 0;  // tries at primaries beyond the first of each call

  // sent = won + lost + failed once all calls have ended.
  std::uint64_t backup_sent = 0;
  std::uint64_t backup_won = 0;            // its reply completed the call
  std::uint64_t backup_lost = 0;           // the call ended otherwise before its reply came
  std::uint64_t backup_failed = 0;         // it was answered with an error, or its connection broke
  std::uint64_t backup_denied_budget = 0;  // due, but backup_request_max_ratio was used up
  std::uint64_t backup_denied_no_secondary =
      0;  // due, but the partition has no connected secondary

  LatencyStats read_latency;
  LatencyStats write_latency;

  std::uint64_t failed() const;  // sum of errors
};

struct ClientStats {
  std::map<std::string, TableStats> tables;
  std::uint64_t connects = 0;  // connections that were opened
  std::uint64_t connect_failures = 0;
  std::uint64_t disconnects = 0;   // connections that broke or were reset after silence
  std::uint64_t late_replies = 0;  // replies that came after their call had ended
  std::uint64_t meta_queries = 0;
  std::uint64_t route_refreshes = 0;  // answers that changed a table's routes
};

}  // namespace bridle
