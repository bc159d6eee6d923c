// Calls to the meta server and negotiation, against the byte vectors of the protocol.

#include "golden.h"
#include "wire/rpc_names.h"

namespace bridle::internal::wire::golden {
namespace {

constexpr Endpoint kNode1 = {0x7f000001, 34801};
constexpr Endpoint kNode2 = {0x7f000001, 34802};
constexpr Endpoint kNode3 = {0x7f000001, 34803};
constexpr Endpoint kLeader = {0x0a010203, 34601};

partition_configuration partition(std::int32_t index) {
  partition_configuration config;
  config.pid = {.app_id = 2, .partition_index = index};
  config.ballot = 3;
  config.max_replica_count = 3;
  config.primary = kNode1;
  config.secondaries = {kNode2, kNode3};
  return config;
}

query_cfg_response routes(ServerError err) {
  query_cfg_response response;
  response.err = err;
  return response;
}

TEST(GoldenMetaTest, V30_V31_QueryConfigOfOtherClients) {
  query_cfg_request args;
  args.app_name = "temp";
  std::string v0;
  appendRequest(v0, HeaderVersion::kV0, {}, rpc_names::kQueryConfig, 1, encodedArgs(args));
  EXPECT_EQ(v0, vector("V31"));

  for (const char* name : {"V30", "V31"}) {
    const absl::StatusOr<Request> request = decodeRequest(vector(name));
    ASSERT_THAT(request, test::IsOk());
    EXPECT_EQ(request->rpc, rpc_names::kQueryConfig);
    EXPECT_EQ(request->seq, 1);
    const absl::StatusOr<query_cfg_request> decoded = decodeArgs<query_cfg_request>(request->args);
    ASSERT_THAT(decoded, test::IsOk());
    EXPECT_EQ(*decoded, args);
  }
  const RequestHeader java = {.app_id = -1, .partition_index = -2, .timeout_ms = 5000};
  EXPECT_EQ(decodeRequest(vector("V30"))->header, java);
  std::string v1;
  appendRequest(v1, HeaderVersion::kV1, java, rpc_names::kQueryConfig, 1, encodedArgs(args));
  EXPECT_EQ(v1, vector("V30"));
}

TEST(GoldenMetaTest, V32_Routes) {
  query_cfg_response response = routes(ServerError::kOk);
  response.app_id = 2;
  response.partition_count = 2;
  response.is_stateful = true;
  response.partitions = {partition(0), partition(1)};
  expectReply("V32", rpc_names::kQueryConfig, 1, response);
}

TEST(GoldenMetaTest, V33_PartitionWithHostNames) {
  partition_configuration config = partition(0);
  config.__set_hp_primary(HostPort{"127.0.0.1", 34801});
  config.__set_hp_secondaries({HostPort{"127.0.0.1", 34802}, HostPort{"127.0.0.1", 34803}});
  config.__set_hp_last_drops({});
  std::string bytes;
  StringTransport transport(bytes);
  StringProtocol protocol(unowned(transport));
  config.write(&protocol);
  EXPECT_EQ(bytes, vector("V33"));

  partition_configuration decoded;
  ASSERT_THAT(
      thrift_io::decode("a partition", vector("V33"), [&](SpanProtocol& in) { decoded.read(&in); }),
      test::IsOk());
  EXPECT_EQ(decoded, config);
  EXPECT_EQ(HostPort(decoded.hp_primary), (HostPort{"127.0.0.1", 34801}));
}

TEST(GoldenMetaTest, A17_V34_AFollowerNamesItsLeaderAsPrimaryOfTheFirstPartition) {
  partition_configuration leader;
  leader.primary = kLeader;
  query_cfg_response response = routes(ServerError::kForwardToOthers);
  response.partitions = {leader};
  expectReply("V34", rpc_names::kQueryConfig, 1, response);

  const absl::StatusOr<Reply> reply = decodeReply(vector("V34"));
  ASSERT_THAT(reply, test::IsOk());
  const auto decoded = decodeResult<query_cfg_response>(reply->result);
  ASSERT_THAT(decoded, test::IsOk());
  EXPECT_EQ(decoded->err.value(), ServerError::kForwardToOthers);
  EXPECT_EQ(Endpoint(decoded->partitions.at(0).primary).toString(), "10.1.2.3:34601");
}

TEST(GoldenMetaTest, A17_AFollowerNamesItsLeaderByHostNameToo) {
  partition_configuration leader;
  leader.primary = kLeader;
  leader.__set_hp_primary(HostPort{"meta-3.example", 34601});
  query_cfg_response response = routes(ServerError::kForwardToOthers);
  response.partitions = {leader};
  const auto decoded = decodeResult<query_cfg_response>(encodedResult(response));
  ASSERT_THAT(decoded, test::IsOk());
  ASSERT_TRUE(decoded->partitions.at(0).__isset.hp_primary);
  EXPECT_EQ(HostPort(decoded->partitions.at(0).hp_primary).toString(), "meta-3.example:34601");
}

TEST(GoldenMetaTest, V35_NoSuchTable) {
  expectReply("V35", rpc_names::kQueryConfig, 1, routes(ServerError::kObjectNotFound));
}

TEST(GoldenMetaTest, V36_V37_CreateApp) {
  configuration_create_app_request args;
  args.app_name = "temp";
  args.options.partition_count = 8;
  args.options.replica_count = 3;
  args.options.success_if_exist = true;
  args.options.app_type = "pegasus";
  args.options.is_stateful = true;
  expectArgs("V36", rpc_names::kCreateApp, 2, args);
  configuration_create_app_response result;
  result.err = ServerError::kOk;
  result.appid = 2;
  expectReply("V37", rpc_names::kCreateApp, 2, result);
}

TEST(GoldenMetaTest, V38_DropApp) {
  configuration_drop_app_request args;
  args.app_name = "temp";
  args.options.success_if_not_exist = true;
  args.options.__set_reserve_seconds(600);
  expectArgs("V38", rpc_names::kDropApp, 3, args);
}

TEST(GoldenMetaTest, V39_V40_ListApps) {
  configuration_list_apps_request args;
  args.status = app_status::AS_AVAILABLE;
  expectArgs("V39", rpc_names::kListApps, 4, args);

  app_info table;
  table.status = app_status::AS_AVAILABLE;
  table.app_type = "pegasus";
  table.app_name = "temp";
  table.app_id = 2;
  table.partition_count = 8;
  table.envs = {{"default_ttl", "86400"}};
  table.is_stateful = true;
  table.max_replica_count = 3;
  table.create_second = 1'700'000'000;
  table.__set_duplicating(false);
  table.__set_is_bulk_loading(false);
  configuration_list_apps_response result;
  result.err = ServerError::kOk;
  result.infos = {table};
  expectReply("V40", rpc_names::kListApps, 4, result);
}

TEST(GoldenMetaTest, V41_V42_ListNodes) {
  expectArgs("V41", rpc_names::kListNodes, 5, configuration_list_nodes_request());
  node_info node;
  node.status = node_status::NS_ALIVE;
  node.node = kNode1;
  configuration_list_nodes_response result;
  result.err = ServerError::kOk;
  result.infos = {node};
  expectReply("V42", rpc_names::kListNodes, 5, result);
}

TEST(GoldenMetaTest, V43_ClusterInfo) {
  expectArgs("V43", rpc_names::kClusterInfo, 6, configuration_cluster_info_request());
}

TEST(GoldenMetaTest, V44_UpdateAppEnv) {
  configuration_update_app_env_request args;
  args.app_name = "temp";
  args.op = app_env_operation::APP_ENV_OP_SET;
  args.__set_keys({"default_ttl"});
  args.__set_values({"86400"});
  expectArgs("V44", rpc_names::kUpdateAppEnv, 7, args);
}

TEST(GoldenMetaTest, V45_V46_Negotiation) {
  negotiation_request args;
  args.status = negotiation_status::SASL_LIST_MECHANISMS;
  expectArgs("V45", rpc_names::kNegotiation, 0, args);
  negotiation_response result;
  result.status = negotiation_status::SASL_LIST_MECHANISMS_RESP;
  result.msg = "GSSAPI";
  expectReply("V46", rpc_names::kNegotiation, 0, result);
}

TEST(GoldenMetaTest, V47_UnknownRpcName) {
  std::string frame;
  appendReply(frame, errorName(ServerError::kHandlerNotFound), "RPC_NO_SUCH", 9, "");
  EXPECT_EQ(frame, vector("V47"));
  const absl::StatusOr<Reply> reply = decodeReply(vector("V47"));
  ASSERT_THAT(reply, test::IsOk());
  EXPECT_EQ(reply->error, ServerError::kHandlerNotFound);
  EXPECT_EQ(reply->ack, "RPC_NO_SUCH_ACK");
  EXPECT_EQ(reply->seq, 9);
}

}  // namespace
}  // namespace bridle::internal::wire::golden
