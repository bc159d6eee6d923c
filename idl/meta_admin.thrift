// Table and cluster administration: calls to the meta server. `err` is the outcome; a hint explains it to people.

include "dsn.thrift"
include "dsn_layer2.thrift"

namespace cpp bridle.internal.wire

// ---- life of a table ----

struct create_app_options {
  1: i32 partition_count;
  2: i32 replica_count;
  3: bool success_if_exist;
  4: string app_type;  // "pegasus"
  5: bool is_stateful;  // true
  6: map<string, string> envs;
  7: optional bool atomic_idempotent;
}

struct configuration_create_app_request {
  1: string app_name;
  2: create_app_options options;
}

struct configuration_create_app_response {
  1: dsn.error_code err;
  2: i32 appid;
}

struct drop_app_options {
  1: bool success_if_not_exist;
  2: optional i64 reserve_seconds;  // how long it can be recalled
}

struct configuration_drop_app_request {
  1: string app_name;
  2: drop_app_options options;
}

struct configuration_drop_app_response {
  1: dsn.error_code err;
}

struct configuration_recall_app_request {
  1: i32 app_id;
  2: string new_app_name;  // empty: the old one
}

struct configuration_recall_app_response {
  1: dsn.error_code err;
  2: dsn_layer2.app_info info;
}

struct configuration_rename_app_request {
  1: string old_app_name;
  2: string new_app_name;
}

struct configuration_rename_app_response {
  1: dsn.error_code err;
  2: string hint_message;
}

// ---- lists ----

enum pattern_match_type {
  PMT_INVALID = 0,
  PMT_MATCH_ALL = 1,
  PMT_MATCH_EXACT = 2,
  PMT_MATCH_ANYWHERE = 3,
  PMT_MATCH_PREFIX = 4,
  PMT_MATCH_POSTFIX = 5,
  PMT_MATCH_REGEX = 6
}

struct configuration_list_apps_request {
  1: dsn_layer2.app_status status;  // AS_INVALID: all
  2: optional string app_name_pattern;
  3: optional pattern_match_type match_type;
}

struct configuration_list_apps_response {
  1: dsn.error_code err;
  2: list<dsn_layer2.app_info> infos;
  3: optional string hint_message;
}

enum node_status {
  NS_INVALID = 0,
  NS_ALIVE = 1,
  NS_UNALIVE = 2
}

struct node_info {
  1: node_status status;
  2: dsn.rpc_address node;
  3: optional dsn.host_port hp_node;
}

struct configuration_list_nodes_request {
  1: node_status status;  // NS_INVALID: all
}

struct configuration_list_nodes_response {
  1: dsn.error_code err;
  2: list<node_info> infos;
}

struct configuration_cluster_info_request {
}

struct configuration_cluster_info_response {
  1: dsn.error_code err;
  2: list<string> keys;
  3: list<string> values;
}

// ---- settings of a table ----

enum app_env_operation {
  APP_ENV_OP_INVALID = 0,
  APP_ENV_OP_SET = 1,
  APP_ENV_OP_DEL = 2,
  APP_ENV_OP_CLEAR = 3
}

struct configuration_update_app_env_request {
  1: string app_name;
  2: app_env_operation op;
  3: optional list<string> keys;    // of SET and DEL
  4: optional list<string> values;  // of SET
  5: optional string clear_prefix;  // of CLEAR: "p" means all "p.*", empty means all
}

struct configuration_update_app_env_response {
  1: dsn.error_code err;
  2: string hint_message;
}

struct configuration_get_max_replica_count_request {
  1: string app_name;
}

struct configuration_get_max_replica_count_response {
  1: dsn.error_code err;
  2: i32 max_replica_count;
  3: string hint_message;
}

struct configuration_set_max_replica_count_request {
  1: string app_name;
  2: i32 max_replica_count;
}

struct configuration_set_max_replica_count_response {
  1: dsn.error_code err;
  2: i32 old_max_replica_count;
  3: string hint_message;
}

struct configuration_get_atomic_idempotent_request {
  1: string app_name;
}

struct configuration_get_atomic_idempotent_response {
  1: dsn.error_code err;
  2: bool atomic_idempotent;
  3: string hint_message;
}

struct configuration_set_atomic_idempotent_request {
  1: string app_name;
  2: bool atomic_idempotent;
}

struct configuration_set_atomic_idempotent_response {
  1: dsn.error_code err;
  2: bool old_atomic_idempotent;
  3: string hint_message;
}

// ---- the meta server itself ----

enum meta_function_level {
  fl_stopped = 100,
  fl_blind = 200,
  fl_freezed = 300,
  fl_steady = 400,
  fl_lively = 500,
  fl_invalid = 10000  // in a request: only tell the level
}

struct configuration_meta_control_request {
  1: meta_function_level level;
}

struct configuration_meta_control_response {
  1: dsn.error_code err;
  2: meta_function_level old_level;
}

// ---- partition split ----

enum split_status {
  NOT_SPLIT = 0,
  SPLITTING = 1,
  PAUSING = 2,
  PAUSED = 3,
  CANCELING = 4
}

enum split_control_type {
  PAUSE = 0,
  RESTART = 1,
  CANCEL = 2
}

struct start_partition_split_request {
  1: string app_name;
  2: i32 new_partition_count;  // twice the present one
}

struct start_partition_split_response {
  1: dsn.error_code err;
  2: string hint_msg;
}

struct control_split_request {
  1: string app_name;
  2: split_control_type control_type;
  3: i32 parent_pidx;  // -1: all
  4: optional i32 old_partition_count;  // of CANCEL
}

struct control_split_response {
  1: dsn.error_code err;
  2: optional string hint_msg;
}

struct query_split_request {
  1: string app_name;
}

struct query_split_response {
  1: dsn.error_code err;
  2: i32 new_partition_count;
  3: map<i32, split_status> status;  // of the parents that are not done
  4: optional string hint_msg;
}

// ---- manual compaction ----

struct start_app_manual_compact_request {
  1: string app_name;
  2: optional i64 trigger_time;
  3: optional i32 target_level;
  4: optional bool bottommost;
  5: optional i32 max_running_count;
}

struct start_app_manual_compact_response {
  1: dsn.error_code err;
  2: string hint_msg;
}

struct query_app_manual_compact_request {
  1: string app_name;
}

struct query_app_manual_compact_response {
  1: dsn.error_code err;
  2: string hint_msg;
  3: optional i32 progress;
}
