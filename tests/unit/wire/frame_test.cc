#include "wire/frame.h"

#include "golden.h"
#include "wire/rpc_names.h"

namespace bridle::internal::wire {
namespace {

using absl::StatusCode;
using golden::rawRequest;
using test::FailsWith;
using test::IsOk;
using testing::AllOf;
using testing::HasSubstr;

std::string request(const RequestHeader& header, HeaderVersion version) {
  std::string frame;
  appendRequest(frame, version, header, rpc_names::kGet, 7, "args");
  return frame;
}

std::string bodyOfV1() {
  return requestBody(vector("V1"));
}

TEST(FrameTest, AppendsBehindWhatIsThere) {
  std::string out = "before";
  appendRequest(out, HeaderVersion::kV1, golden::kHeader, rpc_names::kGet, 7,
                decodeRequest(vector("V1"))->args);
  EXPECT_EQ(out, "before" + vector("V1"));
}

TEST(FrameTest, EveryHeaderFieldComesBackWithItsExtremes) {
  const RequestHeader headers[] = {
      {},
      {-1, -2, -3, 0xffffffffffffffff, true},
      {INT32_MAX, INT32_MIN, INT32_MAX, 0x8000000000000000, false},
  };
  for (RequestHeader header : headers) {
    EXPECT_EQ(decodeRequest(request(header, HeaderVersion::kV1))->header, header);
    header.is_backup_request = false;
    EXPECT_EQ(decodeRequest(request(header, HeaderVersion::kV0))->header, header);
  }
}

TEST(FrameTest, Version0HasNoPlaceForTheBackupFlag) {
  EXPECT_EQ(request({.is_backup_request = true}, HeaderVersion::kV0),
            request({.is_backup_request = false}, HeaderVersion::kV0));
}

TEST(FrameTest, OnlyCallsAreRequests) {
  constexpr std::size_t kTypeOffset = 56;
  const struct {
    char type;
    bool served;
  } cases[] = {{0, false}, {1, true}, {2, false}, {3, false}, {4, true}, {5, false}, {-1, false}};
  for (const auto& [type, served] : cases) {
    std::string frame = vector("V1");
    frame[kTypeOffset] = type;
    const absl::StatusOr<Request> decoded = decodeRequest(frame);
    EXPECT_EQ(decoded.ok(), served) << int{type};
    if (!served) {
      EXPECT_THAT(decoded, FailsWith(StatusCode::kDataLoss, HasSubstr("message of type")));
    }
  }
}

TEST(FrameTest, TheOlderMessageHeaderWithoutVersionIsAccepted) {
  const std::string body = fromHex("00000011") + std::string(rpc_names::kGet) +
                           fromHex("0100000384") +
                           fromHex(
                               "0c00010000000161"
                               "00");
  const std::string frame = rawRequest("", body);
  const absl::StatusOr<Request> decoded = decodeRequest(frame);
  ASSERT_THAT(decoded, IsOk());
  EXPECT_EQ(decoded->rpc, rpc_names::kGet);
  EXPECT_EQ(decoded->type, MessageType::kCall);
  EXPECT_EQ(decoded->seq, 900);
  EXPECT_EQ(*decodeBlobArgs(decoded->args), "a");
}

TEST(FrameTest, ABodyThatIsNoMessageIsRefused) {
  const char* const bodies[] = {
      "00",                          // cut off
      "80020001000000014100000001",  // another version
      "8001000100000005410000",      // the name is longer than the body
      "80010001ffffffff4100000001",  // a length below zero
      "7fffffff",                    // an old header with a long name
  };
  for (const char* hex : bodies) {
    EXPECT_THAT(decodeRequest(rawRequest("", fromHex(hex))),
                FailsWith(StatusCode::kDataLoss, HasSubstr("no thrift message")))
        << hex;
  }
}

TEST(FrameTest, LengthsHaveToFitTheFrame) {
  for (const char* name : {"V1", "V2"}) {
    const std::string& frame = vector(name);
    EXPECT_THAT(decodeRequest(frame + "x"), FailsWith(StatusCode::kDataLoss, HasSubstr("cut off")));
    for (std::size_t size = 0; size < frame.size(); ++size) {
      EXPECT_FALSE(decodeRequest(frame.substr(0, size)).ok()) << size;
    }
  }
}

TEST(FrameTest, HeaderFieldsMayBeAbsentUnknownAndInAnyOrder) {
  // Flag, hash, partition index, app id, and a string field 9: as a server was seen to accept it.
  const std::string meta = fromHex(
      "020005000a00043377857006524257080002000000030800010000000"
      "20b000900000005657874726100");
  const absl::StatusOr<Request> decoded = decodeRequest(rawRequest(meta, bodyOfV1()));
  ASSERT_THAT(decoded, IsOk());
  EXPECT_EQ(
      decoded->header,
      (RequestHeader{.app_id = 2, .partition_index = 3, .partition_hash = 0x3377857006524257}));
  EXPECT_EQ(decodeRequest(rawRequest("", bodyOfV1()))->header, RequestHeader{});
  EXPECT_EQ(decodeRequest(rawRequest(fromHex("00"), bodyOfV1()))->header, RequestHeader{});
}

TEST(FrameTest, TheHeaderStructMayLackItsStop) {
  EXPECT_EQ(decodeRequest(rawRequest(fromHex("08000100000002"), bodyOfV1()))->header.app_id, 2);
  EXPECT_THAT(decodeRequest(rawRequest(fromHex("080001000002"), bodyOfV1())),
              FailsWith(StatusCode::kDataLoss, HasSubstr("request header")));
}

TEST(FrameTest, AHeaderFieldOfTheWrongTypeIsNotTakenForTheRightOne) {
  const std::string meta = fromHex(
      "0a0001000000000000000208000200000003"
      "00");
  EXPECT_EQ(decodeRequest(rawRequest(meta, bodyOfV1()))->header,
            (RequestHeader{.partition_index = 3}));
}

TEST(FrameTest, UnknownStructsInTheHeaderAreSkippedToABoundedDepth) {
  const std::string nested = fromHex(
      "0c0009"
      "0c0001"
      "080001000000ff"
      "00"
      "00"
      "08000100000002"
      "00");
  EXPECT_EQ(decodeRequest(rawRequest(nested, bodyOfV1()))->header.app_id, 2);
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += fromHex("0c0009");
  EXPECT_THAT(decodeRequest(rawRequest(deep, bodyOfV1())),
              FailsWith(StatusCode::kDataLoss, HasSubstr("request header")));
}

TEST(FrameTest, ALongNameIsCutInTheReply) {
  const std::string name(48, 'X');
  std::string frame;
  appendReply(frame, "ERR_HANDLER_NOT_FOUND", name, 1, "");
  EXPECT_EQ(decodeReply(frame)->ack, name.substr(0, 47));
  frame.clear();
  appendReply(frame, "ERR_HANDLER_NOT_FOUND", name.substr(0, 45), 1, "");
  EXPECT_EQ(decodeReply(frame)->ack, name.substr(0, 45) + "_A");
}

TEST(FrameTest, AnUnknownErrorNameIsAFailureNotAnIllFormedFrame) {
  std::string frame;
  appendReply(frame, "ERR_FROM_THE_FUTURE", rpc_names::kGet, 7, "result");
  const absl::StatusOr<Reply> reply = decodeReply(frame);
  ASSERT_THAT(reply, IsOk());
  EXPECT_EQ(reply->error, ServerError::kUnrecognised);
  EXPECT_EQ(reply->error_name, "ERR_FROM_THE_FUTURE");
  EXPECT_EQ(reply->result, "");
}

TEST(FrameTest, AReplyOfAnotherMessageTypeIsRefused) {
  constexpr std::size_t kTypeOffset = 17;
  for (const char type : {'\0', '\1', '\3', '\4'}) {
    std::string frame = vector("V3");
    frame[kTypeOffset] = type;
    EXPECT_THAT(decodeReply(frame), FailsWith(StatusCode::kDataLoss, HasSubstr("message of type")));
  }
}

TEST(FrameTest, AReplyHasToBeAsLongAsItSays) {
  EXPECT_THAT(decodeReply(vector("V3") + "x"),
              FailsWith(StatusCode::kDataLoss, AllOf(HasSubstr("105"), HasSubstr("ill-formed"))));
}

}  // namespace
}  // namespace bridle::internal::wire
