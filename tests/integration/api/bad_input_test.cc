#include <chrono>
#include <limits>

#include "api_fixture.h"
#include "support/raw_server.h"

// What the user sees when something is wrong: each test holds the text and the bound on the time.
namespace bridle {
namespace {

using std::chrono::steady_clock;

// Fails if what is done in its life takes longer than `limit`.
class Within {
 public:
  explicit Within(std::chrono::milliseconds limit) : limit_(limit) {}
  ~Within() { EXPECT_LT(steady_clock::now() - start_, limit_); }

 private:
  const std::chrono::milliseconds limit_;
  const steady_clock::time_point start_ = steady_clock::now();
};

absl::Status openAt(const std::vector<std::string>& metas, double timeout_ms = 300) {
  auto client = Client::connect({.meta_servers = metas, .operation_timeout_ms = timeout_ms});
  if (!client.ok()) return client.status();
  return client->openTable("t").status();
}

TEST(BadInputTest, NoMetaServers) {
  const absl::Status status = openAt({});
  EXPECT_THAT(status, FailsWith(StatusCode::kInvalidArgument, HasSubstr("meta_servers")));
  EXPECT_EQ(codeOf(status), ErrorCode::kInvalidArgument);
}

TEST(BadInputTest, AMetaAddressThatIsNone) {
  EXPECT_THAT(openAt({"meta1"}),
              FailsWith(StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("meta_servers"), HasSubstr("\"meta1\": no port"))));
  EXPECT_THAT(openAt({"meta1:99999"}),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("1 to 65535")));
}

TEST(BadInputTest, NothingListensAtTheMetaAddress) {
  const Within bound(std::chrono::seconds(5));
  const absl::Status status = openAt({"127.0.0.1:1"});
  EXPECT_THAT(status,
              FailsWith(StatusCode::kUnavailable,
                        AllOf(HasSubstr("\"t\""), HasSubstr("127.0.0.1:1"), HasSubstr("refused"))));
  EXPECT_EQ(codeOf(status), ErrorCode::kMetaUnavailable);
}

TEST(BadInputTest, TheMetaNameDoesNotResolve) {
  const Within bound(std::chrono::seconds(10));
  const absl::Status status = openAt({"no-such-host.invalid:34601"});
  EXPECT_THAT(status, FailsWith(StatusCode::kUnavailable, HasSubstr("no-such-host.invalid")));
  EXPECT_EQ(codeOf(status), ErrorCode::kMetaUnavailable);
}

TEST(BadInputTest, AMetaServerThatNeverAnswers) {
  const test::RawServer silent("");
  const Within bound(std::chrono::seconds(5));
  const absl::Status status = openAt({silent.address()});
  EXPECT_THAT(status, FailsWith(StatusCode::kUnavailable, HasSubstr(silent.address())));
  EXPECT_EQ(codeOf(status), ErrorCode::kMetaUnavailable);
}

TEST(BadInputTest, AMetaServerThatSpeaksAnotherProtocol) {
  const test::RawServer web("HTTP/1.1 400 Bad Request\r\n\r\n");
  const Within bound(std::chrono::seconds(5));
  const absl::Status status = openAt({web.address()});
  EXPECT_THAT(status, FailsWith(StatusCode::kUnavailable, HasSubstr(web.address())));
}

TEST_F(ApiTest, A25_AnUnknownTable) {
  const Within bound(std::chrono::milliseconds(900));
  const absl::Status status = client_->openTable("nosuch").status();
  EXPECT_THAT(status,
              FailsWith(StatusCode::kNotFound, HasSubstr("table \"nosuch\" does not exist")));
  EXPECT_EQ(codeOf(status), ErrorCode::kTableNotFound);
}

TEST_F(ApiTest, OneOfTwoMetaServersIsDead) {
  ASSERT_THAT(onebox_->stopMeta(0), IsOk());
  connect({});
  Table table = open();
  EXPECT_THAT(table.set({"k"}, "v"), IsOk());
}

TEST(BadInputTest, TimeOutsOutOfRange) {
  const double bad[] = {0, -1, std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::infinity(), 1e9};
  for (const double ms : bad) {
    EXPECT_THAT(Client::connect({.meta_servers = {"127.0.0.1:1"}, .operation_timeout_ms = ms}),
                FailsWith(StatusCode::kInvalidArgument, HasSubstr("operation_timeout_ms")))
        << ms;
  }
}

TEST_F(ApiTest, TimeOutsOfCallsOutOfRange) {
  Table table = open();
  for (const double ms : {-1.0, std::numeric_limits<double>::quiet_NaN(), 1e9}) {
    const absl::Status status = table.get({"k"}, {.timeout_ms = ms}).status();
    EXPECT_THAT(status,
                FailsWith(StatusCode::kInvalidArgument,
                          AllOf(HasSubstr("get on table \"t\" refused"), HasSubstr("timeout_ms"))));
    EXPECT_EQ(codeOf(status), ErrorCode::kInvalidArgument);
  }
  EXPECT_THAT(table.set({"k"}, "v", {.ttl_seconds = -1}),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("ttl_seconds is -1")));
}

TEST_F(ApiTest, AHashKeyThatIsTooLong) {
  Table table = open({.max_hash_key_bytes = 0});
  const std::string key(65535, 'k');
  const auto refused =
      FailsWith(StatusCode::kInvalidArgument,
                HasSubstr("the hash key has 65535 bytes; at most 65534 are allowed"));
  EXPECT_THAT(table.get({key}), refused);
  EXPECT_THAT(table.set({key}, "v"), refused);
}

TEST_F(ApiTest, AValueOverTheServersLimit) {
  Table table = open({.max_value_bytes = 0, .max_write_bytes = 0});
  const std::string value(std::size_t{1} << 20, 'v');
  const absl::Status status = table.set({"k"}, value);
  EXPECT_THAT(status, FailsWith(StatusCode::kInvalidArgument,
                                AllOf(HasSubstr("ERR_INVALID_DATA"), HasSubstr("1 MiB"),
                                      HasSubstr("127.0.0.1:"))));
  EXPECT_EQ(codeOf(status), ErrorCode::kTooLarge);
  EXPECT_FALSE(mayHaveExecuted(status));
  EXPECT_THAT(table.get({"k"}), IsOk()) << "the connection goes on";
}

TEST_F(ApiTest, AReplicaServerThatNeverAnswers) {
  Table table = open();
  addFault({.ignore = true});
  const Within bound(std::chrono::seconds(3));
  const absl::Status status = table.set({"the key"}, "v", {.timeout_ms = 200});
  EXPECT_THAT(status,
              FailsWith(StatusCode::kDeadlineExceeded,
                        AllOf(HasSubstr("set \"the key\" on table \"t\""), HasSubstr("200 ms"),
                              HasSubstr("no answer yet"), HasSubstr("may have been executed"))));
  EXPECT_TRUE(mayHaveExecuted(status));
}

TEST_F(ApiTest, A05_TheTextShowsTheDefaultTimeOut) {
  connect({.operation_timeout_ms = 250});
  Table table = open();
  addFault({.ignore = true});
  EXPECT_THAT(table.get({"k"}),
              FailsWith(StatusCode::kDeadlineExceeded, HasSubstr("time-out of 250 ms")));
}

TEST_F(ApiTest, AReplicaServerThatAnswersGarbage) {
  Table table = open();
  addFault({.garbage = true});
  const Within bound(std::chrono::seconds(5));
  const absl::Status status = table.get({"k"}, {.timeout_ms = 300}).status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("127.0.0.1:"));
  onebox_->clearFaults();
  EXPECT_THAT(table.get({"k"}), IsOk()) << "it recovers by itself";
}

TEST_F(ApiTest, A69_AThrottlingServer) {
  Table table = open();
  addFault({.error = "ERR_BUSY"});
  const absl::Status status = table.set({"k"}, "v", {.timeout_ms = 200});
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("ERR_BUSY"));
  EXPECT_FALSE(mayHaveExecuted(status));
}

TEST(BadInputTest, ThePortIsInUse) {
  const test::RawServer taken("");
  const int port = std::stoi(taken.address().substr(taken.address().find(':') + 1));
  EXPECT_THAT(
      Onebox::start({.port = port}),
      FailsWith(StatusCode::kUnavailable, AllOf(HasSubstr(taken.address()), HasSubstr("in use"))));
}

}  // namespace
}  // namespace bridle
