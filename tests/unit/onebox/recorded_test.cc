// Recorded exchanges with odd frames, and requests that are dangerous to the real server.

#include "recorded.h"

namespace bridle::internal::onebox {
namespace {

TEST_F(RecordedTest, CallsThatServersOfEitherKindKnowOrDoNot) {
  createGolden(2);
  const std::vector<Exchange> exchanges = load({"negotiation", "meta", "replica"});
  for (const Exchange& exchange : exchanges) replay(exchange);
  EXPECT_EQ(exchanges.size(), 10U);
}

TEST_F(RecordedTest, OddFramesAreAnsweredOrRefusedAsByTheServer) {
  createGolden(2);
  int replayed = 0;
  for (const Exchange& exchange : load({"frame"})) {
    if (exchange.name == "frame.http") continue;  // the server has an HTTP port as well
    replay(exchange);
    ++replayed;
  }
  EXPECT_EQ(replayed, 22);
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
