#include "bridle/admin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/use_future.hpp>
#include <functional>
#include <optional>

#include "base/limits.h"
#include "bridle/error.h"
#include "client/client_core.h"
#include "io/sim_network.h"
#include "io/sim_reactor.h"
#include "support/status_matchers.h"
#include "unit/route/config_builder.h"
#include "unit/rpc/scripted_server.h"
#include "wire/rpc_names.h"

namespace bridle::internal {
namespace {

using test::encoded;
using test::errorConfig;
using test::IsOk;
using test::ScriptedServer;
using test::tableConfig;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using wire::ServerError;
namespace rpc_names = wire::rpc_names;
using namespace std::chrono_literals;

// A client in virtual time whose one meta server does what the test says.
class AdminTest : public testing::Test {
 protected:
  using Answers = std::function<std::string(const ScriptedServer::Request&)>;

  AdminTest() { EXPECT_THAT(validate(kOptions), IsOk()); }
  ~AdminTest() override {
    core->refuseNewCalls();
    core->closeShard(0);
    core->forgetTables();
    EXPECT_TRUE(reactor.runUntilIdle(1h));
  }

  void answer(Answers answers) {
    meta.script = [this, answers = std::move(answers)](const auto& request) {
      meta.reply(request, answers(request));
    };
  }
  template <typename Response>
  void always(const Response& response) {
    answer([bytes = encoded(response)](const auto&) { return bytes; });
  }

  // Starts it and lets time pass until it has ended.
  template <typename Completion, typename Start>
  Completion run(Start start) {
    std::optional<Completion> result;
    start([&result](Completion completion) { result.emplace(std::move(completion)); });
    EXPECT_FALSE(result.has_value()) << "never inside the initiating function";
    EXPECT_TRUE(reactor.runUntil([&result] { return result.has_value(); }, 1h));
    return std::move(result).value();
  }

  absl::StatusOr<int> create(const CreateTableOptions& options = {}, std::string_view name = "t") {
    return run<absl::StatusOr<int>>(
        [&](auto handler) { admin.asyncCreateTable(name, options, handler); });
  }

  template <typename Request>
  Request sent(std::size_t index = 0) {
    return *wire::decodeArgs<Request>(meta.requests.at(index).args);
  }

  static wire::configuration_create_app_response created(int id) {
    wire::configuration_create_app_response response;
    response.err = ServerError::kOk;
    response.appid = id;
    return response;
  }

  static ErrorInfo infoOf(const absl::Status& status) {
    return errorInfo(status).value_or(ErrorInfo{});
  }

  inline static const ClientOptions kOptions{.meta_servers = {"10.0.1.1:34601"}, .seed = 1};

  SimReactor reactor;
  SimNetwork network{reactor, 1};
  ScriptedServer meta{network, {0x0a000101, 34601}};
  std::shared_ptr<ClientCore> core =
      std::make_shared<ClientCore>(kOptions, std::vector<Network*>{&network.host(0x0a000001)});
  Admin admin{core};
};

TEST_F(AdminTest, A22_CreateWaitsForPrimariesAndSecondaries) {
  int questions = 0;
  answer([&questions](const auto& request) {
    if (request.rpc == rpc_names::kCreateApp) return encoded(created(7));
    wire::query_cfg_response config = tableConfig(7, 4);
    for (auto& partition : config.partitions) partition.max_replica_count = 3;
    ++questions;
    if (questions == 1) config.partitions[2].primary = {};
    if (questions == 2) config.partitions[3].secondaries.pop_back();
    return encoded(config);
  });
  const absl::StatusOr<int> id = create({.partitions = 4, .replicas = 3, .envs = {{"k", "v"}}});
  ASSERT_THAT(id, IsOk());
  EXPECT_EQ(*id, 7);
  EXPECT_EQ(questions, 3);
  const auto request = sent<wire::configuration_create_app_request>();
  EXPECT_EQ(request.app_name, "t");
  EXPECT_EQ(request.options.partition_count, 4);
  EXPECT_EQ(request.options.replica_count, 3);
  EXPECT_FALSE(request.options.success_if_exist);
  EXPECT_EQ(request.options.app_type, "pegasus");
  EXPECT_TRUE(request.options.is_stateful);
  EXPECT_THAT(request.options.envs, ElementsAre(Pair("k", "v")));
}

TEST_F(AdminTest, A22_ATableThatDoesNotBecomeUsableIsAnErrorOfItsOwn) {
  answer([](const auto& request) {
    if (request.rpc == rpc_names::kCreateApp) return encoded(created(7));
    wire::query_cfg_response config = tableConfig(7, 4);
    config.partitions[2].primary = {};
    return encoded(config);
  });
  const TimePoint start = reactor.now();
  const absl::Status status = create({.timeout_ms = 5000}).status();
  EXPECT_EQ(reactor.now() - start, 5s);
  EXPECT_EQ(infoOf(status).code, ErrorCode::kTableUnavailable);
  EXPECT_TRUE(mayHaveExecuted(status));
  EXPECT_THAT(toStd(status.message()),
              AllOf(HasSubstr("createTable \"t\" succeeded, but the table is not usable yet"),
                    HasSubstr("of its 4 partitions 3 have a primary")));
}

TEST_F(AdminTest, ACreationUnderWayIsAwaitedIfTheTableMayExist) {
  int questions = 0;
  answer([&questions](const auto&) {
    wire::configuration_create_app_response busy;
    busy.err = ServerError::kBusyCreating;
    return ++questions < 4 ? encoded(busy) : encoded(created(7));
  });
  EXPECT_FALSE(create({.wait = false}).ok());
  EXPECT_EQ(questions, 1);
  const TimePoint start = reactor.now();
  EXPECT_EQ(*create({.success_if_exists = true, .wait = false}), 7);
  EXPECT_EQ(questions, 4);
  EXPECT_GE(reactor.now() - start, 2 * limits::kTableReadyPause);
}

TEST_F(AdminTest, AChangeThatIsCancelledIsNotSentAgain) {
  meta.script = [](const auto&) {};
  boost::asio::cancellation_signal cancel;
  std::optional<absl::Status> dropped;
  admin.asyncDropTable(
      "t", {.success_if_not_exists = true},
      boost::asio::bind_cancellation_slot(
          cancel.slot(), [&dropped](const absl::Status& status) { dropped = status; }));
  reactor.runFor(10ms);
  ASSERT_EQ(meta.requests.size(), 1U);
  cancel.emit(boost::asio::cancellation_type::terminal);
  reactor.runFor(10ms);
  ASSERT_TRUE(dropped.has_value());
  EXPECT_EQ(infoOf(*dropped).code, ErrorCode::kCancelled);
  EXPECT_TRUE(mayHaveExecuted(*dropped));
  reactor.runFor(60s);
  EXPECT_EQ(meta.requests.size(), 1U);
}

TEST_F(AdminTest, AChangeThatIsNotAnsweredMayHaveBeenMadeAReadNot) {
  meta.script = [](const auto&) {};
  const auto change = run<absl::Status>([&](auto handler) {
    admin.asyncSetTableEnvs("t", {{"k", "v"}}, {}, handler);
  });
  EXPECT_EQ(infoOf(change).code, ErrorCode::kMetaUnavailable);
  EXPECT_TRUE(mayHaveExecuted(change));
  const auto read = run<absl::StatusOr<std::vector<NodeInfo>>>(
      [&](auto handler) { admin.asyncListNodes({}, handler); });
  EXPECT_EQ(infoOf(read.status()).code, ErrorCode::kMetaUnavailable);
  EXPECT_FALSE(mayHaveExecuted(read.status()));
}

TEST_F(AdminTest, CreateNeedNotWait) {
  always(created(9));
  EXPECT_EQ(*create({.wait = false}), 9);
  EXPECT_EQ(meta.requests.size(), 1U);
}

TEST_F(AdminTest, ANewNameIsCheckedBeforeAnythingIsSent) {
  for (const std::string_view name : {"", "bad name!", "a/b", "\xc3\xa4"}) {
    const absl::Status status = create({}, name).status();
    EXPECT_EQ(infoOf(status).code, ErrorCode::kInvalidArgument) << name;
  }
  const absl::Status renamed = run<absl::Status>(
      [&](auto handler) { admin.asyncRenameTable("old", "not good", {}, handler); });
  EXPECT_EQ(infoOf(renamed).code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(toStd(renamed.message()), HasSubstr("\"not good\""));
  EXPECT_TRUE(meta.requests.empty());
}

TEST_F(AdminTest, ATimeOutMustBePositive) {
  for (const double timeout : {0.0, -1.0, 1e12}) {
    EXPECT_EQ(infoOf(create({.timeout_ms = timeout}).status()).code, ErrorCode::kInvalidArgument);
  }
  EXPECT_TRUE(meta.requests.empty());
}

TEST_F(AdminTest, AnErrorHasTheNameOfTheServersCodeAndItsHint) {
  wire::configuration_rename_app_response response;
  response.err = ServerError::kInvalidParameters;
  response.hint_message = "new name is taken";
  always(response);
  const absl::Status status =
      run<absl::Status>([&](auto handler) { admin.asyncRenameTable("a", "b", {}, handler); });
  EXPECT_EQ(infoOf(status).code, ErrorCode::kRefused);
  EXPECT_EQ(infoOf(status).server_error, "ERR_INVALID_PARAMETERS");
  EXPECT_THAT(toStd(status.message()),
              AllOf(HasSubstr("renameTable \"a\""), HasSubstr("new name is taken")));
}

TEST_F(AdminTest, ABrokenConnectionLeavesTheOutcomeOfACreationUnknown) {
  meta.script = [this](const auto&) { meta.stop(); };
  const absl::Status status = create().status();
  EXPECT_EQ(infoOf(status).code, ErrorCode::kOutcomeUnknown);
  EXPECT_TRUE(mayHaveExecuted(status));
  EXPECT_EQ(meta.requests.size(), 1U);
}

TEST_F(AdminTest, ACreationThatMayRunTwiceIsRepeated) {
  meta.script = [this](const auto& request) {
    if (meta.requests.size() == 1) return meta.stop();
    meta.reply(request, encoded(created(3)));
  };
  std::optional<absl::StatusOr<int>> id;
  admin.asyncCreateTable("t", {.success_if_exists = true, .wait = false},
                         [&id](absl::StatusOr<int> result) { id = std::move(result); });
  reactor.runFor(50ms);
  meta.start();
  EXPECT_TRUE(reactor.runUntil([&id] { return id.has_value(); }, 10s));
  EXPECT_EQ(**id, 3);
}

TEST_F(AdminTest, DropSaysHowLongTheTableCanBeRecalled) {
  wire::configuration_drop_app_response response;
  response.err = ServerError::kOk;
  always(response);
  EXPECT_THAT(run<absl::Status>([&](auto handler) {
                admin.asyncDropTable("bad name!", {.reserve_seconds = 60}, handler);
              }),
              IsOk())
      << "a table that has such a name can be dropped";
  EXPECT_THAT(run<absl::Status>([&](auto handler) { admin.asyncDropTable("t", {}, handler); }),
              IsOk());
  EXPECT_EQ(sent<wire::configuration_drop_app_request>(0).options.reserve_seconds, 60);
  EXPECT_FALSE(sent<wire::configuration_drop_app_request>(1).options.__isset.reserve_seconds);
}

TEST_F(AdminTest, ListsTablesByStatusAndName) {
  wire::configuration_list_apps_response response;
  response.err = ServerError::kOk;
  const auto add = [&response](int id, std::string_view name, wire::app_status::type status) {
    wire::app_info info;
    info.app_id = id;
    info.app_name = std::string(name);
    info.status = status;
    info.partition_count = 8;
    info.max_replica_count = 3;
    info.envs = {{"default_ttl", "5"}};
    response.infos.push_back(info);
  };
  add(3, "users_old", wire::app_status::AS_DROPPED);
  add(2, "users", wire::app_status::AS_AVAILABLE);
  add(1, "events", wire::app_status::AS_AVAILABLE);
  always(response);
  const auto names = [this](const ListTablesOptions& options) {
    std::vector<std::string> result;
    const auto tables = run<absl::StatusOr<std::vector<TableInfo>>>(
        [&](auto handler) { admin.asyncListTables(options, handler); });
    for (const TableInfo& table : *tables) result.push_back(table.name);
    return result;
  };
  EXPECT_THAT(names({}), ElementsAre("events", "users"));
  EXPECT_THAT(names({.status = std::nullopt}), ElementsAre("events", "users", "users_old"));
  EXPECT_THAT(names({.status = TableStatus::kDropped}), ElementsAre("users_old"));
  EXPECT_THAT(names({.name = Filter::prefix("us")}), ElementsAre("users"));

  const auto envs = run<absl::StatusOr<Admin::Envs>>(
      [&](auto handler) { admin.asyncTableEnvs("users", {}, handler); });
  EXPECT_THAT(*envs, ElementsAre(Pair("default_ttl", "5")));
  const auto none = run<absl::StatusOr<Admin::Envs>>(
      [&](auto handler) { admin.asyncTableEnvs("users_old", {}, handler); });
  EXPECT_EQ(infoOf(none.status()).code, ErrorCode::kTableNotFound);
}

TEST_F(AdminTest, ChangesEnvs) {
  wire::configuration_update_app_env_response response;
  response.err = ServerError::kOk;
  always(response);
  const auto change = [this](auto start) { return run<absl::Status>(start); };
  EXPECT_THAT(change([&](auto handler) {
                admin.asyncSetTableEnvs("t", {{"b", "2"}, {"a", "1"}}, {}, handler);
              }),
              IsOk());
  EXPECT_THAT(change([&](auto handler) { admin.asyncDeleteTableEnvs("t", {"a"}, {}, handler); }),
              IsOk());
  EXPECT_THAT(change([&](auto handler) { admin.asyncClearTableEnvs("t", "", {}, handler); }),
              IsOk());
  using Request = wire::configuration_update_app_env_request;
  EXPECT_THAT(sent<Request>(0).keys, ElementsAre("a", "b"));
  EXPECT_THAT(sent<Request>(0).values, ElementsAre("1", "2"));
  EXPECT_THAT(sent<Request>(1).keys, ElementsAre("a"));
  EXPECT_FALSE(sent<Request>(1).__isset.values);
  EXPECT_TRUE(sent<Request>(2).__isset.clear_prefix);
  EXPECT_FALSE(change([&](auto handler) { admin.asyncSetTableEnvs("t", {}, {}, handler); }).ok());
}

TEST_F(AdminTest, ASplitThatIsNotUnderWayIsNoError) {
  wire::query_split_response response;
  response.err = ServerError::kInvalidState;
  always(response);
  const auto ask = [this] {
    return run<absl::StatusOr<std::optional<SplitInfo>>>(
        [&](auto handler) { admin.asyncQuerySplit("t", {}, handler); });
  };
  EXPECT_EQ(ask()->has_value(), false);
  response.err = ServerError::kOk;
  response.new_partition_count = 8;
  response.status = {{1, wire::split_status::PAUSED}};
  always(response);
  const auto split = ask();
  EXPECT_EQ((*split)->new_partitions, 8);
  EXPECT_THAT((*split)->parents, ElementsAre(Pair(1, SplitState::kPaused)));
}

TEST_F(AdminTest, TellsWhereThePartitionsAre) {
  always(tableConfig(7, 2));
  const auto table = run<absl::StatusOr<TablePartitions>>(
      [&](auto handler) { admin.asyncPartitions("t", {}, handler); });
  ASSERT_THAT(table, IsOk());
  EXPECT_EQ(table->app_id, 7);
  ASSERT_EQ(table->partitions.size(), 2U);
  EXPECT_EQ(table->partitions[1].primary, "10.0.2.2:34801");
  EXPECT_THAT(table->partitions[1].secondaries, ElementsAre("10.0.2.3:34801", "10.0.2.1:34801"));
}

TEST_F(AdminTest, ClosingEndsWhatIsUnderWay) {
  std::optional<absl::StatusOr<int>> id;
  admin.asyncCreateTable("t", {}, [&id](absl::StatusOr<int> result) { id = std::move(result); });
  reactor.runFor(1ms);
  core->refuseNewCalls();
  core->closeShard(0);
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(infoOf(id->status()).code, ErrorCode::kClosed);
  // There is no loop any more: Asio's own threads bring the news.
  const absl::StatusOr<int> late = admin.asyncCreateTable("t", {}, boost::asio::use_future).get();
  EXPECT_EQ(infoOf(late.status()).code, ErrorCode::kClosed);
}

}  // namespace
}  // namespace bridle::internal
