// conf/client.toml has every option, with the default of the code and its range.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/option_list.h"
#include "bridle/config.h"
#include "config/toml_document.h"
#include "support/status_matchers.h"

namespace bridle::internal {
namespace {

const std::string kPath = std::string(BRIDLE_TEST_DATA) + "/../../conf/client.toml";

template <typename Field>
std::set<std::string> namesOf(std::span<const Field> fields) {
  std::set<std::string> names;
  for (const Field& field : fields) names.emplace(field.name);
  return names;
}

std::set<std::string> keysOf(const TomlNode& section) {
  std::set<std::string> keys;
  for (const TomlEntry& entry : std::get<TomlTable>(section.value)) keys.insert(entry.key);
  return keys;
}

std::vector<std::string> fileLines() {
  std::ifstream file(kPath);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The comment line right above each of the section's keys says what is allowed.
template <typename Field>
void expectRanges(const TomlNode& section, std::span<const Field> fields) {
  const std::vector<std::string> lines = fileLines();
  for (const TomlEntry& entry : std::get<TomlTable>(section.value)) {
    const std::string& comment = lines.at(static_cast<std::size_t>(entry.node.line) - 2);
    EXPECT_THAT(comment, testing::StartsWith("# Allowed: ")) << entry.key;
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& f) { return f.name == entry.key; });
    ASSERT_NE(field, fields.end()) << entry.key;
    if (field->allowed.most > 0) {
      EXPECT_EQ(comment, "# Allowed: " + field->allowed.describe() + ".") << entry.key;
    }
  }
}

template <typename Options, typename Field>
void expectSame(const Options& read, const Options& defaults, std::span<const Field> fields) {
  for (const Field& field : fields) {
    if (field.name == "meta_servers") continue;
    std::visit([&](auto member) { EXPECT_EQ(read.*member, defaults.*member) << field.name; },
               field.member);
  }
}

TEST(ClientTomlTest, HasTheKeysOfTheCodeAndNoOthers) {
  const absl::StatusOr<TomlTable> document = parseTomlFile(kPath);
  ASSERT_TRUE(document.ok()) << document.status();
  ASSERT_EQ(document->size(), 2U);
  EXPECT_EQ((*document)[0].key, "client");
  EXPECT_EQ(keysOf((*document)[0].node), namesOf(clientOptionList()));
  EXPECT_EQ((*document)[1].key, "table");
  EXPECT_EQ(keysOf((*document)[1].node), namesOf(tableOptionList()));
}

TEST(ClientTomlTest, HasTheDefaultsOfTheCode) {
  const absl::StatusOr<Config> config = loadConfig(kPath);
  ASSERT_TRUE(config.ok()) << config.status();
  expectSame(config->client, ClientOptions{}, clientOptionList());
  expectSame(config->table, TableOptions{}, tableOptionList());
  EXPECT_THAT(config->client.meta_servers, testing::ElementsAre("127.0.0.1:34601"));
  EXPECT_THAT(validate(config->client), test::IsOk());
}

TEST(ClientTomlTest, SaysAboveEachKeyWhatIsAllowed) {
  const absl::StatusOr<TomlTable> document = parseTomlFile(kPath);
  ASSERT_TRUE(document.ok()) << document.status();
  expectRanges((*document)[0].node, clientOptionList());
  expectRanges((*document)[1].node, tableOptionList());
}

}  // namespace
}  // namespace bridle::internal
