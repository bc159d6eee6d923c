// What meta servers answer.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

class MetaTest : public OneboxTest {
 protected:
  wire::query_cfg_response query(std::string_view table, std::vector<std::int32_t> partitions = {},
                                 int at = 0) {
    return meta(at).call(queryFrame(table, std::move(partitions))).as<wire::query_cfg_response>();
  }

  static std::vector<int> indices(const wire::query_cfg_response& response) {
    std::vector<int> result;
    for (const auto& partition : response.partitions) {
      result.push_back(partition.pid.partition_index);
    }
    return result;
  }

  static wire::configuration_create_app_request createRequest(std::string_view name,
                                                              std::int32_t partitions,
                                                              std::int32_t replicas) {
    wire::configuration_create_app_request request;
    request.app_name = name;
    request.options.partition_count = partitions;
    request.options.replica_count = replicas;
    request.options.success_if_exist = true;
    request.options.app_type = "pegasus";
    request.options.is_stateful = true;
    return request;
  }
  wire::configuration_create_app_response create(
      const wire::configuration_create_app_request& request, int at = 0) {
    return meta(at)
        .call(metaFrame(rpc_names::kCreateApp, request))
        .as<wire::configuration_create_app_response>();
  }
  std::string createError(std::string_view name, std::int32_t partitions, std::int32_t replicas) {
    const auto response = create(createRequest(name, partitions, replicas));
    EXPECT_EQ(response.appid == 0, response.err.name != "ERR_OK");
    return response.err.name;
  }

  std::string drop(std::string_view name, bool success_if_not_exist = false,
                   std::int64_t reserve_seconds = 0) {
    wire::configuration_drop_app_request request;
    request.app_name = name;
    request.options.success_if_not_exist = success_if_not_exist;
    if (reserve_seconds != 0) request.options.__set_reserve_seconds(reserve_seconds);
    return meta()
        .call(metaFrame(rpc_names::kDropApp, request))
        .as<wire::configuration_drop_app_response>()
        .err.name;
  }

  std::vector<wire::app_info> list(wire::app_status::type status) {
    wire::configuration_list_apps_request request;
    request.status = status;
    return meta()
        .call(metaFrame(rpc_names::kListApps, request))
        .as<wire::configuration_list_apps_response>()
        .infos;
  }
};

TEST_F(MetaTest, TellsWhereThePartitionsAre) {
  const auto response = query("t");
  EXPECT_EQ(response.err.name, "ERR_OK");
  EXPECT_EQ(response.app_id, 1);
  EXPECT_EQ(response.partition_count, 4);
  EXPECT_TRUE(response.is_stateful);
  EXPECT_THAT(indices(response), ElementsAre(0, 1, 2, 3));
  for (int i = 0; i < 4; ++i) {
    const auto& partition = response.partitions[static_cast<std::size_t>(i)];
    EXPECT_EQ(partition.pid.app_id, 1);
    EXPECT_EQ(partition.ballot, 1);
    EXPECT_EQ(partition.max_replica_count, 3);
    EXPECT_EQ(partition.primary.endpoint, replicaAt(i % 3));
    EXPECT_THAT(partition.secondaries, ElementsAre(wire::rpc_address(replicaAt((i + 1) % 3)),
                                                   wire::rpc_address(replicaAt((i + 2) % 3))));
    EXPECT_THAT(partition.last_drops, IsEmpty());
    EXPECT_FALSE(partition.__isset.hp_primary || partition.__isset.hp_secondaries ||
                 partition.__isset.hp_last_drops);
  }
}

TEST_F(MetaTest, TellsNoMorePartitionsThanThereCanBe) {
  const std::vector<std::int32_t> again_and_again(limits::kMaxPartitions + 1000, 2);
  const auto response =
      meta().call(queryFrame("t", again_and_again)).as<wire::query_cfg_response>();
  EXPECT_EQ(response.partitions.size(), static_cast<std::size_t>(limits::kMaxPartitions));
  EXPECT_EQ(response.partitions.back().pid.partition_index, 2);
}

TEST_F(MetaTest, TellsOnlyThePartitionsThatAreAskedFor) {
  EXPECT_THAT(indices(query("t", {3, 1})), ElementsAre(3, 1));
  EXPECT_THAT(indices(query("t", {2, 2})), ElementsAre(2, 2));
  EXPECT_THAT(indices(query("t", {1, 99, -1})), ElementsAre(1));
  EXPECT_THAT(indices(query("t", {99})), ElementsAre(0, 1, 2, 3));
}

TEST_F(MetaTest, AnUnknownTableIsNotFound) {
  const auto response = query("nosuch");
  EXPECT_EQ(response.err.name, "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(response.app_id, 0);
  EXPECT_EQ(response.partition_count, 0);
  EXPECT_FALSE(response.is_stateful);
  EXPECT_THAT(response.partitions, IsEmpty());
}

TEST_F(MetaTest, AFollowerSaysWhoLeads) {
  const auto response = query("t", {}, 1);
  EXPECT_EQ(response.err.name, "ERR_FORWARD_TO_OTHERS");
  ASSERT_EQ(response.partitions.size(), 1U);
  EXPECT_EQ(response.partitions[0].primary.endpoint, metaAt(0));
  EXPECT_EQ(response.partition_count, 0);
  EXPECT_EQ(create(createRequest("u", 4, 3), 1).err.name, "ERR_FORWARD_TO_OTHERS");
  EXPECT_EQ(query("u").err.name, "ERR_OBJECT_NOT_FOUND");
}

TEST_F(MetaTest, TheNextMetaServerLeadsWhenTheLeaderStops) {
  EXPECT_THAT(cluster_->stopMeta(0), IsOk());
  EXPECT_EQ(cluster_->leader(), 1);
  EXPECT_EQ(query("t", {}, 1).err.name, "ERR_OK");
  EXPECT_FALSE(RawClient(network_, metaAt(0)).open());

  EXPECT_THAT(cluster_->startMeta(0), IsOk());
  EXPECT_EQ(query("t", {}, 0).err.name, "ERR_FORWARD_TO_OTHERS");
  EXPECT_EQ(query("t", {}, 0).partitions[0].primary.endpoint, metaAt(1));

  EXPECT_THAT(cluster_->stopMeta(1), IsOk());
  EXPECT_EQ(query("t", {}, 0).err.name, "ERR_OK");
  EXPECT_THAT(cluster_->stopMeta(0), IsOk());
  EXPECT_EQ(cluster_->leader(), std::nullopt);
  EXPECT_THAT(cluster_->startMeta(1), IsOk());
  EXPECT_EQ(query("t", {}, 1).err.name, "ERR_OK");
}

TEST_F(MetaTest, DataCallsHaveNoHandlerAndTheAppIdMeansNothing) {
  EXPECT_EQ(meta().call(getFrame(kKey, {.app_id = 0})).error, "ERR_HANDLER_NOT_FOUND");
  EXPECT_EQ(meta().call(getFrame(kKey, {.app_id = 1})).error, "ERR_HANDLER_NOT_FOUND");
  wire::query_cfg_request request;
  request.app_name = "t";
  for (const std::int32_t app_id : {7, 0, -1}) {
    const auto frame = structFrame(rpc_names::kQueryConfig, request, {.app_id = app_id});
    EXPECT_EQ(meta().call(frame).as<wire::query_cfg_response>().app_id, 1);
  }
}

TEST_F(MetaTest, CreatesTables) {
  const auto created = create(createRequest("u", 8, 2));
  EXPECT_EQ(created.err.name, "ERR_OK");
  EXPECT_EQ(created.appid, 2);
  const auto config = query("u");
  EXPECT_EQ(config.app_id, 2);
  EXPECT_EQ(config.partitions.size(), 8U);
  EXPECT_EQ(config.partitions[0].secondaries.size(), 1U);
}

TEST_F(MetaTest, CreatingWhatExistsIsFineIfItIsTheSame) {
  ASSERT_EQ(createError("u", 8, 3), "ERR_OK");
  EXPECT_EQ(create(createRequest("u", 8, 3)).appid, 2);
  EXPECT_EQ(createError("u", 4, 3), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(createError("u", 8, 1), "ERR_INVALID_PARAMETERS");

  auto request = createRequest("u", 8, 3);
  request.options.envs["default_ttl"] = "1";
  EXPECT_EQ(create(request).err.name, "ERR_INVALID_PARAMETERS");
  request = createRequest("u", 8, 3);
  request.options.app_type = "other";
  EXPECT_EQ(create(request).err.name, "ERR_INVALID_PARAMETERS");
  request = createRequest("u", 8, 3);
  request.options.success_if_exist = false;
  EXPECT_EQ(create(request).err.name, "ERR_APP_EXIST");
  EXPECT_EQ(create(request).appid, 0);
}

TEST_F(MetaTest, CountsOutOfRangeAreRefused) {
  EXPECT_EQ(createError("u", 0, 3), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(createError("u", -1, 3), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(createError("u", limits::kMaxPartitions + 1, 3), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(createError("u", 4, 0), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(createError("u", 4, 4), "ERR_INVALID_PARAMETERS");
  EXPECT_THAT(cluster_->stopReplica(2), IsOk());
  EXPECT_EQ(createError("u", 4, 3), "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(createError("u", 3, 2), "ERR_OK");
}

TEST_F(MetaTest, PartitionsOfAllTablesAndTheTextOfEachAreBounded) {
  const std::string long_text(limits::kMaxTableTextBytes, 'x');
  EXPECT_EQ(createError(long_text, 1, 1), "ERR_INVALID_PARAMETERS");
  auto with_envs = createRequest("envs", 1, 1);
  with_envs.options.envs["business.info"] = long_text;
  EXPECT_EQ(create(with_envs).err.name, "ERR_INVALID_PARAMETERS");
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_EQ(createError(name, limits::kMaxPartitions, 1), "ERR_OK");
  }
  EXPECT_EQ(createError("d", limits::kMaxPartitions, 1), "ERR_INVALID_PARAMETERS");  // "t" has some
  EXPECT_EQ(createError("e", 1, 1), "ERR_OK");
}

TEST_F(MetaTest, AppIdsAreNeverReused) {
  ASSERT_EQ(createError("u", 1, 1), "ERR_OK");
  EXPECT_EQ(drop("u"), "ERR_OK");
  EXPECT_EQ(create(createRequest("u", 1, 1)).appid, 3);
  EXPECT_EQ(query("u").app_id, 3);
}

TEST_F(MetaTest, DropsTables) {
  EXPECT_EQ(drop("nosuch"), "ERR_APP_NOT_EXIST");
  EXPECT_EQ(drop("nosuch", true), "ERR_OK");
  EXPECT_EQ(drop("t"), "ERR_OK");
  EXPECT_EQ(query("t").err.name, "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(drop("t"), "ERR_APP_NOT_EXIST");
}

TEST_F(MetaTest, ListsTablesByStatus) {
  auto request = createRequest("u", 2, 1);
  request.options.envs["my.env"] = "1";
  request.options.__set_atomic_idempotent(true);
  create(request);
  const std::int64_t dropped_at = reactor_.unixSeconds();
  drop("t", false, 600);

  EXPECT_EQ(list(wire::app_status::AS_INVALID).size(), 2U);
  const auto available = list(wire::app_status::AS_AVAILABLE);
  ASSERT_EQ(available.size(), 1U);
  EXPECT_EQ(available[0].app_name, "u");
  EXPECT_EQ(available[0].app_id, 2);
  EXPECT_EQ(available[0].app_type, "pegasus");
  EXPECT_EQ(available[0].partition_count, 2);
  EXPECT_EQ(available[0].init_partition_count, 2);
  EXPECT_EQ(available[0].max_replica_count, 1);
  EXPECT_EQ(available[0].envs.at("my.env"), "1");
  EXPECT_TRUE(available[0].is_stateful);
  EXPECT_TRUE(available[0].atomic_idempotent);
  EXPECT_EQ(available[0].drop_second, 0);
  EXPECT_EQ(available[0].expire_second, 0);
  EXPECT_TRUE(available[0].__isset.duplicating && !available[0].duplicating);

  const auto dropped = list(wire::app_status::AS_DROPPED);
  ASSERT_EQ(dropped.size(), 1U);
  EXPECT_EQ(dropped[0].app_name, "t");
  EXPECT_NEAR(static_cast<double>(dropped[0].drop_second), static_cast<double>(dropped_at), 1);
  EXPECT_EQ(dropped[0].expire_second - dropped[0].drop_second, 600);
}

TEST_F(MetaTest, ADroppedTableIsForgottenAfterItsTime) {
  drop("t", false, 600);
  create(createRequest("u", 1, 1));
  drop("u");
  EXPECT_EQ(list(wire::app_status::AS_DROPPED)[1].expire_second -
                list(wire::app_status::AS_DROPPED)[1].drop_second,
            7 * 24 * 3600);
  reactor_.runFor(700s);
  create(createRequest("v", 1, 1));
  EXPECT_EQ(list(wire::app_status::AS_DROPPED).size(), 1U);
}

TEST_F(MetaTest, ListsTablesByName) {
  create(createRequest("golden", 1, 1));
  wire::configuration_list_apps_request request;
  request.status = wire::app_status::AS_AVAILABLE;
  const auto matches = [&](const char* pattern, wire::pattern_match_type::type type) {
    request.__set_app_name_pattern(pattern);
    request.__set_match_type(type);
    return meta()
        .call(metaFrame(rpc_names::kListApps, request))
        .as<wire::configuration_list_apps_response>();
  };
  using Match = wire::pattern_match_type;
  EXPECT_EQ(matches("zzz", Match::PMT_MATCH_ALL).infos.size(), 2U);
  EXPECT_EQ(matches("golden", Match::PMT_MATCH_EXACT).infos.size(), 1U);
  EXPECT_EQ(matches("gold", Match::PMT_MATCH_EXACT).infos.size(), 0U);
  EXPECT_EQ(matches("old", Match::PMT_MATCH_ANYWHERE).infos.size(), 1U);
  EXPECT_EQ(matches("gol", Match::PMT_MATCH_PREFIX).infos.size(), 1U);
  EXPECT_EQ(matches("den", Match::PMT_MATCH_POSTFIX).infos.size(), 1U);
  const auto regex = matches("g.*", Match::PMT_MATCH_REGEX);
  EXPECT_EQ(regex.err.name, "ERR_NOT_IMPLEMENTED");
  EXPECT_EQ(regex.hint_message, "match_type is not supported: val=6, str=regex");
}

TEST_F(MetaTest, ListsNodes) {
  EXPECT_THAT(cluster_->stopReplica(1), IsOk());
  const auto nodes = [&](wire::node_status::type status) {
    wire::configuration_list_nodes_request request;
    request.status = status;
    return meta()
        .call(metaFrame(rpc_names::kListNodes, request))
        .as<wire::configuration_list_nodes_response>()
        .infos;
  };
  EXPECT_EQ(nodes(wire::node_status::NS_INVALID).size(), 3U);
  EXPECT_EQ(nodes(wire::node_status::NS_ALIVE).size(), 2U);
  const auto unalive = nodes(wire::node_status::NS_UNALIVE);
  ASSERT_EQ(unalive.size(), 1U);
  EXPECT_EQ(unalive[0].node.endpoint, replicaAt(1));
  EXPECT_FALSE(unalive[0].__isset.hp_node);
}

TEST_F(MetaTest, DescribesTheCluster) {
  const auto info =
      meta()
          .call(metaFrame(rpc_names::kClusterInfo, wire::configuration_cluster_info_request()))
          .as<wire::configuration_cluster_info_response>();
  std::map<std::string, std::string> values;
  for (std::size_t i = 0; i < info.keys.size(); ++i) values[info.keys[i]] = info.values.at(i);
  EXPECT_EQ(values["meta_servers"], "10.0.0.1:34601,10.0.0.1:34602");
  EXPECT_EQ(values["primary_meta_server"], "10.0.0.1:34601");
  EXPECT_EQ(values["meta_function_level"], "lively");
  EXPECT_EQ(values["primary_replica_count_stddev"], "0.47");  // 2, 1, 1
  EXPECT_EQ(values["total_replica_count_stddev"], "0.00");
}

}  // namespace
}  // namespace bridle::internal::onebox
