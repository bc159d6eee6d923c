// What the admin API takes and gives.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bridle/range.h"

namespace bridle {

// Of a call that has no options of its own. Each options struct here has a timeout_ms: the deadline
// of the whole call, > 0 and at most one day.
struct AdminOptions {
  double timeout_ms = 10'000;
};

struct CreateTableOptions {
  int partitions = 8;  // a power of two, if the table shall ever be split with other clients around
  int replicas = 3;    // of each partition, 1 to 5, and not more than there are servers
  std::map<std::string, std::string> envs = {};  // see Admin::setTableEnvs

  // A table of this name with the same options is success, which also makes it safe to repeat the
  // request when an answer was lost.
  bool success_if_exists = false;

  bool wait = true;  // until the table is usable
  double timeout_ms = 60'000;
};

struct DropTableOptions {
  // How long the table can be recalled; 0 = as long as the cluster's settings say (7 days).
  std::int64_t reserve_seconds = 0;

  // No such table is success, which also makes it safe to repeat the request when an answer was
  // lost.
  bool success_if_not_exists = false;

  double timeout_ms = 10'000;
};

struct RecallTableOptions {
  std::string_view new_name = {};  // empty: the name that it had
  bool wait = true;                // until the table is usable
  double timeout_ms = 60'000;
};

enum class TableStatus : std::uint8_t {
  kAvailable,
  kCreating,
  kDropping,
  kDropped,  // can be recalled
  kRecalling,
  kUnknown,  // none that bridle knows
};

std::string_view tableStatusName(TableStatus status);  // "available"

struct ListTablesOptions {
  std::optional<TableStatus> status = TableStatus::kAvailable;  // nullopt: all
  Filter name = {};
  double timeout_ms = 10'000;
};

// Moments are Unix seconds, 0 = never.
struct TableInfo {
  std::string name = {};
  int app_id = 0;
  TableStatus status = TableStatus::kUnknown;
  int partitions = 0;
  int replicas = 0;
  std::map<std::string, std::string> envs = {};
  std::int64_t created_at = 0;
  std::int64_t dropped_at = 0;
  std::int64_t expires_at = 0;  // of a dropped table: when it is gone for good

  bool operator==(const TableInfo&) const = default;
};

struct NodeInfo {
  std::string address = {};    // "10.0.0.7:34801"
  std::string host_port = {};  // "replica7:34801"; empty: the cluster does not tell
  bool alive = false;

  bool operator==(const NodeInfo&) const = default;
};

struct PartitionInfo {
  int index = 0;
  std::int64_t ballot = 0;   // below 0: a child of a split that is not there yet
  std::string primary = {};  // empty: there is none at the moment
  std::vector<std::string> secondaries = {};
  int replicas = 0;  // as many as there should be
  std::int64_t last_committed_decree = 0;

  bool operator==(const PartitionInfo&) const = default;
};

struct TablePartitions {
  int app_id = 0;
  std::vector<PartitionInfo> partitions = {};  // by index
};

enum class SplitState : std::uint8_t { kSplitting, kPausing, kPaused, kCancelling, kUnknown };

std::string_view splitStateName(SplitState state);  // "splitting"

struct SplitInfo {
  int new_partitions = 0;                  // how many the table will have
  std::map<int, SplitState> parents = {};  // the partitions that are not split yet
};

// Of pauseSplit, restartSplit.
struct SplitControlOptions {
  int partition = -1;  // one parent; -1: all
  double timeout_ms = 10'000;
};

}  // namespace bridle
