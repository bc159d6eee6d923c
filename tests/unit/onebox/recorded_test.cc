// Recorded exchanges with odd frames, and requests that are dangerous to the real server.

#include "recorded.h"

namespace bridle::internal::onebox {
namespace {

TEST_F(RecordedTest, CallsThatServersOfEitherKindKnowOrDoNot) {
  createGolden(2);
  const std::vector<Exchange> exchanges = load({"negotiation", "meta", "replica", "cli"});
  for (const Exchange& exchange : exchanges) replay(exchange);
  EXPECT_EQ(exchanges.size(), 12U);
}

TEST_F(RecordedTest, OddFramesAreAnsweredOrRefusedAsByTheServer) {
  createGolden(2);
  const std::vector<Exchange> exchanges = load({"frame"});
  for (const Exchange& exchange : exchanges) replay(exchange);
  EXPECT_EQ(exchanges.size(), 23U);
}

TEST(RecordedDifferencesTest, EachIsOfSomeExchange) {
  const std::vector<Exchange> exchanges = load({});
  EXPECT_EQ(exchanges.size(), 604U);
  for (const Difference& difference : kDifferences) {
    EXPECT_TRUE(std::any_of(exchanges.begin(), exchanges.end(), [&](const Exchange& exchange) {
      return concerns(difference, exchange.name);
    })) << difference.exchange;
  }
}

// Most of these ended the process of the server.
TEST_F(RecordedTest, DangerousRequestsLeaveTheOneboxRunning) {
  int replayed = 0;
  for (const Exchange& exchange : load({"danger"})) {
    SCOPED_TRACE(exchange.name);
    restart();
    createGolden(std::max(1, decodedRequest(exchange.request).header.app_id));
    if (exchange.outcome == "reply") {
      replay(exchange);
    } else {
      RawClient client(network_, serverFor(exchange));
      client.exchange(exchange.request);
      EXPECT_TRUE(client.closed() || client.replies.size() == 1);
    }
    RawClient after(network_, options_.metas[0]);
    EXPECT_EQ(after.call(queryFrame("golden")).error, "ERR_OK");
    ++replayed;
  }
  EXPECT_EQ(replayed, 23);
}

}  // namespace
}  // namespace bridle::internal::onebox
