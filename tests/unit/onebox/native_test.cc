// Requests with the native header: the same services answer, in frames of their own kind.

#include <cstring>

#include "recorded.h"
#include "unit/wire/calls.h"

namespace bridle::internal::onebox {
namespace {

constexpr std::size_t kHeaderBytes = 192;
constexpr std::size_t kBodyBytesAt = 16;
constexpr std::size_t kLocalCodeAt = 88;
constexpr std::size_t kContextAt = 104;
constexpr std::size_t kFromAt = 112;
constexpr std::size_t kErrorAt = 136;
constexpr std::size_t kLocalErrorAt = 184;
constexpr std::uint64_t kForwardBit = 1 << 10;

std::uint64_t u64At(const std::string& frame, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, &frame[at], sizeof(value));
  return value;
}

std::string errorOf(const std::string& frame) {
  return frame.substr(kErrorAt, frame.find('\0', kErrorAt) - kErrorAt);
}

// Without what differs from server to server: its own numbers for names, its address, the length of
// a body that has its name inside.
std::string comparable(std::string frame) {
  frame.resize(kHeaderBytes);
  for (const auto& [at, size] :
       {std::pair(kBodyBytesAt, sizeof(std::uint32_t)),
        std::pair(kLocalCodeAt, sizeof(std::uint64_t)), std::pair(kFromAt, sizeof(std::uint64_t)),
        std::pair(kLocalErrorAt, sizeof(std::uint64_t))}) {
    frame.replace(at, size, size, '\0');
  }
  return frame;
}

json bodyOf(const std::string& frame, std::string_view rpc) {
  json body;
  if (frame.size() == kHeaderBytes) return body;
  wire::visitCall(rpc, [&](const auto& call) {
    using Result = typename std::decay_t<decltype(call)>::Result;
    if constexpr (!std::is_same_v<Result, wire::I64>) {
      const auto decoded = wire::decodeResult<Result>(std::string_view(frame).substr(kHeaderBytes));
      EXPECT_THAT(decoded, IsOk());
      if (decoded.ok()) body = wire::toJson(*decoded);
    }
  });
  return body;
}

// With names of servers, which were recorded with "localhost", as addresses; without numbers that
// tell how much happened before.
json withAddresses(json body) {
  if (!body.is_object()) return body;
  for (const char* path : {"decree", "partitions[].ballot"}) forget(body, path);
  std::string text = body.dump();
  for (std::size_t at = 0; (at = text.find("localhost", at)) != text.npos;) {
    text.replace(at, std::strlen("localhost"), "127.0.0.1");
  }
  return json::parse(text);
}

class NativeTest : public RecordedTest {
 protected:
  void SetUp() override {
    RecordedTest::SetUp();
    createTable(1, "first", 1);
    createTable(2, "golden", 4);
    std::ifstream file(BRIDLE_TEST_DATA "/wire/transcripts_rdsn.jsonl");
    std::string line;
    while (std::getline(file, line)) {
      const json entry = json::parse(line);
      exchanges_[entry.at("name")] = entry;
    }
    set(2, "hello", "world", "v1");
  }

  std::string requestOf(const std::string& name) const {
    return absl::HexStringToBytes(exchanges_.at(name).at("request_hex").get<std::string>());
  }

  std::string answerOf(const Endpoint& server, const std::string& request) {
    RawClient client(network_, server);
    client.take_replies = false;
    client.exchange(request);
    EXPECT_FALSE(client.closed());
    return client.bytes();
  }

  Endpoint secondaryOf(int partition) {
    const auto& config = cluster_->partition("golden", partition)->config();
    return options_.replicas[static_cast<std::size_t>(config.secondaries[0])];
  }

  std::map<std::string, json> exchanges_;
};

TEST_F(NativeTest, AnswersAsTheServerDid) {
  ASSERT_THAT(cluster_->movePrimary("golden", 3), IsOk());  // to where it was recorded
  for (const auto& [name, entry] : exchanges_) {
    SCOPED_TRACE(name);
    const std::string target = entry.at("target");
    const Endpoint server = target == "meta"      ? options_.metas[0]
                            : target == "primary" ? primaryOf(2, 3)
                                                  : secondaryOf(3);
    const std::string answer = answerOf(server, requestOf(name));
    const std::string recorded =
        absl::HexStringToBytes(entry.at("response_hex").get<std::string>());
    ASSERT_GE(answer.size(), kHeaderBytes);
    EXPECT_EQ(comparable(answer), comparable(recorded));
    EXPECT_EQ(u64At(answer, kFromAt), wire::rpc_address(server).packed());
    const std::string ack = entry.at("fields").at("name");
    const std::string rpc = ack.substr(0, ack.size() - 4);
    EXPECT_EQ(withAddresses(bodyOf(answer, rpc)), withAddresses(bodyOf(recorded, rpc)));
  }
  EXPECT_EQ(exchanges_.size(), 8U);
}

TEST_F(NativeTest, TellsHostsOnNativeConnectionsOnly) {
  const auto native =
      bodyOf(answerOf(options_.metas[0], requestOf("rdsn.cfg")), rpc_names::kQueryConfig);
  EXPECT_EQ(native["partitions"][0]["hp_primary"], primaryOf(2, 3).toString());
  const auto thrift = RawClient(network_, options_.metas[0])
                          .call(queryFrame("golden", {3}))
                          .as<wire::query_cfg_response>();
  EXPECT_FALSE(thrift.partitions[0].__isset.hp_primary);
  EXPECT_FALSE(thrift.partitions[0].__isset.hp_secondaries);
}

TEST_F(NativeTest, AFollowerSendsAClientThatTakesForwardsToTheLeader) {
  options_.metas = {*parseEndpoint("127.0.0.1:25601"), *parseEndpoint("127.0.0.1:25602")};
  restart();
  const std::string request = requestOf("rdsn.cfg");
  ASSERT_NE(u64At(request, kContextAt) & kForwardBit, 0U);
  const std::string answer = answerOf(options_.metas[1], request);
  EXPECT_EQ(errorOf(answer), "ERR_FORWARD_TO_OTHERS");
  const auto leader =
      wire::decodeResult<wire::rpc_address>(std::string_view(answer).substr(kHeaderBytes));
  ASSERT_THAT(leader, IsOk());
  EXPECT_EQ(Endpoint(*leader), options_.metas[0]);
}

TEST_F(NativeTest, AFollowerTellsOtherClientsWhoLeads) {
  options_.metas = {*parseEndpoint("127.0.0.1:25601"), *parseEndpoint("127.0.0.1:25602")};
  restart();
  const std::string answer = answerOf(options_.metas[1], requestOf("rdsn.cfg.no_forward_bit"));
  EXPECT_EQ(errorOf(answer), "ERR_OK");
  const json body = bodyOf(answer, rpc_names::kQueryConfig);
  EXPECT_EQ(body["err"], "ERR_FORWARD_TO_OTHERS");
  EXPECT_EQ(body["partitions"][0]["primary"], "127.0.0.1:25601");
  EXPECT_EQ(body["partitions"][0]["hp_primary"], "127.0.0.1:25601");
}

TEST_F(NativeTest, ARequestMayArriveByteByByte) {
  RawClient client(network_, primaryOf(2, 3));
  client.take_replies = false;
  for (const char byte : requestOf("rdsn.get")) client.send(std::string(1, byte));
  reactor_.runFor(1s);
  EXPECT_EQ(errorOf(client.bytes()), "ERR_OK");
}

TEST_F(NativeTest, ADelayedRequestIsAnsweredInItsOwnProtocol) {
  ASSERT_THAT(cluster_->addFault({.delay_min_ms = 50, .delay_max_ms = 50}), IsOk());
  EXPECT_EQ(errorOf(answerOf(primaryOf(2, 3), requestOf("rdsn.get"))), "ERR_OK");
}

// There is no message around the arguments: they may have all of the mebibyte.
TEST_F(NativeTest, AWriteOfMoreThanOneMebibyteIsRefused) {
  const std::string header = requestOf("rdsn.put").substr(0, kHeaderBytes);
  const auto put = [&](std::size_t value_bytes) {
    wire::update_request request;
    request.key.bytes = wire::rawKey("hello", "world");
    request.value.bytes = std::string(value_bytes, 'x');
    std::string args;
    wire::appendArgs(args, request);
    const auto size = static_cast<std::uint32_t>(args.size());
    std::string frame = header + args;
    std::memcpy(&frame[kBodyBytesAt], &size, sizeof size);
    return frame;
  };
  const std::size_t fits = limits::kMaxWriteBytes - (put(0).size() - kHeaderBytes);
  const Endpoint server = primaryOf(2, 3);
  EXPECT_EQ(errorOf(answerOf(server, put(fits))), "ERR_OK");
  EXPECT_EQ(errorOf(answerOf(server, put(fits + 1))), "ERR_INVALID_DATA");
}

TEST_F(NativeTest, AConnectionSpeaksOneProtocolOnly) {
  const std::string native = requestOf("rdsn.get");
  const std::string thrift = getFrame(kKey, {.app_id = 2, .partition = 3});
  for (const std::string& stream : {native + thrift, thrift + native}) {
    RawClient client(network_, primaryOf(2, 3));
    client.take_replies = false;
    client.exchange(stream);
    EXPECT_TRUE(client.closed());
  }
}

TEST_F(NativeTest, BytesOfNoProtocolCloseTheConnection) {
  for (const char* bytes : {"RDSX", "RD\0", "GET ", "TRDSN"}) {
    RawClient client(network_, options_.metas[0]);
    client.exchange(std::string(bytes, 4));
    EXPECT_TRUE(client.closed()) << bytes;
  }
  RawClient waiting(network_, options_.metas[0]);
  waiting.exchange("RDS");
  EXPECT_FALSE(waiting.closed());
}

}  // namespace
}  // namespace bridle::internal::onebox
