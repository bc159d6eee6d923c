#include "bridle/config.h"

#include <filesystem>
#include <iterator>

#include "support/status_matchers.h"
#include "support/temp_dir.h"

namespace bridle {
namespace {

using absl::StatusCode;
using test::FailsWith;
using testing::ElementsAre;
using testing::HasSubstr;

struct BadFile {
  const char* toml;
  const char* error;
};

class ConfigTest : public testing::Test {
 protected:
  absl::StatusOr<Config> load(std::string_view toml) const {
    return loadConfig(dir_.write("c.toml", toml));
  }

  // Errors begin with the path: this is the rest.
  std::string error(std::string_view toml) const {
    const absl::StatusOr<Config> config = load(toml);
    if (config.ok()) return "it was accepted";
    EXPECT_EQ(config.status().code(), StatusCode::kInvalidArgument);
    const std::string message(config.status().message());
    EXPECT_TRUE(message.starts_with(dir_.path() + "/c.toml:")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(dir_.path().size() + 1);
  }

  test::TempDir dir_;
};

TEST_F(ConfigTest, AnEmptyFileGivesTheDefaults) {
  const absl::StatusOr<Config> config = load("");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_TRUE(config->client.meta_servers.empty());
  EXPECT_EQ(config->client.operation_timeout_ms, ClientOptions{}.operation_timeout_ms);
  EXPECT_EQ(config->table.backup_request_ms, 0);
  EXPECT_TRUE(config->tables.empty());
}

TEST_F(ConfigTest, ReadsEveryKindOfValue) {
  const absl::StatusOr<Config> config = load(R"(
[client]
meta_servers = ["meta-1.example:34601",
                '10.0.0.2:34601']      # a comment
operation_timeout_ms = 250.5
connect_timeout_ms = 3_000
event_loops = 0x10
seed = 9223372036854775807
)");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_THAT(config->client.meta_servers, ElementsAre("meta-1.example:34601", "10.0.0.2:34601"));
  EXPECT_EQ(config->client.operation_timeout_ms, 250.5);
  EXPECT_EQ(config->client.connect_timeout_ms, 3000);
  EXPECT_EQ(config->client.event_loops, 16);
  EXPECT_EQ(config->client.seed, 9223372036854775807ULL);
  EXPECT_EQ(config->client.session_reset_ms, ClientOptions{}.session_reset_ms);
}

TEST_F(ConfigTest, ATableTakesOverWhatItsSectionLeavesOut) {
  const absl::StatusOr<Config> config = load(R"(
[tables.hot]
backup_request_ms = 2.5
[tables."with.dot"]
backup_request_max_ratio = 1
[table]
backup_request_ms = 10
operation_timeout_ms = 50
)");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->forTable("hot").backup_request_ms, 2.5);
  EXPECT_EQ(config->forTable("hot").operation_timeout_ms, 50);
  EXPECT_EQ(config->forTable("with.dot").backup_request_ms, 10);
  EXPECT_EQ(config->forTable("with.dot").backup_request_max_ratio, 1);
  EXPECT_EQ(config->forTable("any other").backup_request_ms, 10);
  EXPECT_EQ(config->forTable("").operation_timeout_ms, 50);
}

constexpr BadFile kBadFiles[] = {
    {"[table]\n\nbackup_reqest_ms = 5\n",
     "c.toml:3: unknown key \"backup_reqest_ms\" in [table]; did you mean "
     "\"backup_request_ms\"?"},
    {"[tables.t]\nbackup-request-ms = 5\n",
     "c.toml:2: unknown key \"backup-request-ms\" in [tables.t]; did you mean "
     "\"backup_request_ms\"?"},
    {"[table]\nfoo = 1\n",
     "c.toml:2: unknown key \"foo\" in [table]; known are backup_request_ms, "
     "backup_request_max_ratio, operation_timeout_ms, backup_requests_for_batch_get, "
     "backup_requests_for_sort_key_count, max_hash_key_bytes, max_sort_key_bytes, "
     "max_value_bytes, max_entries_per_write, max_write_bytes, compress_values"},
    {"[clint]\n", "c.toml:1: unknown section [clint]; did you mean \"client\"?"},
    {"[cluster]\n", "c.toml:1: unknown section [cluster]; known are client, table, tables"},
    {"[[tabel]]\n", "c.toml:1: unknown section [tabel]; did you mean \"table\"?"},
    {"\nseed = 1\n",
     "c.toml:2: key \"seed\" stands outside of a section; put it below one of [client], "
     "[table], [tables]"},
    {"client = 1\n", "c.toml:1: [client] is a whole number; write its keys below a line [client]"},
    {"[[client]]\n", "c.toml:1: [client] is a list; write its keys below a line [client]"},
    {"[tables]\nbackup_request_ms = 5\n",
     "c.toml:2: key \"backup_request_ms\" stands in [tables]; options of every table stand in "
     "[table], those of one table in [tables.NAME]"},
    {"[client]\noperation_timeout_ms = 0\n",
     "c.toml:2: [client] operation_timeout_ms = 0 is out of range; allowed: more than 0, at most "
     "86400000"},
    {"[client]\noperation_timeout_ms = nan\n",
     "c.toml:2: [client] operation_timeout_ms = nan is out of range; allowed: more than 0, at "
     "most 86400000"},
    {"[client]\noperation_timeout_ms = 1e999\n",
     "c.toml:2: [client] operation_timeout_ms = 1.79769e+308 is out of range; allowed: more than "
     "0, at most 86400000"},
    {"[client]\noperation_timeout_ms = \"1s\"\n",
     "c.toml:2: [client] operation_timeout_ms is a string; write a number, more than 0, at most "
     "86400000"},
    {"[client]\noperation_timeout_ms = 2024-01-01\n",
     "c.toml:2: [client] operation_timeout_ms is a date or a time; write a number, more than 0, "
     "at most 86400000"},
    {"[client]\nevent_loops = 1.5\n",
     "c.toml:2: [client] event_loops is a number with a fraction; write a whole number, at least "
     "1, at most 64"},
    {"[client]\nevent_loops = 4294967297\n",
     "c.toml:2: [client] event_loops = 4294967297 is out of range; allowed: at least 1, at most "
     "64"},
    {"[client]\nseed = -1\n",
     "c.toml:2: [client] seed is no seed; write a whole number from 0 to 9223372036854775807"},
    {"[client]\nseed = 9223372036854775808\n",
     "c.toml:2: [client] seed is no seed; write a whole number from 0 to 9223372036854775807"},
    {"[client]\nmeta_servers = []\n",
     "c.toml:2: [client] meta_servers is empty; name at least one server, as in meta_servers = "
     "[\"127.0.0.1:34601\"]"},
    {"[client]\nmeta_servers = \"127.0.0.1:34601\"\n",
     "c.toml:2: [client] meta_servers is a string; write a list such as [\"127.0.0.1:34601\"]"},
    {"[client]\nmeta_servers = [34601]\n",
     "c.toml:2: [client] an entry of meta_servers is a whole number; write a list such as "
     "[\"127.0.0.1:34601\"]"},
    {"[client]\nmeta_servers = [\"localhost\"]\n",
     "c.toml:2: [client] meta_servers[0]: bad address \"localhost\": no port; write host:port"},
    {"[client]\n\"se\\ned\" = 1\n",
     "c.toml:2: unknown key \"se?ed\" in [client]; did you mean \"seed\"?"},
};

TEST_F(ConfigTest, A79_BadFilesAreRefusedWithLineKeyAndNearestName) {
  for (const auto& c : kBadFiles) EXPECT_EQ(error(c.toml), c.error);
}

constexpr BadFile kBrokenFiles[] = {
    {"[client\nseed = 1\n", "c.toml:1: broken TOML: an invalid key appeared. (is not a valid key)"},
    {"[client]\nseed 1\n",
     "c.toml:2: broken TOML: missing key-value separator `=` (should be `=`)"},
    {"[client]\nseed = 1 2\n",
     "c.toml:2: broken TOML: invalid line format (expected newline, but got '2'.)"},
    {"[client]\nseed =\n",
     "c.toml:2: broken TOML: missing value after key-value separator '=' (expected value, but "
     "got "
     "nothing)"},
    {"[client]\n\nmeta_servers = [\"a:1\n",
     "c.toml:3: broken TOML: value having invalid format appeared in an array (it is not a valid "
     "value.)"},
    {"[client]\nseed = tru\n", "c.toml:2: broken TOML: the next token is not a boolean"},
    {"[client]\nseed = 1\nseed = 2\n",
     "c.toml:3: broken TOML: value (\"seed\") already exists. (value defined twice)"},
    {"[client]\n[table]\n[client]\n",
     "c.toml:3: broken TOML: table (\"client\") already exists. (table defined twice)"},
    {"[client]\nseed = \"\"\"1\n\"\"\"\n",
     "c.toml:2: no multi-line strings, please: write the text in one line"},
};

TEST_F(ConfigTest, BrokenTomlIsExplainedInOneLine) {
  for (const auto& c : kBrokenFiles) EXPECT_EQ(error(c.toml), c.error);
}

TEST_F(ConfigTest, DeepNestingIsRefusedBeforeItCanExhaustTheStack) {
  constexpr std::string_view kTooDeep =
      "nested too deeply; at most 64 brackets in brackets, or parts of a dotted key";
  EXPECT_EQ(error("[client]\nseed = " + std::string(4'000, '[')),
            "c.toml:2: " + std::string(kTooDeep));
  EXPECT_THAT(error(std::string(4'000, '{')), HasSubstr(std::string(kTooDeep)));
  std::string dotted = "[a";
  for (int i = 0; i < 1'000; ++i) dotted += ".a";
  EXPECT_THAT(error(dotted + "]\n"), HasSubstr(std::string(kTooDeep)));
  std::string line_by_line = "x = [\n";
  for (int i = 0; i < 100; ++i) line_by_line += "['\\]', \"\\\"]]\", # ]\n";
  EXPECT_THAT(error(line_by_line), HasSubstr(std::string(kTooDeep)));
}

TEST_F(ConfigTest, LongLinesAreRefused) {
  EXPECT_TRUE(load(std::string(4096, '#')).ok());
  EXPECT_EQ(error("\n" + std::string(4097, '#')), "c.toml:2: the line is longer than 4096 bytes");
}

TEST_F(ConfigTest, OnlyUtf8TextIsRead) {
  EXPECT_EQ(error("[client]\n# caf\xe9\n"), "c.toml:2: this is not UTF-8 text");
  EXPECT_EQ(error("'\xb4'"), "c.toml:1: this is not UTF-8 text");
  EXPECT_TRUE(load("# caf\xc3\xa9\n[tables.'\xe8\xa1\xa8']\n").ok());
}

TEST_F(ConfigTest, BracketsInStringsAndCommentsAreNoNesting) {
  std::string toml = "# " + std::string(1000, '[') + "\n[tables.'" + std::string(100, '[') + "']\n";
  EXPECT_TRUE(load(toml).ok()) << load(toml).status();
}

TEST_F(ConfigTest, FilesThatCannotBeReadAreNamed) {
  const std::string missing = dir_.path() + "/missing.toml";
  EXPECT_THAT(loadConfig(missing), FailsWith(StatusCode::kNotFound, HasSubstr(missing)));
  EXPECT_THAT(loadConfig(dir_.path()),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("is a directory")));
  EXPECT_THAT(load(std::string(70'000, '#')),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("at most 65536 bytes")));
}

std::ptrdiff_t openFiles() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

TEST_F(ConfigTest, A72_LoadingKeepsNothingOpen) {
  const std::ptrdiff_t before = openFiles();
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(load("[client]\nseed = 1\n").ok());
    EXPECT_FALSE(load("[client]\nsed = 1\n").ok());
    EXPECT_FALSE(load("[client\n").ok());
  }
  EXPECT_EQ(openFiles(), before);
}

// Reads 1.5 as fifteen, as a German does.
struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST_F(ConfigTest, TheLocaleOfTheProgramChangesNothing) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new DecimalComma));
  const absl::StatusOr<Config> config = load("[table]\nbackup_request_ms = 1.5\n");
  std::locale::global(before);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->table.backup_request_ms, 1.5);
}

}  // namespace
}  // namespace bridle
