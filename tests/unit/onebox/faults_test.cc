// Faults take effect on the requests they select, and only on those.

#include "onebox_fixture.h"

namespace bridle::internal::onebox {
namespace {

class FaultsTest : public OneboxTest {
 protected:
  void SetUp() override {
    OneboxTest::SetUp();
    put(kKey, "v");
  }

  int add(const OneboxFault& fault) {
    const absl::StatusOr<int> id = cluster_->addFault(fault);
    EXPECT_THAT(id, IsOk());
    return id.value_or(0);
  }

  bool has(std::string_view key) { return holds(0, key); }
  bool holds(int server, std::string_view key) {
    Record record;
    return cluster_->partition("t", 0)->copyAt(server).get(key, 0, record);
  }

  // Of a scan that has one more record to bring.
  std::int64_t openScan() {
    wire::get_scanner_request request;
    request.start_key.bytes = std::string(2, '\0');
    request.stop_key.bytes = "\xff\xff";
    request.batch_size = 1;
    request.__set_full_scan(true);
    request.__set_validate_partition_hash(false);
    const auto begun =
        replica(0).call(structFrame(rpc_names::kGetScanner, request, {})).as<wire::scan_response>();
    EXPECT_EQ(begun.kvs.size(), 1U);
    EXPECT_NE(begun.context_id, -1);
    return begun.context_id;
  }
  static std::string scanFrame(std::int64_t context) {
    wire::scan_request request;
    request.context_id = context;
    return structFrame(rpc_names::kScan, request, {});
  }
  static std::string clearFrame(std::int64_t context) {
    std::string args;
    wire::appendI64Args(args, context);
    return frameOf(rpc_names::kClearScanner, args, {});
  }

  // How long a GET to the primary takes.
  Duration latency(std::string frame = getFrame(kKey)) {
    RawClient& client = replica(0);
    client.replies.clear();
    client.send(std::move(frame));
    const TimePoint start = reactor_.now();
    reactor_.runUntil([&] { return !client.replies.empty(); }, 10s);
    return reactor_.now() - start;
  }
};

constexpr Duration kRoundTrip = 200us;

TEST_F(FaultsTest, DelaysWithinTheRange) {
  EXPECT_EQ(latency(), kRoundTrip);
  add({.delay_min_ms = 50, .delay_max_ms = 200});
  Duration least = 1h;
  Duration most{};
  for (int i = 0; i < 200; ++i) {
    const Duration delay = latency() - kRoundTrip;
    least = std::min(least, delay);
    most = std::max(most, delay);
  }
  EXPECT_GE(least, 50ms);
  EXPECT_LT(least, 60ms);
  EXPECT_LE(most, 200ms);
  EXPECT_GT(most, 190ms);
}

TEST_F(FaultsTest, ADelayedRequestHoldsUpNoOther) {
  add({.op = OneboxOp::kGet, .delay_min_ms = 100, .delay_max_ms = 100});
  RawClient& client = replica(0);
  client.replies.clear();
  client.send(getFrame(kKey, {.seq = 1}) + getFrame(kKey, {.seq = 2}) + ttlFrame(kKey, {.seq = 3}));
  reactor_.runFor(50ms);
  ASSERT_EQ(client.replies.size(), 1U);
  EXPECT_EQ(client.replies[0].seq, 3);
  reactor_.runFor(51ms);
  EXPECT_EQ(client.replies.size(), 3U);
}

TEST_F(FaultsTest, StallsOnlyTheGivenShareOfRequests) {
  add({.probability = 0.1, .delay_min_ms = 100, .delay_max_ms = 100});
  int stalled = 0;
  for (int i = 0; i < 1000; ++i) stalled += latency() > 100ms ? 1 : 0;
  EXPECT_NEAR(stalled, 100, 30);
}

TEST_F(FaultsTest, ADelayedRequestIsExecutedWhenTheDelayIsOver) {
  add({.op = OneboxOp::kSet, .delay_min_ms = 100, .delay_max_ms = 100});
  replica(0).send(putFrame(kOtherKey, "v"));
  reactor_.runFor(99ms);
  EXPECT_FALSE(has(kOtherKey));
  reactor_.runFor(2ms);
  EXPECT_TRUE(has(kOtherKey));
}

TEST_F(FaultsTest, ADelayedRequestIsExecutedThoughItsConnectionIsGone) {
  add({.op = OneboxOp::kSet, .delay_min_ms = 2000, .delay_max_ms = 2000});
  RawClient client(network_, replicaAt(0));
  client.send(putFrame(kOtherKey, "v"));
  reactor_.runFor(1ms);
  network_.resetLinks(SimRoute::toServer(replicaAt(0)));
  reactor_.runFor(1s);
  EXPECT_FALSE(has(kOtherKey));
  reactor_.runFor(2s);
  EXPECT_TRUE(has(kOtherKey));
}

TEST_F(FaultsTest, ADelayedRequestIsLostWithItsServer) {
  add({.op = OneboxOp::kSet, .delay_min_ms = 100, .delay_max_ms = 100});
  replica(0).send(putFrame(kOtherKey, "v"));
  reactor_.runFor(1ms);
  EXPECT_THAT(cluster_->stopReplica(0), IsOk());
  reactor_.runFor(1s);
  EXPECT_FALSE(holds(1, kOtherKey));
}

TEST_F(FaultsTest, RequestsThatAreHeldBackAreBounded) {
  add({.op = OneboxOp::kSet, .delay_min_ms = 1e6, .delay_max_ms = 1e6});
  const std::string mebibyte(limits::kMaxWriteBytes - 100, 'x');
  RawClient& client = replica(0);
  client.replies.clear();
  const int fit = static_cast<int>(limits::kMaxDelayedRequestBytes / limits::kMaxWriteBytes);
  for (int i = 0; i < fit + 10; ++i) {
    client.send(putFrame(kOtherKey, mebibyte));
    reactor_.runFor(1ms);
  }
  EXPECT_THAT(client.replies.size(), testing::AllOf(testing::Ge(10U), testing::Le(12U)));
  EXPECT_EQ(client.replies[0].error, "ERR_BUSY");
}

TEST_F(FaultsTest, ADroppedRequestIsExecutedButNotAnswered) {
  add({.op = OneboxOp::kSet, .drop = true});
  replica(0).replies.clear();
  replica(0).exchange(putFrame(kOtherKey, "v"));
  EXPECT_THAT(replica(0).replies, IsEmpty());
  EXPECT_TRUE(replica(0).open());
  EXPECT_TRUE(has(kOtherKey));
}

TEST_F(FaultsTest, AnIgnoredRequestIsNeitherExecutedNorAnswered) {
  add({.op = OneboxOp::kSet, .ignore = true});
  replica(0).replies.clear();
  replica(0).exchange(putFrame(kOtherKey, "v"));
  EXPECT_THAT(replica(0).replies, IsEmpty());
  EXPECT_FALSE(has(kOtherKey));
}

TEST_F(FaultsTest, AConnectionIsClosedInsteadOfAnAnswer) {
  add({.op = OneboxOp::kSet, .close = true});
  RawClient client(network_, replicaAt(0));
  client.exchange(putFrame(kOtherKey, "v"));
  EXPECT_TRUE(client.closed());
  EXPECT_THAT(client.replies, IsEmpty());
  EXPECT_TRUE(has(kOtherKey));
}

TEST_F(FaultsTest, CloseAndIgnoreTogetherExecuteNothing) {
  add({.op = OneboxOp::kSet, .ignore = true, .close = true});
  RawClient client(network_, replicaAt(0));
  client.exchange(putFrame(kOtherKey, "v"));
  EXPECT_TRUE(client.closed());
  EXPECT_FALSE(has(kOtherKey));
}

TEST_F(FaultsTest, ADelayedCloseComesAfterTheDelay) {
  add({.op = OneboxOp::kGet, .delay_min_ms = 100, .delay_max_ms = 100, .close = true});
  RawClient client(network_, replicaAt(0));
  client.send(getFrame(kKey));
  reactor_.runFor(99ms);
  EXPECT_TRUE(client.open());
  reactor_.runFor(2ms);
  EXPECT_TRUE(client.closed());
}

TEST_F(FaultsTest, AnswersOkWithoutABody) {
  add({.empty_ok = true});
  const auto reply = replica(0).call(putFrame(kOtherKey, "v"));
  EXPECT_EQ(reply.error, "ERR_OK");
  EXPECT_EQ(reply.result, "");
  EXPECT_TRUE(has(kOtherKey));
}

TEST_F(FaultsTest, AnswersAnError) {
  add({.error = "ERR_BUSY"});
  const auto reply = replica(0).call(putFrame(kOtherKey, "v"));
  EXPECT_EQ(reply.error, "ERR_BUSY");
  EXPECT_EQ(reply.ack, "RPC_RRDB_RRDB_PUT_ACK");
  EXPECT_EQ(reply.result, "");
  EXPECT_FALSE(has(kOtherKey));
}

TEST_F(FaultsTest, AnswersGarbage) {
  add({.garbage = true});
  RawClient client(network_, replicaAt(0));
  client.take_replies = false;
  client.exchange(getFrame(kKey));
  EXPECT_FALSE(client.bytes().empty());
  wire::Framer framer(wire::measureReply, limits::kMaxFrameBytes);
  EXPECT_FALSE(framer.feed(client.bytes(), [](std::string_view) { return true; }).ok());
}

TEST_F(FaultsTest, SelectsByServer) {
  add({.server = 1, .error = "ERR_BUSY"});
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_OK");
  EXPECT_EQ(replica(1).call(getFrame(kKey, {.backup = true})).error, "ERR_BUSY");
  EXPECT_EQ(replica(2).call(getFrame(kKey, {.backup = true})).error, "ERR_OK");
}

TEST_F(FaultsTest, SelectsByRole) {
  add({.role = OneboxRole::kPrimary, .error = "ERR_BUSY"});
  add({.role = OneboxRole::kSecondary, .error = "ERR_DISK_INSUFFICIENT"});
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_BUSY");
  EXPECT_EQ(replica(1).call(getFrame(kKey, {.backup = true})).error, "ERR_DISK_INSUFFICIENT");
  EXPECT_THAT(cluster_->movePrimary("t", 0), IsOk());
  EXPECT_EQ(replica(1).call(getFrame(kKey)).error, "ERR_BUSY");
  EXPECT_EQ(replica(0).call(getFrame(kKey, {.app_id = 9})).error, "ERR_OBJECT_NOT_FOUND");
}

TEST_F(FaultsTest, SelectsByOperation) {
  const struct {
    OneboxOp op;
    const char* hits;
  } cases[] = {
      {OneboxOp::kAny, "get ttl put remove"},
      {OneboxOp::kRead, "get ttl"},
      {OneboxOp::kWrite, "put remove"},
      {OneboxOp::kGet, "get"},
      {OneboxOp::kSet, "put"},
      {OneboxOp::kDel, "remove"},
      {OneboxOp::kTtl, "ttl"},
      {OneboxOp::kMeta, "query"},
  };
  const std::pair<const char*, std::string> requests[] = {{"get", getFrame(kKey)},
                                                          {"ttl", ttlFrame(kKey)},
                                                          {"put", putFrame(kKey, "v")},
                                                          {"remove", removeFrame(kKey)},
                                                          {"query", queryFrame("t")}};
  for (const auto& c : cases) {
    const int id = add({.op = c.op, .error = "ERR_BUSY"});
    std::string hits;
    for (const auto& [name, frame] : requests) {
      RawClient& client = std::string_view(name) == "query" ? meta() : replica(0);
      if (client.call(frame).error == "ERR_BUSY")
        hits += (hits.empty() ? "" : " ") + std::string(name);
    }
    EXPECT_EQ(hits, c.hits);
    cluster_->removeFault(id);
  }
}

TEST_F(FaultsTest, SelectsByTable) {
  ASSERT_THAT(cluster_->createTable({.name = "u", .partitions = 1}), IsOk());
  add({.table = "u", .error = "ERR_BUSY"});
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_OK");
  const int primary = *cluster_->partition("u", 0)->config().primary;
  EXPECT_EQ(replica(primary).call(getFrame(kKey, {.app_id = 2})).error, "ERR_BUSY");
}

TEST_F(FaultsTest, SelectsAPartition) {
  add({.partition = 1, .error = "ERR_BUSY"});
  EXPECT_EQ(replica(1).call(getFrame(kKey, {.partition = 1})).error, "ERR_BUSY");
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_OK");
  EXPECT_EQ(meta().call(queryFrame("t")).error, "ERR_OK");
}

TEST_F(FaultsTest, SelectsEachOperation) {
  const std::pair<OneboxOp, std::string> calls[] = {
      {OneboxOp::kGet, getFrame(kKey)},
      {OneboxOp::kTtl, ttlFrame(kKey)},
      {OneboxOp::kMultiGet, structFrame(rpc_names::kMultiGet, wire::multi_get_request(), {})},
      {OneboxOp::kBatchGet, structFrame(rpc_names::kBatchGet, wire::batch_get_request(), {})},
      {OneboxOp::kSortKeyCount, blobFrame(rpc_names::kSortkeyCount, "user", {})},
      {OneboxOp::kGetScanner, structFrame(rpc_names::kGetScanner, wire::get_scanner_request(), {})},
      {OneboxOp::kScan, scanFrame(1)},
      {OneboxOp::kSet, putFrame(kKey, "v")},
      {OneboxOp::kDel, removeFrame(kOtherKey)},
      {OneboxOp::kMultiSet, structFrame(rpc_names::kMultiPut, wire::multi_put_request(), {})},
      {OneboxOp::kMultiDel, structFrame(rpc_names::kMultiRemove, wire::multi_remove_request(), {})},
      {OneboxOp::kIncr, structFrame(rpc_names::kIncr, wire::incr_request(), {})},
      {OneboxOp::kCheckAndSet,
       structFrame(rpc_names::kCheckAndSet, wire::check_and_set_request(), {})},
      {OneboxOp::kCheckAndMutate,
       structFrame(rpc_names::kCheckAndMutate, wire::check_and_mutate_request(), {})},
  };
  for (const auto& [chosen, unused] : calls) {
    const int id = add({.op = chosen, .error = "ERR_BUSY"});
    for (const auto& [op, frame] : calls) {
      SCOPED_TRACE(static_cast<int>(op));
      EXPECT_EQ(replica(0).call(frame).error, op == chosen ? "ERR_BUSY" : "ERR_OK");
    }
    cluster_->removeFault(id);
  }
}

// It is one-way: no fault makes an answer to it.
TEST_F(FaultsTest, AGivenUpScanMeetsFaultsWithoutAnAnswer) {
  put(kOtherKey, "v");
  const auto clear_under = [this](OneboxFault fault) {
    fault.op = OneboxOp::kClearScanner;
    const int id = add(fault);
    const std::int64_t context = openScan();
    replica(0).replies.clear();
    replica(0).exchange(clearFrame(context));
    EXPECT_THAT(replica(0).replies, IsEmpty());
    cluster_->removeFault(id);
    return replica(0).call(scanFrame(context)).as<wire::scan_response>().error == 0;
  };
  constexpr bool kLives = true;
  EXPECT_EQ(clear_under({.probability = 0, .drop = true}), !kLives);
  EXPECT_EQ(clear_under({.drop = true}), !kLives);
  EXPECT_EQ(clear_under({.empty_ok = true}), !kLives);
  EXPECT_EQ(clear_under({.garbage = true}), !kLives);
  EXPECT_EQ(clear_under({.close = true}), !kLives);
  EXPECT_EQ(clear_under({.ignore = true}), kLives);
  EXPECT_EQ(clear_under({.error = "ERR_BUSY"}), kLives);
  EXPECT_EQ(clear_under({.delay_min_ms = 500, .delay_max_ms = 500}), !kLives);
  EXPECT_EQ(clear_under({.delay_min_ms = 2000, .delay_max_ms = 2000}), kLives);
}

TEST_F(FaultsTest, SelectsAMetaServer) {
  add({.server = 1, .op = OneboxOp::kMeta, .ignore = true});
  EXPECT_EQ(meta(0).call(queryFrame("t")).error, "ERR_OK");
  meta(1).exchange(queryFrame("t"));
  EXPECT_THAT(meta(1).replies, IsEmpty());
}

TEST_F(FaultsTest, SeveralRulesActTogether) {
  add({.delay_min_ms = 10, .delay_max_ms = 10});
  add({.delay_min_ms = 20, .delay_max_ms = 20, .error = "ERR_BUSY"});
  const int last = add({.error = "ERR_ACL_DENY"});
  EXPECT_EQ(latency(), kRoundTrip + 30ms);
  EXPECT_EQ(replica(0).replies[0].error, "ERR_BUSY");
  cluster_->removeFault(last);
  cluster_->removeFault(12345);
  EXPECT_EQ(replica(0).call(getFrame(kKey)).error, "ERR_BUSY");
  cluster_->clearFaults();
  EXPECT_EQ(latency(), kRoundTrip);
  EXPECT_EQ(replica(0).replies[0].error, "ERR_OK");
}

TEST_F(FaultsTest, TheSameSeedGivesTheSameFaults) {
  const auto run = [this](std::uint64_t seed) {
    options_.seed = seed;
    start();
    clients_.clear();
    add({.probability = 0.5, .delay_min_ms = 1, .delay_max_ms = 100});
    std::vector<Duration> latencies;
    for (int i = 0; i < 50; ++i) latencies.push_back(latency());
    return latencies;
  };
  const auto first = run(7);
  EXPECT_EQ(run(7), first);
  EXPECT_NE(run(8), first);
}

TEST_F(FaultsTest, ARuleThatMeansNothingIsRefused) {
  const auto add_fails = [this](const OneboxFault& fault, const char* why) {
    EXPECT_THAT(cluster_->addFault(fault), FailsWith(StatusCode::kInvalidArgument, HasSubstr(why)));
  };
  add_fails({}, "it has no effect");
  add_fails({.server = 3, .drop = true}, "server 3 does not exist; there are 3 replica servers");
  add_fails({.server = -1, .drop = true}, "server -1 does not exist");
  add_fails({.server = 2, .op = OneboxOp::kMeta, .drop = true}, "there are 2 meta servers");
  add_fails({.op = OneboxOp::kMeta, .table = "t", .drop = true}, "no role, table or partition");
  add_fails({.op = OneboxOp::kMeta, .partition = 0, .drop = true}, "no role, table or partition");
  add_fails({.partition = -1, .drop = true}, "partition -1 cannot be");
  add_fails({.partition = 65'536, .drop = true}, "counted from 0 to 65535");
  add_fails({.probability = 1.5, .drop = true}, "the probability is 1.5");
  add_fails({.probability = std::nan(""), .drop = true}, "the probability is nan");
  add_fails({.delay_min_ms = 5, .delay_max_ms = 1}, "a delay from 5 to 1 ms is no range");
  add_fails({.delay_min_ms = -1, .delay_max_ms = 1}, "a delay from -1 to 1 ms");
  add_fails({.delay_max_ms = 1e12}, "is no range");
  add_fails({.error = "ERR_NONSENSE"}, "\"ERR_NONSENSE\" is no error of a server");
  add_fails({.error = "ERR_OK"}, "\"ERR_OK\" is no error of a server");
}

TEST_F(FaultsTest, TheNumberOfRulesIsBounded) {
  for (std::size_t i = 0; i < limits::kMaxFaults; ++i) add({.drop = true});
  EXPECT_THAT(cluster_->addFault({.drop = true}),
              FailsWith(StatusCode::kResourceExhausted, HasSubstr("1000 already")));
}

class DropExpiredTest : public FaultsTest {
 protected:
  DropExpiredTest() { options_.drop_expired_requests = true; }
};

TEST_F(FaultsTest, ARequestThatIsLateIsExecutedAllTheSame) {
  add({.op = OneboxOp::kSet, .delay_min_ms = 500, .delay_max_ms = 500});
  EXPECT_EQ(replica(0).call(putFrame(kOtherKey, "v", 0, {.timeout_ms = 100})).error, "ERR_OK");
  EXPECT_EQ(replica(0).call(getFrame(kOtherKey, {.timeout_ms = 0})).error, "ERR_OK");
}

TEST_F(DropExpiredTest, A67_ARequestThatIsLateOrHasNoTimeoutIsDropped) {
  add({.op = OneboxOp::kSet, .delay_min_ms = 500, .delay_max_ms = 500});
  replica(0).replies.clear();
  replica(0).exchange(putFrame(kOtherKey, "v", 0, {.timeout_ms = 500}));
  replica(0).exchange(getFrame(kKey, {.timeout_ms = 0}));
  EXPECT_THAT(replica(0).replies, IsEmpty());
  EXPECT_FALSE(has(kOtherKey));
  EXPECT_EQ(replica(0).call(putFrame(kOtherKey, "v", 0, {.timeout_ms = 501})).error, "ERR_OK");
  EXPECT_EQ(replica(0).call(getFrame(kKey, {.timeout_ms = 1})).error, "ERR_OK");
}

}  // namespace
}  // namespace bridle::internal::onebox
