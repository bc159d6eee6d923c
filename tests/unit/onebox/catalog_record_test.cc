// A cluster with a data directory, ended and started again.

#include "onebox/catalog_record.h"

#include <signal.h>
#include <sys/resource.h>

#include <filesystem>
#include <optional>

#include "onebox/split/splits.h"
#include "onebox/store/rocks_storage.h"
#include "onebox_fixture.h"
#include "support/temp_dir.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

constexpr std::int64_t kNow = 1'700'000'000;

class CatalogRecordTest : public testing::Test {
 protected:
  CatalogRecordTest() { reopen(); }

  void reopen() {
    catalog_.reset();
    storage_.reset();
    auto storage = openRocksStorage(folder_.path());
    ASSERT_THAT(storage, IsOk());
    storage_ = *std::move(storage);
    catalog_.emplace(PartitionHost{.storage = *storage_, .reactor = reactor_}, 3);
    ASSERT_THAT(restoreCatalog(*storage_, folder_.path(), *catalog_), IsOk());
  }

  void saveAndReopen() {
    saveCatalog(*catalog_, *storage_);
    reopen();
  }

  Table& create(const std::string& name, const Envs& envs = {}) {
    catalog_->create({.name = name, .partitions = 4, .replicas = 3, .envs = envs},
                     /*success_if_exist=*/false, kNow);
    return *catalog_->find(name);
  }

  test::TempDir folder_;
  SimReactor reactor_;
  std::unique_ptr<Storage> storage_;
  std::optional<Catalog> catalog_;
};

TEST_F(CatalogRecordTest, TablesComeBackAsTheyWere) {
  const std::string odd_name("\xff\0 name", 7);
  create(odd_name, {{"default_ttl", "60"}, {"odd\xfe", std::string("\0", 1)}});
  create("gone");
  catalog_->drop("gone", false, 3600, kNow + 1);
  catalog_->setReplicas(1, 2);
  catalog_->find(1)->partitions[2].movePrimary();
  catalog_->find(1)->partitions[3].write({});
  saveAndReopen();

  const Table* const table = catalog_->find(odd_name);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->id, 1);
  EXPECT_EQ(table->spec.envs.size(), 2U);
  EXPECT_EQ(table->spec.envs.at("odd\xfe"), std::string("\0", 1));
  EXPECT_EQ(table->rules.default_ttl, 60U);
  EXPECT_EQ(table->spec.replicas, 2);
  EXPECT_EQ(table->create_second, kNow);
  EXPECT_EQ(table->partitions[2].config().primary, 0);
  EXPECT_EQ(table->partitions[2].config().ballot, 3);
  EXPECT_EQ(table->partitions[3].decree(), 1);
  EXPECT_EQ(catalog_->find("gone"), nullptr);
  EXPECT_EQ(catalog_->tables().at(2).drop_second, kNow + 1);
  EXPECT_EQ(catalog_->tables().at(2).expire_second, kNow + 3601);
}

TEST_F(CatalogRecordTest, WhatIsSavedTwiceIsTheSame) {
  Table& table = create("t", {{"k", "v"}});
  Splits splits(reactor_, *catalog_, [] {});
  splits.start(table, Splits::Pace::kByHand);
  splits.finishHandOver(table, 1);
  saveCatalog(*catalog_, *storage_);
  const SavedTables before = storage_->saved();
  reopen();
  saveCatalog(*catalog_, *storage_);
  EXPECT_EQ(storage_->saved().tables, before.tables);
}

TEST_F(CatalogRecordTest, RestartsAreCounted) {
  EXPECT_EQ(catalog_->restarts(), 0U);
  saveAndReopen();
  EXPECT_EQ(catalog_->restarts(), 1U);
  saveAndReopen();
  EXPECT_EQ(catalog_->restarts(), 2U);
}

TEST_F(CatalogRecordTest, ADroppedTableCanBeRecalledWithItsRecords) {
  create("t").partitions[0].write(std::array{Change{.key = "k", .value = "v"}});
  catalog_->drop("t", false, 3600, kNow);
  saveAndReopen();
  EXPECT_EQ(catalog_->recall(1, "again", kNow + 1), ServerError::kOk);
  Record record;
  EXPECT_TRUE(catalog_->find("again")->partitions[0].copyAt(0).get("k", 0, record));
}

TEST_F(CatalogRecordTest, TheRecordsOfATableGoWithIt) {
  create("t").partitions[0].write({});
  saveCatalog(*catalog_, *storage_);
  catalog_->drop("t", false, 0, kNow);
  saveAndReopen();
  EXPECT_TRUE(catalog_->tables().empty());
  EXPECT_EQ(storage_->open({.app_id = 1, .index = 0})->decree(), 0);
  EXPECT_EQ(create("next").id, 2);
}

TEST_F(CatalogRecordTest, ADefaultTtlOutlivesItsEnv) {
  Table& table = create("t", {{"default_ttl", "60"}});
  table.spec.envs.clear();
  table.applyEnvs();
  saveAndReopen();
  EXPECT_EQ(catalog_->find("t")->rules.default_ttl, 60U);
}

TEST_F(CatalogRecordTest, ASplitGoesOnWhereItWas) {
  Table& table = create("t");
  {
    Splits splits(reactor_, *catalog_, [] {});
    splits.start(table, Splits::Pace::kByItself);
    splits.finishHandOver(table, 1);
    splits.turn(*table.split, std::array{3}, Split::Status::kPaused);
  }
  saveAndReopen();
  Table& restored = *catalog_->find("t");
  ASSERT_TRUE(restored.split.has_value());
  EXPECT_EQ(restored.spec.partitions, 8);
  EXPECT_THAT(restored.split->children, ElementsAre(testing::Key(5)));

  Splits splits(reactor_, *catalog_, [] {});
  splits.resume();
  reactor_.runFor(60s);
  ASSERT_TRUE(restored.split.has_value());
  EXPECT_THAT(restored.split->parents, ElementsAre(testing::Key(3)));
  splits.turn(*restored.split, std::array{3}, Split::Status::kSplitting);
  reactor_.runFor(60s);
  EXPECT_FALSE(restored.split.has_value());
  EXPECT_EQ(restored.partitions.size(), 8U);
}

TEST_F(CatalogRecordTest, AnotherNumberOfServersIsRefused) {
  saveCatalog(*catalog_, *storage_);
  Catalog other({.storage = *storage_, .reactor = reactor_}, 5);
  EXPECT_THAT(restoreCatalog(*storage_, "/data", other),
              FailsWith(StatusCode::kFailedPrecondition,
                        testing::AllOf(HasSubstr("/data"), HasSubstr("3 replica servers, not 5"))));
}

TEST_F(CatalogRecordTest, ADamagedRecordIsTold) {
  for (const char* const bytes : {"nonsense", "\xa0"}) {
    storage_->save({.cluster = bytes, .tables = {}});
    EXPECT_THAT(restoreCatalog(*storage_, "/data", *catalog_),
                FailsWith(StatusCode::kFailedPrecondition, HasSubstr("cannot be read")));
  }
}

// While it lives no file grows, as on a full disk.
class FullDisk {
 public:
  FullDisk() {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit none = before_;
    none.rlim_cur = 1;
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  const sighandler_t handler_ = ::signal(SIGXFSZ, SIG_IGN);
  rlimit before_{};
};

class DurableClusterTest : public OneboxTest {
 protected:
  DurableClusterTest() {
    options_.data_dir = folder_.path();
    options_.on_notice = [this](std::string_view line) { notices_.emplace_back(line); };
  }

  void restart() {
    clients_.clear();
    cluster_.reset();
    auto cluster = Cluster::start(network_.host(metaAt(0).ipv4), options_);
    ASSERT_THAT(cluster, IsOk());
    cluster_ = *std::move(cluster);
  }

  test::TempDir folder_;
  std::vector<std::string> notices_;
};

TEST_F(DurableClusterTest, ServesWhatItHad) {
  put(kKey, "v");
  restart();
  EXPECT_EQ(get(kKey).value.bytes, "v");
  const auto written = primary().call(putFrame(kKey, "w")).as<wire::update_response>();
  EXPECT_EQ(written.decree, 2);
}

TEST_F(DurableClusterTest, ServersThatWereStoppedAreBackAndBallotsGrow) {
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  restart();
  const PartitionConfig& config = cluster_->partition("t", 0)->config();
  EXPECT_EQ(config.primary, 1);
  EXPECT_THAT(config.secondaries, ElementsAre(2, 0));
  EXPECT_EQ(config.ballot, 3);
}

TEST_F(DurableClusterTest, AMetaCallIsSavedBeforeItsAnswer) {
  wire::configuration_drop_app_request request;
  request.app_name = "t";
  const auto dropped = meta()
                           .call(metaFrame(rpc_names::kDropApp, request))
                           .as<wire::configuration_drop_app_response>();
  EXPECT_EQ(dropped.err.name, "ERR_OK");
  restart();
  EXPECT_EQ(cluster_->partition("t", 0), nullptr);
}

// As with the production server, whose level at the start is an option.
TEST_F(DurableClusterTest, ALevelOfTheMetaServersIsForTheProcessOnly) {
  using Level = wire::meta_function_level;
  const auto control = [this](Level::type level) {
    wire::configuration_meta_control_request request;
    request.level = level;
    return meta()
        .call(metaFrame(rpc_names::kControlMeta, request))
        .as<wire::configuration_meta_control_response>()
        .old_level;
  };
  control(Level::fl_freezed);
  EXPECT_EQ(control(Level::fl_invalid), Level::fl_freezed);
  restart();
  EXPECT_EQ(control(Level::fl_invalid), Level::fl_lively);
}

TEST_F(DurableClusterTest, NothingIsAcknowledgedThatCouldNotBeStored) {
  put(kKey, "stored");
  std::optional<FullDisk> full(std::in_place);
  const auto refused = primary().call(putFrame(kKey, "lost"));
  full.reset();
  EXPECT_EQ(refused.error, "ERR_FILE_OPERATION_FAILED");
  EXPECT_EQ(primary().call(putFrame(kKey, "later")).error, "ERR_FILE_OPERATION_FAILED");
  EXPECT_EQ(meta().call(queryFrame("t")).error, "ERR_FILE_OPERATION_FAILED");
  const auto is_told = FailsWith(StatusCode::kUnavailable, HasSubstr(folder_.path()));
  EXPECT_THAT(cluster_->createTable({.name = "new", .partitions = 1}), is_told);
  EXPECT_THAT(cluster_->movePrimary("t", 0), is_told);
  EXPECT_THAT(cluster_->stopReplica(2), is_told);
  EXPECT_THAT(cluster_->dropTable("new"), is_told);
  restart();
  EXPECT_EQ(get(kKey).value.bytes, "stored");
}

TEST_F(DurableClusterTest, ADiskThatFailsIsToldOnce) {
  EXPECT_THAT(cluster_->storageStatus(), IsOk());
  std::optional<FullDisk> full(std::in_place);
  primary().exchange(putFrame(kKey, "lost"));
  full.reset();
  reactor_.runFor(10s);
  EXPECT_THAT(cluster_->storageStatus(), FailsWith(StatusCode::kUnavailable, HasSubstr("full")));
  EXPECT_THAT(notices_, ElementsAre(HasSubstr(folder_.path())));
}

TEST_F(DurableClusterTest, ADirectoryThatIsGoneIsToldWithoutAnyRequest) {
  std::filesystem::rename(folder_.path(), folder_.path() + "-moved");
  EXPECT_THAT(notices_, IsEmpty());
  reactor_.runFor(2s);
  EXPECT_THAT(notices_, ElementsAre(HasSubstr("removed or replaced")));
  EXPECT_EQ(meta().call(queryFrame("t")).error, "ERR_FILE_OPERATION_FAILED");
  cluster_.reset();
  std::filesystem::remove_all(folder_.path() + "-moved");
}

TEST_F(DurableClusterTest, ASplitThatTimeBringsForwardIsSaved) {
  EXPECT_THAT(cluster_->splitTable("t"), IsOk());
  EXPECT_THAT(cluster_->handOver("t", 2), IsOk());
  const std::int64_t ballot = cluster_->partition("t", 6)->config().ballot;
  restart();
  ASSERT_NE(cluster_->partition("t", 6), nullptr);
  EXPECT_EQ(cluster_->partition("t", 6)->config().ballot, ballot);
  EXPECT_EQ(cluster_->partition("t", 7), nullptr);
  EXPECT_THAT(cluster_->handOver("t", 3), IsOk());
}

}  // namespace
}  // namespace bridle::internal::onebox
