// Meta calls that change a table: its name, its life, its envs, its copies.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

class AdministrationTest : public OneboxTest {
 protected:
  template <typename Response, typename Request>
  Response ask(std::string_view rpc, const Request& request) {
    return meta().call(metaFrame(rpc, request)).template as<Response>();
  }

  std::string drop(std::string_view name, std::int64_t reserve_seconds) {
    wire::configuration_drop_app_request request;
    request.app_name = name;
    request.options.__set_reserve_seconds(reserve_seconds);
    return ask<wire::configuration_drop_app_response>(rpc_names::kDropApp, request).err.name;
  }

  wire::configuration_recall_app_response recall(int app_id, std::string_view new_name = "") {
    wire::configuration_recall_app_request request;
    request.app_id = app_id;
    request.new_app_name = new_name;
    return ask<wire::configuration_recall_app_response>(rpc_names::kRecallApp, request);
  }

  wire::configuration_rename_app_response rename(std::string_view from, std::string_view to) {
    wire::configuration_rename_app_request request;
    request.old_app_name = from;
    request.new_app_name = to;
    return ask<wire::configuration_rename_app_response>(rpc_names::kRenameApp, request);
  }

  std::string setEnv(const std::string& key, const std::string& value) {
    wire::configuration_update_app_env_request request;
    request.app_name = "t";
    request.op = wire::app_env_operation::APP_ENV_OP_SET;
    request.__set_keys({key});
    request.__set_values({value});
    return updateEnvs(request);
  }
  std::string deleteEnv(const std::string& key) {
    wire::configuration_update_app_env_request request;
    request.app_name = "t";
    request.op = wire::app_env_operation::APP_ENV_OP_DEL;
    request.__set_keys({key});
    return updateEnvs(request);
  }
  std::string clearEnvs(const std::string& prefix) {
    wire::configuration_update_app_env_request request;
    request.app_name = "t";
    request.op = wire::app_env_operation::APP_ENV_OP_CLEAR;
    request.__set_clear_prefix(prefix);
    return updateEnvs(request);
  }
  std::string updateEnvs(const wire::configuration_update_app_env_request& request) {
    const auto response =
        ask<wire::configuration_update_app_env_response>(rpc_names::kUpdateAppEnv, request);
    EXPECT_EQ(response.err.name, "ERR_OK") << response.hint_message;
    return response.hint_message;
  }

  wire::configuration_set_max_replica_count_response setReplicas(int count) {
    wire::configuration_set_max_replica_count_request request;
    request.app_name = "t";
    request.max_replica_count = count;
    return ask<wire::configuration_set_max_replica_count_response>(rpc_names::kSetMaxReplicaCount,
                                                                   request);
  }

  wire::app_info info() {
    wire::configuration_list_apps_request request;
    const auto apps =
        ask<wire::configuration_list_apps_response>(rpc_names::kListApps, request).infos;
    return apps.empty() ? wire::app_info() : apps.back();
  }

  std::string controlMeta(int level, int& old_level) {
    wire::configuration_meta_control_request request;
    request.level = static_cast<wire::meta_function_level::type>(level);
    const auto response =
        ask<wire::configuration_meta_control_response>(rpc_names::kControlMeta, request);
    old_level = response.old_level;
    return response.err.name;
  }

  std::int32_t ttlOf(std::string_view key) {
    return primary().call(ttlFrame(key)).as<wire::ttl_response>().ttl_seconds;
  }
};

TEST_F(AdministrationTest, ARecalledTableHasItsRecords) {
  put(kKey, "v");
  EXPECT_EQ(drop("t", 600), "ERR_OK");
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_INVALID_STATE");
  reactor_.runFor(500s);
  const auto recalled = recall(1, "back");
  EXPECT_EQ(recalled.err.name, "ERR_OK");
  EXPECT_EQ(recalled.info.status, wire::app_status::AS_AVAILABLE);
  EXPECT_EQ(recalled.info.app_name, "back");
  EXPECT_EQ(replica(0).call(getFrame(kKey)).as<wire::read_response>().value.bytes, "v");
}

TEST_F(AdministrationTest, ADropIsFinalAfterItsReserve) {
  EXPECT_EQ(drop("t", 600), "ERR_OK");
  EXPECT_EQ(info().status, wire::app_status::AS_DROPPED);
  reactor_.runFor(601s);
  EXPECT_EQ(info().app_id, 0);
  EXPECT_EQ(recall(1).err.name, "ERR_APP_NOT_EXIST");
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_OBJECT_NOT_FOUND");
}

// Its servers still have their copies; of other partitions and tables they know nothing.
TEST_F(AdministrationTest, ADroppedTableServesNobody) {
  put(kKey, "v");
  const FrameOptions of_backup{.backup = true};
  EXPECT_EQ(replica(1).call(getFrame(kKey, of_backup)).error, "ERR_OK");
  EXPECT_EQ(drop("t", 600), "ERR_OK");
  EXPECT_EQ(replica(0).call(putFrame(kKey, "w")).error, "ERR_INVALID_STATE");
  EXPECT_EQ(replica(1).call(getFrame(kKey, of_backup)).error, "ERR_INVALID_STATE");
  EXPECT_EQ(replica(0).call(getFrame(kKey, {.partition = 99})).error, "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(replica(0).call(getFrame(kKey, {.app_id = 2})).error, "ERR_OBJECT_NOT_FOUND");
}

TEST_F(AdministrationTest, ARecalledTableCanBeDroppedAgain) {
  EXPECT_EQ(drop("t", 600), "ERR_OK");
  EXPECT_EQ(recall(1).err.name, "ERR_OK");
  EXPECT_EQ(recall(1).err.name, "ERR_APP_EXIST");
  EXPECT_EQ(drop("t", 600), "ERR_OK");
  ASSERT_THAT(cluster_->createTable({.name = "t"}), IsOk());
  EXPECT_EQ(recall(1).err.name, "ERR_INVALID_PARAMETERS");  // the name is taken
  EXPECT_EQ(recall(1, "t2").err.name, "ERR_OK");
}

TEST_F(AdministrationTest, ServersThatStopBetweenDropAndRecallAreKnown) {
  EXPECT_EQ(drop("t", 600), "ERR_OK");
  ASSERT_THAT(cluster_->stopReplica(0), IsOk());
  EXPECT_EQ(recall(1).err.name, "ERR_OK");
  EXPECT_NE(cluster_->partition("t", 0)->config().primary, 0);
}

TEST_F(AdministrationTest, ARenamedTableKeepsItsIdAndRecords) {
  put(kKey, "v");
  EXPECT_EQ(rename("t", "u").err.name, "ERR_OK");
  EXPECT_EQ(meta().call(queryFrame("t")).as<wire::query_cfg_response>().err.name,
            "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(meta().call(queryFrame("u")).as<wire::query_cfg_response>().app_id, 1);
  EXPECT_EQ(replica(0).call(getFrame(kKey)).as<wire::read_response>().value.bytes, "v");
}

TEST_F(AdministrationTest, EnvsAreSetDeletedAndClearedByPrefix) {
  EXPECT_EQ(setEnv("default_ttl", "60"), "");
  EXPECT_EQ(setEnv("rocksdb.usage_scenario", "normal"), "");
  EXPECT_EQ(setEnv("rocksdb.num_levels", "6"), "");
  EXPECT_EQ(info().envs.size(), 3U);
  EXPECT_EQ(clearEnvs("rock"), "no key needs to be deleted");
  EXPECT_EQ(clearEnvs("rocksdb"),
            "deleted keys:\n    rocksdb.num_levels\n    rocksdb.usage_scenario");
  EXPECT_EQ(deleteEnv("default_ttl"), "deleted keys:\n    default_ttl");
  EXPECT_EQ(deleteEnv("default_ttl"), "no key needs to be deleted");
  EXPECT_THAT(info().envs, IsEmpty());
}

TEST_F(AdministrationTest, OnlyZeroSwitchesADefaultTtlOff) {
  EXPECT_EQ(setEnv("default_ttl", "60"), "");
  deleteEnv("default_ttl");
  put(kKey, "v");
  EXPECT_GT(ttlOf(kKey), 0);
  EXPECT_EQ(setEnv("default_ttl", "0"), "");
  put(kKey, "v");
  EXPECT_EQ(ttlOf(kKey), -1);
}

TEST_F(AdministrationTest, CopiesComeAndGoWithTheReplicaCount) {
  put(kKey, "v");
  EXPECT_EQ(setReplicas(1).old_max_replica_count, 3);
  EXPECT_EQ(cluster_->partition("t", 0)->serving(), 1);
  EXPECT_EQ(get(kKey).value.bytes, "v");
  EXPECT_EQ(setReplicas(2).old_max_replica_count, 1);
  EXPECT_EQ(cluster_->partition("t", 0)->serving(), 2);
  const int secondary = cluster_->partition("t", 0)->config().secondaries[0];
  EXPECT_EQ(replica(secondary)
                .call(getFrame(kKey, {.backup = true}))
                .as<wire::read_response>()
                .value.bytes,
            "v");
}

TEST_F(AdministrationTest, ThereAreNoMoreCopiesThanServers) {
  const auto response = setReplicas(4);
  EXPECT_EQ(response.err.name, "ERR_INVALID_PARAMETERS");
  EXPECT_EQ(response.hint_message,
            "there are not enough alive replica servers(3) for the requested replica count(4)");
}

TEST_F(AdministrationTest, AFrozenClusterCreatesNoTables) {
  int old_level = 0;
  EXPECT_EQ(controlMeta(wire::meta_function_level::fl_freezed, old_level), "ERR_OK");
  wire::configuration_create_app_request create;
  create.app_name = "new";
  create.options.partition_count = 1;
  create.options.replica_count = 1;
  EXPECT_EQ(ask<wire::configuration_create_app_response>(rpc_names::kCreateApp, create).err.name,
            "ERR_STATE_FREEZED");
  EXPECT_EQ(controlMeta(wire::meta_function_level::fl_invalid, old_level), "ERR_OK");
  EXPECT_EQ(old_level, wire::meta_function_level::fl_freezed);
  const auto cluster = ask<wire::configuration_cluster_info_response>(
      rpc_names::kClusterInfo, wire::configuration_cluster_info_request());
  EXPECT_EQ(cluster.values[4], "freezed");
  EXPECT_EQ(controlMeta(7, old_level), "ERR_INVALID_PARAMETERS");  // there is no such level
  EXPECT_EQ(old_level, wire::meta_function_level::fl_freezed);
}

TEST_F(AdministrationTest, ACompactionIsStartedByEnvs) {
  wire::start_app_manual_compact_request start;
  start.app_name = "t";
  start.__set_bottommost(true);
  start.__set_max_running_count(2);
  EXPECT_EQ(
      ask<wire::start_app_manual_compact_response>(rpc_names::kStartManualCompact, start).hint_msg,
      "succeed");
  const auto envs = info().envs;
  EXPECT_EQ(envs.at("manual_compact.once.bottommost_level_compaction"), "force");
  EXPECT_EQ(envs.at("manual_compact.once.target_level"), "-1");
  EXPECT_EQ(envs.at("manual_compact.max_concurrent_running_count"), "2");
  EXPECT_TRUE(envs.contains("manual_compact.once.trigger_time"));
  EXPECT_EQ(setEnv("manual_compact.disabled", "true"), "");
  EXPECT_EQ(
      ask<wire::start_app_manual_compact_response>(rpc_names::kStartManualCompact, start).err.name,
      "ERR_OPERATION_DISABLED");
}

}  // namespace
}  // namespace bridle::internal::onebox
