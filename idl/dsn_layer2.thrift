// Where the partitions of a table are: what a client asks a meta server before its first call.

include "dsn.thrift"

namespace cpp bridle.internal.wire

struct partition_configuration {
  1: dsn.gpid pid;
  2: i64 ballot;  // below 0: a child of a running split that does not exist yet
  3: i32 max_replica_count;
  4: dsn.rpc_address primary;
  5: list<dsn.rpc_address> secondaries;
  6: list<dsn.rpc_address> last_drops;
  7: i64 last_committed_decree;
  8: i32 partition_flags;
  9: optional dsn.host_port hp_primary;
  10: optional list<dsn.host_port> hp_secondaries;
  11: optional list<dsn.host_port> hp_last_drops;
}

struct query_cfg_request {
  1: string app_name;
  2: list<i32> partition_indices;  // empty: all
}

struct query_cfg_response {
  1: dsn.error_code err;
  2: i32 app_id;
  3: i32 partition_count;
  4: bool is_stateful;
  5: list<partition_configuration> partitions;
}

enum app_status {
  AS_INVALID = 0,
  AS_AVAILABLE = 1,
  AS_CREATING = 2,
  AS_CREATE_FAILED = 3,
  AS_DROPPING = 4,
  AS_DROP_FAILED = 5,
  AS_DROPPED = 6,
  AS_RECALLING = 7
}

struct app_info {
  1: app_status status;
  2: string app_type;
  3: string app_name;
  4: i32 app_id;
  5: i32 partition_count;
  6: map<string, string> envs;
  7: bool is_stateful;
  8: i32 max_replica_count;
  9: i64 expire_second;
  10: i64 create_second;
  11: i64 drop_second;
  12: optional bool duplicating;
  13: i32 init_partition_count = -1;
  14: optional bool is_bulk_loading;
  15: optional bool atomic_idempotent;
}
