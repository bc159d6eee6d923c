// Calls on data, against the byte vectors of the protocol.

#include "golden.h"
#include "wire/key_codec.h"
#include "wire/rpc_names.h"

namespace bridle::internal::wire::golden {
namespace {

const std::string kKey = rawKey("hello", "world");
constexpr std::int32_t kFarTs = 345'600'000;
constexpr std::int64_t kContext = 0x0001234500000007;

std::string blobArgs(std::string_view blob) {
  std::string bytes;
  appendBlobArgs(bytes, blob);
  return bytes;
}

void expectBlobArgs(const std::string& name, std::string_view rpc, std::int32_t seq,
                    std::string_view blob) {
  expectBody(name, rpc, seq, blobArgs(blob));
  const absl::StatusOr<std::string> decoded = decodeBlobArgs(blobArgs(blob));
  ASSERT_THAT(decoded, test::IsOk());
  EXPECT_EQ(*decoded, blob);
}

key_value pair(std::string_view key, std::string_view value) {
  key_value kv;
  kv.key = key;
  kv.value = value;
  return kv;
}

// All responses say which partition of which server answered.
template <typename Response>
Response from(Response response) {
  response.app_id = kHeader.app_id;
  response.partition_index = kHeader.partition_index;
  response.server = kServer;
  return response;
}

TEST(GoldenDataTest, V1_V2_GetInBothHeaderVersions) {
  std::string v1;
  appendRequest(v1, HeaderVersion::kV1, kHeader, rpc_names::kGet, 7, blobArgs(kKey));
  EXPECT_EQ(v1, vector("V1"));
  std::string v0;
  appendRequest(v0, HeaderVersion::kV0, kHeader, rpc_names::kGet, 7, blobArgs(kKey));
  EXPECT_EQ(v0, vector("V2"));
  for (const char* name : {"V1", "V2"}) {
    const absl::StatusOr<Request> request = decodeRequest(vector(name));
    ASSERT_THAT(request, test::IsOk());
    EXPECT_EQ(request->header, kHeader) << name;
    EXPECT_EQ(request->rpc, rpc_names::kGet);
    EXPECT_EQ(request->seq, 7);
    EXPECT_EQ(request->args, blobArgs(kKey));
  }
}

TEST(GoldenDataTest, V1_TheBackupFlagIsOneByteOfTheHeader) {
  constexpr std::size_t kFlagOffset = 51;
  RequestHeader header = kHeader;
  header.is_backup_request = true;
  std::string frame;
  appendRequest(frame, HeaderVersion::kV1, header, rpc_names::kGet, 7, blobArgs(kKey));
  std::string expected = vector("V1");
  expected[kFlagOffset] = 1;
  EXPECT_EQ(frame, expected);
  const absl::StatusOr<Request> request = decodeRequest(expected);
  ASSERT_THAT(request, test::IsOk());
  EXPECT_TRUE(request->header.is_backup_request);
}

TEST(GoldenDataTest, V3_V4_GetReplies) {
  read_response found = from(read_response());
  found.value = "v1";
  expectReply("V3", rpc_names::kGet, 7, found);
  read_response absent = from(read_response());
  absent.error = static_cast<std::int32_t>(StorageStatus::kNotFound);
  expectReply("V4", rpc_names::kGet, 7, absent);
}

TEST(GoldenDataTest, V5_V6_AnErrorReplyHasNoResultWhateverFollowsTheHeader) {
  std::string frame;
  appendReply(frame, "ERR_INVALID_STATE", rpc_names::kGet, 7, "");
  EXPECT_EQ(frame, vector("V5"));
  const absl::StatusOr<Reply> bare = decodeReply(vector("V5"));
  ASSERT_THAT(bare, test::IsOk());
  EXPECT_EQ(bare->error, ServerError::kInvalidState);
  EXPECT_EQ(bare->error_name, "ERR_INVALID_STATE");
  EXPECT_EQ(bare->seq, 7);
  EXPECT_EQ(bare->result, "");

  const absl::StatusOr<Reply> busy = decodeReply(vector("V6"));
  ASSERT_THAT(busy, test::IsOk());
  EXPECT_EQ(busy->error, ServerError::kBusy);
  EXPECT_EQ(busy->seq, 7);
  EXPECT_EQ(busy->result, "");
}

TEST(GoldenDataTest, V7_V8_Put) {
  update_request args;
  args.key = kKey;
  args.value = "v1";
  expectArgs("V7", rpc_names::kPut, 8, args);
  update_response result = from(update_response());
  result.decree = 17;
  expectReply("V8", rpc_names::kPut, 8, result);
}

TEST(GoldenDataTest, V9_Remove) {
  expectBlobArgs("V9", rpc_names::kRemove, 9, kKey);
}

TEST(GoldenDataTest, V10_V11_Ttl) {
  expectBlobArgs("V10", rpc_names::kTtl, 10, kKey);
  ttl_response result = from(ttl_response());
  result.ttl_seconds = 100;
  expectReply("V11", rpc_names::kTtl, 10, result);
}

TEST(GoldenDataTest, V12_V13_V14_MultiGet) {
  multi_get_request range;
  range.hash_key = "hello";
  range.max_kv_count = 100;
  range.max_kv_size = 1'000'000;
  range.start_sortkey = "a";
  range.start_inclusive = true;
  range.sort_key_filter_type = filter_type::FT_MATCH_PREFIX;
  range.sort_key_filter_pattern = "wo";
  expectArgs("V12", rpc_names::kMultiGet, 11, range);

  multi_get_request listed;
  listed.hash_key = "hello";
  listed.sort_keys = {"world", "x"};
  listed.start_inclusive = true;
  expectArgs("V13", rpc_names::kMultiGet, 12, listed);

  multi_get_response result = from(multi_get_response());
  result.error = static_cast<std::int32_t>(StorageStatus::kIncomplete);
  result.kvs = {pair("world", "v1")};
  expectReply("V14", rpc_names::kMultiGet, 11, result);
}

TEST(GoldenDataTest, V15_MultiPut) {
  multi_put_request args;
  args.hash_key = "hello";
  args.kvs = {pair("a", "1"), pair("b", "2")};
  args.expire_ts_seconds = kFarTs;
  expectArgs("V15", rpc_names::kMultiPut, 13, args);
}

TEST(GoldenDataTest, V16_V17_MultiRemove) {
  multi_remove_request args;
  args.hash_key = "hello";
  args.sort_keys = {"a", "b"};
  expectArgs("V16", rpc_names::kMultiRemove, 14, args);
  multi_remove_response result = from(multi_remove_response());
  result.count = 2;
  result.decree = 18;
  expectReply("V17", rpc_names::kMultiRemove, 14, result);
}

TEST(GoldenDataTest, V18_V19_Incr) {
  incr_request args;
  args.key = kKey;
  args.increment = -5;
  expectArgs("V18", rpc_names::kIncr, 15, args);
  incr_response result = from(incr_response());
  result.new_value = 37;
  result.decree = 19;
  expectReply("V19", rpc_names::kIncr, 15, result);
}

TEST(GoldenDataTest, V20_V21_CheckAndSet) {
  check_and_set_request args;
  args.hash_key = "hello";
  args.check_sort_key = "world";
  args.check_type = cas_check_type::CT_VALUE_BYTES_EQUAL;
  args.check_operand = "v1";
  args.set_value = "v2";
  args.return_check_value = true;
  expectArgs("V20", rpc_names::kCheckAndSet, 16, args);
  check_and_set_response result = from(check_and_set_response());
  result.error = static_cast<std::int32_t>(StorageStatus::kTryAgain);
  result.check_value_returned = true;
  result.check_value_exist = true;
  result.check_value = "zz";
  result.decree = 20;
  expectReply("V21", rpc_names::kCheckAndSet, 16, result);
}

TEST(GoldenDataTest, V22_CheckAndMutate) {
  mutate put;
  put.operation = mutate_operation::MO_PUT;
  put.sort_key = "a";
  put.value = "1";
  mutate remove;
  remove.operation = mutate_operation::MO_DELETE;
  remove.sort_key = "b";
  check_and_mutate_request args;
  args.hash_key = "hello";
  args.check_sort_key = "world";
  args.check_type = cas_check_type::CT_VALUE_NOT_EXIST;
  args.mutate_list = {put, remove};
  expectArgs("V22", rpc_names::kCheckAndMutate, 17, args);
}

TEST(GoldenDataTest, V23_SortkeyCount) {
  expectBlobArgs("V23", rpc_names::kSortkeyCount, 18, "hello");
}

TEST(GoldenDataTest, V24_BatchGet) {
  full_key world;
  world.hash_key = "hello";
  world.sort_key = "world";
  full_key x;
  x.hash_key = "hello";
  x.sort_key = "x";
  batch_get_request args;
  args.keys = {world, x};
  expectArgs("V24", rpc_names::kBatchGet, 19, args);
}

get_scanner_request fullScan(std::int32_t batch_size) {
  get_scanner_request args;
  args.start_key = std::string(2, '\0');
  args.stop_key = "\xff\xff";
  args.start_inclusive = true;
  args.batch_size = batch_size;
  return args;
}

TEST(GoldenDataTest, V25_V26_GetScanner) {
  get_scanner_request args = fullScan(100);
  args.__set_validate_partition_hash(true);
  args.__set_return_expire_ts(false);
  args.__set_full_scan(true);
  expectArgs("V25", rpc_names::kGetScanner, 20, args);
  key_value kv = pair(kKey, "v1");
  kv.__set_expire_ts_seconds(kFarTs);
  scan_response result = from(scan_response());
  result.kvs = {kv};
  result.context_id = kContext;
  expectReply("V26", rpc_names::kGetScanner, 20, result);
}

TEST(GoldenDataTest, V27_V28_Scan) {
  scan_request args;
  args.context_id = kContext;
  expectArgs("V27", rpc_names::kScan, 21, args);
  scan_response result = from(scan_response());
  result.context_id = -1;
  expectReply("V28", rpc_names::kScan, 21, result);
}

TEST(GoldenDataTest, V29_ClearScanner) {
  std::string args;
  appendI64Args(args, kContext);
  expectBody("V29", rpc_names::kClearScanner, 22, args);
  const absl::StatusOr<std::int64_t> decoded = decodeI64Args(args);
  ASSERT_THAT(decoded, test::IsOk());
  EXPECT_EQ(*decoded, kContext);
}

TEST(GoldenDataTest, V50_V51_V52_ScannersOfOtherClientsWithAbsentFields) {
  const get_scanner_request java = fullScan(3);
  expectDecodesTo("V50", rpc_names::kGetScanner, 0x25, java);
  get_scanner_request go = fullScan(3);
  go.__set_validate_partition_hash(true);
  expectArgs("V51", rpc_names::kGetScanner, 0x17, go);
  get_scanner_request python = fullScan(1);
  python.__set_only_return_count(false);
  expectDecodesTo("V52", rpc_names::kGetScanner, 0x18, python);
}

TEST(GoldenDataTest, V53_MultiGetOfNodeWithAbsentFields) {
  multi_get_request args;
  args.hash_key = "m";
  args.max_kv_count = 100;
  args.max_kv_size = 1'000'000;
  expectDecodesTo("V53", rpc_names::kMultiGet, 6, args);
}

}  // namespace
}  // namespace bridle::internal::wire::golden
