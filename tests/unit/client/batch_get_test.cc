// What comes of batchGet where the answer is not that to the question.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "bridle/batch_operations.h"
#include "support/status_matchers.h"
#include "unit/client/scripted_client.h"
#include "wire/key_codec.h"
#include "wire/rpc_names.h"

namespace bridle::internal {
namespace {

using test::encoded;
using test::ScriptedClientTest;
namespace rpc_names = wire::rpc_names;
using namespace std::chrono_literals;

// The families of operations of a table without its client.
class TestTable : public BatchOperations {
 public:
  explicit TestTable(std::shared_ptr<detail::TableCore> core) : BatchOperations(std::move(core)) {}
};

class BatchGetTest : public ScriptedClientTest {
 protected:
  using Results = BatchOperations::GetResults;
  using Records = std::vector<std::string>;  // sort keys

  // The server answers each batchGet with these records, and gets of one record as it should.
  void answers(const Records& records, wire::StorageStatus status = wire::StorageStatus::kOk) {
    wire::batch_get_response response;
    response.error = static_cast<std::int32_t>(status);
    for (const std::string& sort_key : records) {
      wire::full_data& record = response.data.emplace_back();
      record.hash_key.bytes = "h";
      record.sort_key.bytes = sort_key;
      record.value.bytes = "batch " + sort_key;
    }
    replica.script = [this, response](const Request& request) {
      if (request.rpc == rpc_names::kBatchGet) return replica.reply(request, encoded(response));
      const std::string raw_key = *wire::decodeBlobArgs(request.args);
      wire::read_response single;
      single.value.bytes = "single " + std::string(wire::splitRawKey(raw_key)->sort_key);
      replica.reply(request, encoded(single));
    };
  }

  // What comes of a, b, c and d.
  std::vector<std::string> get() {
    std::optional<Results> results;
    TestTable(table).asyncBatchGet({{"h", "a"}, {"h", "b"}, {"h", "c"}, {"h", "d"}},
                                   [&results](Results values) { results = std::move(values); });
    EXPECT_TRUE(reactor.runUntil([&results] { return results.has_value(); }, 1min));
    std::vector<std::string> values;
    for (const auto& result : *results) {
      EXPECT_TRUE(result.ok()) << result.status();
      values.push_back(result.ok() ? result->value_or("none") : "error");
    }
    return values;
  }
};

TEST_F(BatchGetTest, RecordsThatAreLeftOutAreNotThere) {
  answers({"b", "d"});
  EXPECT_THAT(get(), testing::ElementsAre("none", "batch b", "none", "batch d"));
  EXPECT_EQ(replica.requests.size(), 1U);
}

TEST_F(BatchGetTest, AfterARecordOfAnotherKeyTheRestIsGotOneByOne) {
  answers({"a", "x", "c"});
  EXPECT_THAT(get(), testing::ElementsAre("batch a", "single b", "single c", "single d"));
  EXPECT_EQ(replica.requests.size(), 4U);
}

TEST_F(BatchGetTest, RecordsInAnotherOrderAreNotTakenForMissingOnes) {
  answers({"c", "b"});
  EXPECT_THAT(get(), testing::ElementsAre("single a", "single b", "batch c", "single d"));
}

TEST_F(BatchGetTest, MoreRecordsThanKeysAreNoReasonToLoseOne) {
  answers({"a", "b", "c", "d", "d", "e"});
  EXPECT_THAT(get(), testing::ElementsAre("batch a", "batch b", "batch c", "batch d"));
  EXPECT_EQ(replica.requests.size(), 1U);
}

TEST_F(BatchGetTest, RecordsThatTheServerDidNotGetToAreGotOneByOne) {
  answers({"b"}, wire::StorageStatus::kIncomplete);
  EXPECT_THAT(get(), testing::ElementsAre("single a", "batch b", "single c", "single d"));
}

}  // namespace
}  // namespace bridle::internal
