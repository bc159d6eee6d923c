// Calls on the data of one partition: reads, writes and scans.
//
// A "raw key" is hash key and sort key in one (see src/wire/key_codec.h). Every `expire_ts_seconds` is absolute, in
// seconds since 2016-01-01 UTC; 0 means "never". `error` in a response is a storage status (src/wire/errors.h).

include "dsn.thrift"

namespace cpp bridle.internal.wire

enum filter_type {
  FT_NO_FILTER = 0,
  FT_MATCH_ANYWHERE = 1,
  FT_MATCH_PREFIX = 2,
  FT_MATCH_POSTFIX = 3
}

enum cas_check_type {
  CT_NO_CHECK = 0,

  // Is there a value?
  CT_VALUE_NOT_EXIST = 1,
  CT_VALUE_NOT_EXIST_OR_EMPTY = 2,
  CT_VALUE_EXIST = 3,
  CT_VALUE_NOT_EMPTY = 4,

  // Where does the operand occur in the value?
  CT_VALUE_MATCH_ANYWHERE = 5,
  CT_VALUE_MATCH_PREFIX = 6,
  CT_VALUE_MATCH_POSTFIX = 7,

  // Value against operand, as unsigned bytes.
  CT_VALUE_BYTES_LESS = 8,
  CT_VALUE_BYTES_LESS_OR_EQUAL = 9,
  CT_VALUE_BYTES_EQUAL = 10,
  CT_VALUE_BYTES_GREATER_OR_EQUAL = 11,
  CT_VALUE_BYTES_GREATER = 12,

  // Value against operand, both read as integers.
  CT_VALUE_INT_LESS = 13,
  CT_VALUE_INT_LESS_OR_EQUAL = 14,
  CT_VALUE_INT_EQUAL = 15,
  CT_VALUE_INT_GREATER_OR_EQUAL = 16,
  CT_VALUE_INT_GREATER = 17
}

enum mutate_operation {
  MO_PUT = 0,
  MO_DELETE = 1
}

enum update_type {
  UT_PUT = 0,
  UT_INCR = 1,
  UT_CHECK_AND_SET = 2,
  UT_CHECK_AND_MUTATE_PUT = 3,
  UT_CHECK_AND_MUTATE_REMOVE = 4
}

// ---- writes ----

// PUT. Fields 4 to 7 pass between servers only; a client leaves them out.
struct update_request {
  1: dsn.blob key;  // raw key
  2: dsn.blob value;
  3: i32 expire_ts_seconds;
  4: optional update_type type;
  5: optional bool check_value_returned;
  6: optional bool check_value_exist;
  7: optional dsn.blob check_value;
}

// PUT, REMOVE, MULTI_PUT.
struct update_response {
  1: i32 error;
  2: i32 app_id;
  3: i32 partition_index;
  4: i64 decree;
  5: string server;
}

// In MULTI_PUT and MULTI_GET `key` is a sort key, in scans a raw key.
struct key_value {
  1: dsn.blob key;
  2: dsn.blob value;
  3: optional i32 expire_ts_seconds;  // only in scans that ask for it
}

struct multi_put_request {
  1: dsn.blob hash_key;
  2: list<key_value> kvs;
  3: i32 expire_ts_seconds;
}

struct multi_remove_request {
  1: dsn.blob hash_key;
  2: list<dsn.blob> sort_keys;
  3: i64 max_count;  // servers ignore it
}

struct multi_remove_response {
  1: i32 error;
  2: i64 count;
  3: i32 app_id;
  4: i32 partition_index;
  5: i64 decree;
  6: string server;
}

struct incr_request {
  1: dsn.blob key;  // raw key
  2: i64 increment;
  3: i32 expire_ts_seconds;  // 0 keeps, above 0 sets, below 0 clears
}

struct incr_response {
  1: i32 error;
  2: i64 new_value;
  3: i32 app_id;
  4: i32 partition_index;
  5: i64 decree;
  6: string server;
}

struct check_and_set_request {
  1: dsn.blob hash_key;
  2: dsn.blob check_sort_key;
  3: cas_check_type check_type;
  4: dsn.blob check_operand;
  5: bool set_diff_sort_key;  // write set_sort_key instead of check_sort_key
  6: dsn.blob set_sort_key;
  7: dsn.blob set_value;
  8: i32 set_expire_ts_seconds;
  9: bool return_check_value;
}

struct check_and_set_response {
  1: i32 error;
  2: bool check_value_returned;
  3: bool check_value_exist;
  4: dsn.blob check_value;
  5: i32 app_id;
  6: i32 partition_index;
  7: i64 decree;
  8: string server;
}

struct mutate {
  1: mutate_operation operation;
  2: dsn.blob sort_key;
  3: dsn.blob value;  // of MO_PUT
  4: i32 set_expire_ts_seconds;  // of MO_PUT
}

struct check_and_mutate_request {
  1: dsn.blob hash_key;
  2: dsn.blob check_sort_key;
  3: cas_check_type check_type;
  4: dsn.blob check_operand;
  5: list<mutate> mutate_list;
  6: bool return_check_value;
}

struct check_and_mutate_response {
  1: i32 error;
  2: bool check_value_returned;
  3: bool check_value_exist;
  4: dsn.blob check_value;
  5: i32 app_id;
  6: i32 partition_index;
  7: i64 decree;
  8: string server;
}

// ---- reads; the servers have no field 5 in their responses ----

struct read_response {
  1: i32 error;
  2: dsn.blob value;
  3: i32 app_id;
  4: i32 partition_index;
  6: string server;
}

struct ttl_response {
  1: i32 error;
  2: i32 ttl_seconds;  // -1: lives for ever
  3: i32 app_id;
  4: i32 partition_index;
  6: string server;
}

struct count_response {
  1: i32 error;
  2: i64 count;  // -1: the server ran out of time
  3: i32 app_id;
  4: i32 partition_index;
  6: string server;
}

// Either by sort_keys, or, when that is empty, by range.
struct multi_get_request {
  1: dsn.blob hash_key;
  2: list<dsn.blob> sort_keys;
  3: i32 max_kv_count;  // 0 and less: no limit
  4: i32 max_kv_size;
  5: bool no_value;
  6: dsn.blob start_sortkey;
  7: dsn.blob stop_sortkey;  // empty: to the end of the hash key
  8: bool start_inclusive;
  9: bool stop_inclusive;
  10: filter_type sort_key_filter_type;
  11: dsn.blob sort_key_filter_pattern;
  12: bool reverse;
}

struct multi_get_response {
  1: i32 error;
  2: list<key_value> kvs;
  3: i32 app_id;
  4: i32 partition_index;
  6: string server;
}

struct full_key {
  1: dsn.blob hash_key;
  2: dsn.blob sort_key;
}

struct full_data {
  1: dsn.blob hash_key;
  2: dsn.blob sort_key;
  3: dsn.blob value;
}

struct batch_get_request {
  1: list<full_key> keys;
}

struct batch_get_response {
  1: i32 error;
  2: list<full_data> data;
  3: i32 app_id;
  4: i32 partition_index;
  6: string server;
}

// ---- scans ----

struct get_scanner_request {
  1: dsn.blob start_key;  // raw key
  2: dsn.blob stop_key;   // raw key
  3: bool start_inclusive;
  4: bool stop_inclusive;
  5: i32 batch_size;
  6: bool no_value;
  7: filter_type hash_key_filter_type;
  8: dsn.blob hash_key_filter_pattern;
  9: filter_type sort_key_filter_type;
  10: dsn.blob sort_key_filter_pattern;
  11: optional bool validate_partition_hash;  // absent: true
  12: optional bool return_expire_ts;
  13: optional bool full_scan;
  14: optional bool only_return_count;
}

struct scan_request {
  1: i64 context_id;
}

struct scan_response {
  1: i32 error;
  2: list<key_value> kvs;
  3: i64 context_id;  // -1: the end; any other, negative ones included: more to come
  4: i32 app_id;
  5: i32 partition_index;
  6: string server;
  7: optional i32 kv_count;
}
