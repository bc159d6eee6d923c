// Recorded exchanges of data calls: a onebox with the same records answers what the server
// answered.

#include "recorded.h"

namespace bridle::internal::onebox {
namespace {

constexpr int kGolden = 2;
constexpr int kIdem = 8;
constexpr int kScan = 10;
constexpr int kEnvs = 12;

constexpr std::int32_t kLongPast = 1;
constexpr std::int32_t kFarAway = 2'000'000'000;

// Writes that came before an exchange without being recorded, as its note says.
struct Before {
  std::string_view exchange;
  int app_id;
  std::string_view hash_key;
  std::string_view sort_key;
  std::string_view value;
  std::int32_t expire_ts = 0;
};
constexpr Before kBefore[] = {
    {"incr.text", kGolden, "ctr", "n", "no number"},
    {"incr.empty", kGolden, "ctr", "n", ""},
    {"incr.parse.hex", kGolden, "ctr", "n", "0x10"},
    {"incr.parse.octal", kGolden, "ctr", "n", "010"},
    {"incr.parse.bad_octal", kGolden, "ctr", "n", "08"},
    {"incr.parse.lead_space", kGolden, "ctr", "n", " 12"},
    {"incr.parse.trail_space", kGolden, "ctr", "n", "12 "},
    {"incr.parse.plus", kGolden, "ctr", "n", "+5"},
    {"incr.parse.minus", kGolden, "ctr", "n", "-7"},
    {"incr.parse.over_i64", kGolden, "ctr", "n", "9223372036854775808"},
    {"incr.parse.min_i64", kGolden, "ctr", "n", "-9223372036854775808"},
    {"incr.parse.bare_0x", kGolden, "ctr", "n", "0x"},
    {"incr.parse.bare_minus", kGolden, "ctr", "n", "-"},
    {"incr.parse.float", kGolden, "ctr", "n", "1.5"},
    {"incr.parse.hexmax", kGolden, "ctr", "n", "0x7fffffffffffffff"},
    {"incr.parse.nul", kGolden, "ctr", "n", {"5\0", 2}},
    {"incr.parse.bin", kGolden, "ctr", "n", "0b11"},
    {"incr.parse.ws", kGolden, "ctr", "n", "\t\n3"},
    {"incr.overflow", kGolden, "ctr", "n", "9223372036854775807"},
    {"incr.underflow", kGolden, "ctr", "n", "-9223372036854775808"},
    {"incr.expired", kGolden, "ctr", "n", "100", kLongPast},
    {"incr.expired_neg_ts", kGolden, "ctr", "n", "100", kLongPast},
    {"cas.int.badvalue.noret", kGolden, "cas", "ck", "ten"},
    {"cas.noret.pass", kGolden, "cas", "ck", "v"},
    {"cas.noret.fail", kGolden, "cas", "ck", "v"},
    {"cas.expired", kGolden, "cas", "ck", "v", kLongPast},
    {"cam.noret", kGolden, "cam", "ck", "10"},
    {"idem.incr.text", kIdem, "i", "c", "abc"},
};

// Of the other checks the answer tells what was there: it is there for them too, but for these,
// which find what those before them wrote.
const std::set<std::string> kFindTheirValue = {
    "cas.v0",      "cas.fields_absent", "cas.stored",  "idem.cas.fail",
    "idem.cas.ok", "idem.cam.fail",     "idem.cam.ok", "cam.order"};

class RecordedDataTest : public RecordedTest {
 protected:
  void prepare(const Exchange& exchange) {
    if (exchange.name.ends_with("filter_none_3200")) return setBig(kScan, 3200);
    for (const Before& before : kBefore) {
      if (before.exchange != exchange.name) continue;
      return set(before.app_id, before.hash_key, before.sort_key, before.value, before.expire_ts);
    }
    const json result = exchange.outcome == "reply" ? exchange.fields.at("result") : json();
    const bool tells = result.is_object() && result.value("check_value_returned", false);
    if (!tells || kFindTheirValue.contains(exchange.name)) return;
    const std::string hash_key = exchange.name.substr(0, 3);
    const std::string value = absl::HexStringToBytes(result.at("check_value").get<std::string>());
    set(kGolden, hash_key, "ck", value, result.at("check_value_exist") ? 0 : kLongPast);
  }

  static std::int64_t contextOf(const wire::Request& request) {
    if (request.rpc == rpc_names::kClearScanner) return *wire::decodeI64Args(request.args);
    if (request.rpc != rpc_names::kScan) return -1;
    return wire::decodeArgs<wire::scan_request>(request.args)->context_id;
  }

  // With the ids of our contexts instead of those recorded.
  Exchange withOurContexts(Exchange exchange) {
    const wire::Request request = decodedRequest(exchange.request);
    const auto ours = contexts_.find(contextOf(request));
    if (ours == contexts_.end()) return exchange;
    std::string args;
    if (request.rpc == rpc_names::kClearScanner) {
      wire::appendI64Args(args, ours->second);
    } else {
      wire::scan_request scan;
      scan.context_id = ours->second;
      wire::appendArgs(args, scan);
    }
    std::string frame;
    wire::appendRequest(frame, request.version, request.header, request.rpc, request.seq, args);
    exchange.request = frame;
    return exchange;
  }

  void replayInOrder(const std::set<std::string>& groups, int count) {
    const std::vector<Exchange> exchanges = load(groups);
    for (const Exchange& exchange : exchanges) {
      prepare(exchange);
      const json result = replay(withOurContexts(exchange));
      if (result.contains("context_id")) {
        const std::int64_t recorded = exchange.fields.at("result").at("context_id");
        if (recorded != -1) contexts_[recorded] = result.at("context_id");
      }
    }
    EXPECT_EQ(exchanges.size(), static_cast<std::size_t>(count));
  }

  void setSix(std::string_view hash_key) {
    for (int i = 0; i < 6; ++i) {
      const std::string number = "0" + std::to_string(i);
      set(kScan, hash_key, "s" + number, std::string(hash_key) + "-" + number);
    }
  }

  void setBig(int app_id, int records) {
    wire::multi_put_request request;
    request.hash_key.bytes = "big";
    for (int i = 0; i < records; ++i) {
      request.kvs.emplace_back().key.bytes = std::to_string(10'000 + i);
    }
    const int partition = partitionOf(app_id, "big");
    const auto reply =
        RawClient(network_, primaryOf(app_id, partition))
            .call(structFrame(
                rpc_names::kMultiPut, request,
                {.app_id = app_id, .partition = partition, .hash = wire::keyHash("big", "")}));
    EXPECT_EQ(reply.as<wire::update_response>().error, 0);
  }

  std::int64_t openBigScan(const Endpoint& server) {
    wire::get_scanner_request request;
    request.start_key.bytes = wire::rawKey("big", "");
    request.stop_key.bytes = wire::nextKey(request.start_key.bytes);
    request.batch_size = 1000;
    const auto reply =
        RawClient(network_, server)
            .call(structFrame(rpc_names::kGetScanner, request, {.app_id = kEnvs, .partition = 1}));
    return reply.as<wire::scan_response>().context_id;
  }

  void setTimeLimit(const std::string& ms) {
    wire::configuration_update_app_env_request request;
    request.app_name = "envs";
    request.op = wire::app_env_operation::APP_ENV_OP_SET;
    request.__set_keys({"replica.rocksdb_iteration_threshold_time_ms"});
    request.__set_values({ms});
    const auto reply =
        RawClient(network_, options_.metas[0]).call(metaFrame(rpc_names::kUpdateAppEnv, request));
    EXPECT_EQ(reply.as<wire::configuration_update_app_env_response>().err.name, "ERR_OK");
  }

  std::map<std::int64_t, std::int64_t> contexts_ = {};  // ours by the recorded ones
};

TEST_F(RecordedDataTest, ReadsAndWrites) {
  createTable(kGolden, "golden", 4);
  createTable(kIdem, "idem", 2, {}, /*atomic_idempotent=*/true);
  createTable(kScan, "scan", 2);
  replayInOrder({"get", "put", "ttl", "remove", "data", "sortkey_count", "multi_put", "multi_get",
                 "multi_remove", "batch_get", "incr", "cas", "cam", "idem"},
                335);
  EXPECT_EQ(decrees_compared_, 50);
}

TEST_F(RecordedDataTest, Scans) {
  createTable(kGolden, "golden", 4);
  createTable(kScan, "scan", 2);
  for (const std::string_view hash_key : {"h1", "h2", "k11", "k12"}) setSix(hash_key);
  set(kScan, "h1", "s05t", "ttl", kFarAway);
  set(kScan, "h1", "s02x", "expired", kLongPast);
  replayInOrder({"scan"}, 56);
}

// One batch of a scan fits into the time that another does not have.
TEST_F(RecordedDataTest, ReadsThatRunOutOfTime) {
  createTable(kGolden, "golden", 4);
  createTable(kEnvs, "envs", 2);
  setBig(kEnvs, 3200);
  const std::vector<Exchange> exchanges = load({"time"});
  ASSERT_EQ(exchanges.size(), 3U);
  const Exchange& scan = exchanges.back();
  contexts_[contextOf(decodedRequest(scan.request))] = openBigScan(serverFor(scan));
  setTimeLimit("1");
  for (const Exchange& exchange : exchanges) replay(withOurContexts(exchange));
}

}  // namespace
}  // namespace bridle::internal::onebox
