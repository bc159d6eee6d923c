// What the servers make of byte streams, well-formed or not.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

class ConnectionTest : public OneboxTest {
 protected:
  void SetUp() override {
    OneboxTest::SetUp();
    put(kKey, "v");
  }

  // Sends it on a new connection.
  bool closes(std::string bytes) {
    RawClient client(network_, replicaAt(0));
    client.exchange(std::move(bytes));
    EXPECT_THAT(client.replies, IsEmpty());
    return client.closed();
  }

  static std::string withByte(std::string bytes, std::size_t at, char value) {
    bytes[at] = value;
    return bytes;
  }

  const std::string v0_ = getFrame(kKey, {.version = wire::HeaderVersion::kV0});
  const std::string v1_ = getFrame(kKey);
};

const std::string kLargeValue(1'000'000, 'x');
constexpr std::size_t kVersionAt = 7;
constexpr std::size_t kV0HeaderLengthAt = 11;

TEST_F(ConnectionTest, ServesBothHeaderVersionsOnOneConnection) {
  RawClient& client = replica(0);
  client.replies.clear();
  client.exchange(v0_ + v1_ + v0_);
  ASSERT_EQ(client.replies.size(), 3U);
  for (const ReceivedReply& reply : client.replies) {
    EXPECT_EQ(reply.as<wire::read_response>().value.bytes, "v");
  }
}

TEST_F(ConnectionTest, AnswersARequestThatArrivesByteByByte) {
  RawClient& client = replica(0);
  client.replies.clear();
  for (const char byte : v1_) {
    client.send(std::string(1, byte));
    reactor_.runFor(1ms);
  }
  EXPECT_EQ(client.replies.size(), 1U);
}

TEST_F(ConnectionTest, AnswersTheRequestsOfATurnInOneWrite) {
  RawClient& client = replica(0);
  const std::size_t before = client.writes();
  std::string batch;
  for (int seq = 0; seq < 500; ++seq) batch += getFrame(kKey, {.seq = seq});
  client.replies.clear();
  client.exchange(batch);
  EXPECT_EQ(client.replies.size(), 500U);
  EXPECT_EQ(client.writes(), before + 1);
  EXPECT_EQ(client.replies.back().seq, 499);
}

TEST_F(ConnectionTest, BytesThatAreNoRequestCloseTheConnection) {
  EXPECT_TRUE(closes(std::string(60, 'X')));
  EXPECT_TRUE(closes("GET / HTTP/1.1\r\n\r\n"));
  EXPECT_TRUE(closes("THFT" + std::string(44, '\xff')));
  EXPECT_TRUE(closes(withByte(v1_, kVersionAt, 2)));
  EXPECT_TRUE(closes(withByte(v0_, kV0HeaderLengthAt, 47)));
  EXPECT_TRUE(closes(withByte(v0_, kV0HeaderLengthAt, 64)));
}

TEST_F(ConnectionTest, ABodyThatIsNoCallClosesTheConnection) {
  constexpr std::size_t kV1HeaderBytes = 53;
  constexpr std::size_t kMessageTypeAt = kV1HeaderBytes + 3;
  for (const char type : {'\2', '\3', '\5', '\0'})
    EXPECT_TRUE(closes(withByte(v1_, kMessageTypeAt, type)));
  EXPECT_TRUE(
      closes(v1_.substr(0, kV1HeaderBytes) + std::string(v1_.size() - kV1HeaderBytes, '\0')));
  EXPECT_EQ(replica(0).call(withByte(v1_, kMessageTypeAt, '\4')).error, "ERR_OK");  // one-way
}

TEST_F(ConnectionTest, AnEmptyBodyClosesTheConnection) {
  EXPECT_TRUE(closes(v1_.substr(0, 12) + std::string(4, '\0') + v1_.substr(16, 37)));
  EXPECT_TRUE(closes(v0_.substr(0, 16) + std::string(4, '\0') + v0_.substr(20, 28)));
}

TEST_F(ConnectionTest, AFrameOverTheLimitClosesTheConnectionAtItsHeader) {
  std::string header = v1_.substr(0, 53);
  header[12] = '\x10';  // a body of 256 MiB
  EXPECT_TRUE(closes(header));
}

TEST_F(ConnectionTest, APartOfARequestIsWaitedFor) {
  for (std::size_t size = 0; size < v1_.size(); ++size) EXPECT_FALSE(closes(v1_.substr(0, size)));
}

TEST_F(ConnectionTest, RequestsBeforeGarbageAreExecuted) {
  RawClient client(network_, replicaAt(0));
  client.exchange(putFrame(kOtherKey, "v") + std::string(60, 'X'));
  EXPECT_TRUE(client.closed());
  EXPECT_EQ(get(kOtherKey).error, 0);
}

TEST_F(ConnectionTest, NothingBehindGarbageIsExecuted) {
  RawClient client(network_, replicaAt(0));
  client.exchange(std::string(60, 'X') + putFrame(kOtherKey, "v"));
  client.send(putFrame(kOtherKey, "v"));
  reactor_.runFor(1s);
  EXPECT_EQ(get(kOtherKey).error, 1);
}

TEST_F(ConnectionTest, AnySingleWrongByteLeavesTheServerRunning) {
  wire::configuration_list_apps_request list;
  list.__set_app_name_pattern("t");
  list.__set_match_type(wire::pattern_match_type::PMT_MATCH_EXACT);
  for (const std::string& frame : {v0_, v1_, putFrame(kOtherKey, "v"), queryFrame("t"),
                                   metaFrame(rpc_names::kListApps, list)}) {
    for (const Endpoint& server : {replicaAt(0), metaAt(0)}) {
      for (std::size_t at = 0; at < frame.size(); ++at) {
        for (const char value : {'\0', '\x01', '\x7f', '\xff'}) {
          RawClient client(network_, server);
          client.take_replies = false;
          client.exchange(withByte(frame, at, value));
        }
      }
    }
  }
  EXPECT_EQ(get(kKey).error, 0);
  EXPECT_EQ(meta().call(queryFrame("t")).error, "ERR_OK");
}

TEST_F(ConnectionTest, RepliesOfAnySizeMayBeAskedForAtOnce) {
  put(kOtherKey, kLargeValue);
  std::string requests;
  for (int seq = 0; seq < 70; ++seq) requests += getFrame(kOtherKey, {.seq = seq});
  RawClient client(network_, replicaAt(0));
  client.exchange(requests);
  ASSERT_EQ(client.replies.size(), 70U);
  for (int seq = 0; seq < 70; ++seq) {
    EXPECT_EQ(client.replies[static_cast<std::size_t>(seq)].seq, seq);
  }
}

TEST_F(ConnectionTest, RequestsWaitForAClientThatDoesNotRead) {
  put(kOtherKey, kLargeValue);
  RawClient client(network_, replicaAt(0));
  client.take_replies = false;
  network_.inject(SimFault::kClog, SimRoute::fromServer(replicaAt(0)));
  std::string requests;
  for (int i = 0; i < 120; ++i) requests += getFrame(kOtherKey);
  const auto before = cluster_->counts(0).reads;
  client.exchange(requests);
  EXPECT_EQ(cluster_->counts(0).connections, 2U);
  EXPECT_EQ(cluster_->counts(0).reads - before,
            limits::kRepliesAheadBytes / kLargeValue.size() + 1);
}

TEST_F(ConnectionTest, AClientThatAsksOnWithoutReadingIsClosedAtALimit) {
  put(kOtherKey, kLargeValue);
  RawClient client(network_, replicaAt(0));
  client.take_replies = false;
  network_.inject(SimFault::kClog, SimRoute::fromServer(replicaAt(0)));
  for (int i = 0; i < 20; ++i) client.send(getFrame(kOtherKey));
  for (int i = 0; i < 67; ++i) client.send(putFrame(kKey, kLargeValue));
  reactor_.runFor(1s);
  EXPECT_EQ(cluster_->counts(0).connections, 2U);
  client.send(putFrame(kKey, kLargeValue));
  reactor_.runFor(1s);
  EXPECT_EQ(cluster_->counts(0).connections, 1U);
}

TEST_F(ConnectionTest, AClientMayLeaveAtAnyTime) {
  {
    RawClient client(network_, replicaAt(0));
    client.send(v1_ + v1_);
  }
  reactor_.runFor(1s);
  EXPECT_EQ(cluster_->counts(0).connections, 1U);
  EXPECT_EQ(get(kKey).error, 0);
}

}  // namespace
}  // namespace bridle::internal::onebox
