#include "config/onebox_config.h"

#include <boost/pfr.hpp>

#include "config/onebox_value.h"
#include "config/toml_document.h"
#include "support/status_matchers.h"
#include "support/temp_dir.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::FailsWith;
using testing::HasSubstr;

const std::string kPath = std::string(BRIDLE_TEST_DATA) + "/../../conf/onebox.toml";

struct BadFile {
  const char* toml;
  const char* error;
};

class OneboxConfigTest : public testing::Test {
 protected:
  absl::StatusOr<OneboxConfig> load(std::string_view toml) const {
    return loadOneboxConfig(dir_.write("o.toml", toml));
  }

  std::string error(std::string_view toml) const {
    const absl::StatusOr<OneboxConfig> config = load(toml);
    if (config.ok()) return "it was accepted";
    return std::string(config.status().message()).substr(dir_.path().size() + 1);
  }

  test::TempDir dir_;
};

TEST_F(OneboxConfigTest, TheExampleHasEveryKey) {
  const absl::StatusOr<TomlTable> document = parseTomlFile(kPath);
  ASSERT_TRUE(document.ok()) << document.status();
  ASSERT_EQ(document->size(), 3U);
  const auto& onebox = std::get<TomlTable>((*document)[0].node.value);
  const auto& read_limits = std::get<TomlTable>((*document)[1].node.value);
  const auto& faults = std::get<TomlArray>((*document)[2].node.value);
  ASSERT_EQ(faults.size(), 1U);
  const auto& fault = std::get<TomlTable>(faults[0].value);
  constexpr std::size_t kSectionsOfTheirOwn = 1;
  EXPECT_EQ(onebox.size(), boost::pfr::tuple_size_v<OneboxOptions> - kSectionsOfTheirOwn);
  EXPECT_EQ(read_limits.size(), boost::pfr::tuple_size_v<OneboxReadLimits>);
  EXPECT_EQ(fault.size(), boost::pfr::tuple_size_v<OneboxFault>);
}

TEST_F(OneboxConfigTest, TheExampleStallsOnePercentOfTheReadsAtPrimaries) {
  const absl::StatusOr<OneboxConfig> config = loadOneboxConfig(kPath);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->options.replicas, 3);
  EXPECT_EQ(config->options.port, 34601);
  ASSERT_EQ(config->options.tables.size(), 1U);
  EXPECT_EQ(config->options.tables[0].name, "usertable");
  EXPECT_EQ(config->options.tables[0].partitions, 8);
  ASSERT_EQ(config->faults.size(), 1U);
  const OneboxFault& fault = config->faults[0];
  EXPECT_EQ(fault.server, std::nullopt);
  EXPECT_EQ(fault.role, OneboxRole::kPrimary);
  EXPECT_EQ(fault.op, OneboxOp::kRead);
  EXPECT_EQ(fault.probability, 0.01);
  EXPECT_EQ(fault.delay_min_ms, 50);
  EXPECT_EQ(fault.delay_max_ms, 200);
  EXPECT_FALSE(fault.drop || fault.ignore || fault.close || fault.empty_ok || fault.garbage);
}

TEST_F(OneboxConfigTest, ReadsWhereRecordsAreAndHowTheyLag) {
  const absl::StatusOr<OneboxConfig> config = load(R"([onebox]
data_dir = "/var/lib/onebox"
replication_lag = "server-like"
group_check_interval_ms = 100000
)");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->options.data_dir, "/var/lib/onebox");
  EXPECT_EQ(config->options.replication_lag, OneboxLag::kServerLike);
  EXPECT_EQ(config->options.group_check_interval_ms, 100'000);
}

TEST_F(OneboxConfigTest, ReadsWhereReadsEnd) {
  const absl::StatusOr<OneboxConfig> config = load(R"(
[read_limits]
scan_records = 3
records_per_ms = 1
)");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->options.read_limits.scan_records, 3);
  EXPECT_EQ(config->options.read_limits.records_per_ms, 1);
  EXPECT_EQ(config->options.read_limits.multi_get_records, OneboxReadLimits{}.multi_get_records);
}

TEST_F(OneboxConfigTest, ReadsFaultsInTheirOrder) {
  const absl::StatusOr<OneboxConfig> config = load(R"(
[[fault]]
server = 2
close = true
[onebox]
seed = 7
[[fault]]
op = "ttl"
error = "ERR_BUSY"
)");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->options.seed, 7U);
  EXPECT_EQ(config->options.replicas, OneboxOptions{}.replicas);
  ASSERT_EQ(config->faults.size(), 2U);
  EXPECT_EQ(config->faults[0].server, 2);
  EXPECT_TRUE(config->faults[0].close);
  EXPECT_EQ(config->faults[1].op, OneboxOp::kTtl);
  EXPECT_EQ(config->faults[1].error, "ERR_BUSY");
  EXPECT_EQ(config->faults[1].probability, 1);
}

constexpr BadFile kBadFiles[] = {
    {"[onebox]\nreplica = 3\n",
     "o.toml:2: unknown key \"replica\" in [onebox]; did you mean \"replicas\"?"},
    {"[onebox]\nreplicas = 33\n",
     "o.toml:2: [onebox] replicas = 33 is out of range; allowed: at least 1, at most 32"},
    {"[onebox]\nport = 65536\n",
     "o.toml:2: [onebox] port = 65536 is out of range; allowed: at least 0, at most 65535"},
    {"[onebox]\ntables = [\"usertable\"]\n",
     "o.toml:2: [onebox] tables: \"usertable\" is no table; write NAME:PARTITIONS, such as "
     "usertable:8, with 1 to 65536 partitions"},
    {"[onebox]\ntables = \"usertable:8\"\n",
     "o.toml:2: [onebox] tables is a string; write a list such as [\"usertable:8\"]"},
    {"[onebox]\ntables = [8]\n",
     "o.toml:2: [onebox] an entry of tables is a whole number; write a list such as "
     "[\"usertable:8\"]"},
    {"[onebox]\nreplication_lag = \"serverlike\"\n",
     "o.toml:2: [onebox] replication_lag = \"serverlike\" is no choice; did you mean "
     "\"server-like\"?"},
    {"[onebox]\ngroup_check_interval_ms = 0\n",
     "o.toml:2: [onebox] group_check_interval_ms = 0 is out of range; allowed: at least 1, at most "
     "3600000"},
    {"[faults]\n", "o.toml:1: unknown section [faults]; did you mean \"fault\"?"},
    {"[fault]\ndrop = true\n", "o.toml:1: a fault is a section of its own below a line [[fault]]"},
    {"fault = [1]\n",
     "o.toml:1: [[fault]] is a whole number; write its keys below a line [[fault]]"},
    {"[[fault]]\nrole = \"primry\"\n",
     "o.toml:2: [[fault]] role = \"primry\" is no choice; did you mean \"primary\"?"},
    {"[[fault]]\nop = \"vacuum\"\n",
     "o.toml:2: [[fault]] op = \"vacuum\" is no choice; known are "},
    {"[[fault]]\npartition = 65536\n",
     "o.toml:2: [[fault]] partition = 65536 is out of range; allowed: at least 0, at most 65535"},
    {"[read_limits]\nscan_records = 0\n",
     "o.toml:2: [read_limits] scan_records = 0 is out of range; allowed: at least 1"},
    {"[[fault]]\nop = 1\n", "o.toml:2: [[fault]] op is a whole number; write a name in quotes"},
    {"[[fault]]\nserver = 32\n",
     "o.toml:2: [[fault]] server = 32 is out of range; allowed: at least 0, at most 31"},
    {"[[fault]]\nprobability = 1.1\n",
     "o.toml:2: [[fault]] probability = 1.1 is out of range; allowed: at least 0, at most 1"},
    {"[[fault]]\ndrop = 1\n", "o.toml:2: [[fault]] drop is a whole number; write true or false"},
    {"[[fault]]\ntable = 1\n",
     "o.toml:2: [[fault]] table is a whole number; write a text in quotes"},
    {"[[fault]]\ndelay_min_ms = 5\n", "o.toml:1: [[fault]] delay_min_ms is more than delay_max_ms"},
    {"[[fault]]\nerror = \"ERR_BUZY\"\n",
     "o.toml:1: [[fault]] error = \"ERR_BUZY\" is no error of a server; did you mean "
     "\"ERR_BUSY\"?"},
};

TEST_F(OneboxConfigTest, A79_BadFilesAreRefusedWithLineKeyAndNearestName) {
  for (const auto& c : kBadFiles) EXPECT_THAT(error(c.toml), testing::StartsWith(c.error));
}

TEST(OneboxFaultTest, IsWrittenInOneLineAsOnACommandLine) {
  const absl::StatusOr<OneboxFault> fault =
      parseOneboxFault("role=\"primary\", probability=0.01, delay_max_ms=5", "--fault");
  ASSERT_TRUE(fault.ok()) << fault.status();
  EXPECT_EQ(fault->role, OneboxRole::kPrimary);
  EXPECT_EQ(fault->probability, 0.01);
  EXPECT_EQ(fault->delay_max_ms, 5);
}

TEST(OneboxFaultTest, MayNameEachOperationAndOnePartition) {
  const std::pair<std::string, OneboxOp> ops[] = {
      {"any", OneboxOp::kAny},
      {"read", OneboxOp::kRead},
      {"write", OneboxOp::kWrite},
      {"get", OneboxOp::kGet},
      {"set", OneboxOp::kSet},
      {"del", OneboxOp::kDel},
      {"ttl", OneboxOp::kTtl},
      {"multi_get", OneboxOp::kMultiGet},
      {"batch_get", OneboxOp::kBatchGet},
      {"sort_key_count", OneboxOp::kSortKeyCount},
      {"get_scanner", OneboxOp::kGetScanner},
      {"scan", OneboxOp::kScan},
      {"clear_scanner", OneboxOp::kClearScanner},
      {"multi_set", OneboxOp::kMultiSet},
      {"multi_del", OneboxOp::kMultiDel},
      {"incr", OneboxOp::kIncr},
      {"check_and_set", OneboxOp::kCheckAndSet},
      {"check_and_mutate", OneboxOp::kCheckAndMutate},
      {"meta", OneboxOp::kMeta},
  };
  EXPECT_EQ(std::size(ops), static_cast<std::size_t>(OneboxOp::kMeta) + 1);
  for (const auto& [name, op] : ops) {
    const absl::StatusOr<OneboxFault> fault =
        parseOneboxFault("op=\"" + name + "\", partition=7, drop=true", "--fault");
    ASSERT_TRUE(fault.ok()) << fault.status();
    EXPECT_EQ(fault->op, op);
    EXPECT_EQ(fault->partition, 7);
  }
}

TEST(OneboxFaultTest, WhatIsNotOneFaultIsRefused) {
  const BadFile cases[] = {
      {"dorp = true", "--fault:1: unknown key \"dorp\" in [[fault]]; did you mean \"drop\"?"},
      {"drop = true}, {close = true", "--fault: \"drop = true}, {close = true\" is not one fault"},
      {"drop = true}]\nx = [{", "--fault: \"drop = true}]\nx = [{\" is not one fault"},
      {"drop",
       "--fault: \"drop\" is not one fault; write one like role=\"primary\", op=\"get\", "
       "drop=true"},
  };
  for (const auto& [written, error] : cases) {
    EXPECT_THAT(parseOneboxFault(written, "--fault"),
                FailsWith(StatusCode::kInvalidArgument, testing::StartsWith(error)));
  }
}

TEST(OneboxTableTest, IsANameAndANumberOfPartitions) {
  const absl::StatusOr<OneboxTable> table = parseOneboxTable("a:b:65536");
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ(table->name, "a:b");
  EXPECT_EQ(table->partitions, 65536);
  for (const char* bad : {"", ":", "t", "t:", ":8", "t:0", "t:-1", "t:65537", "t:8x", "t: 8"}) {
    EXPECT_THAT(parseOneboxTable(bad),
                FailsWith(StatusCode::kInvalidArgument, HasSubstr("write NAME:PARTITIONS")))
        << bad;
  }
}

}  // namespace
}  // namespace bridle::internal
