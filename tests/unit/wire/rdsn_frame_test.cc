#include "wire/rdsn_frame.h"

#include "golden.h"
#include "wire/framer.h"
#include "wire/rpc_names.h"

namespace bridle::internal::wire {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::HasSubstr;

constexpr std::size_t kHeaderBytes = 192;
constexpr std::size_t kContextOffset = 104;
constexpr std::size_t kNameOffset = 40;
constexpr Endpoint kNode = {0x7f000001, 34801};

TEST(RdsnFrameTest, V48_Get) {
  const absl::StatusOr<RdsnRequest> request = decodeRdsnRequest(vector("V48"));
  ASSERT_THAT(request, IsOk());
  EXPECT_EQ(request->id, 1U);
  EXPECT_EQ(request->trace_id, 0x1122334455667788U);
  EXPECT_EQ(request->context, 0x441U);
  EXPECT_EQ(request->header, golden::kHeader);
  EXPECT_EQ(request->rpc, rpc_names::kGet);
  EXPECT_EQ(*decodeBlobArgs(request->args), fromHex("000568656c6c6f776f726c64"));
}

TEST(RdsnFrameTest, V49_GetReply) {
  read_response result;
  result.value = "v1";
  result.app_id = 2;
  result.partition_index = 7;
  result.server = golden::kServer;
  std::string frame;
  appendRdsnReply(frame, *decodeRdsnRequest(vector("V48")), "ERR_OK", kNode,
                  golden::encodedResult(result));
  EXPECT_EQ(frame, vector("V49"));
}

TEST(RdsnFrameTest, TheBackupFlagIsContextBit11AndIsRepeated) {
  std::string backup = vector("V48");
  backup[kContextOffset + 1] = '\x0c';
  const absl::StatusOr<RdsnRequest> request = decodeRdsnRequest(backup);
  ASSERT_THAT(request, IsOk());
  EXPECT_TRUE(request->header.is_backup_request);
  std::string reply;
  appendRdsnReply(reply, *request, "ERR_OK", kNode, "");
  EXPECT_EQ(reply.substr(kContextOffset, 2), "\x40\x0c");
}

TEST(RdsnFrameTest, AnErrorHasAHeaderOnly) {
  std::string frame;
  appendRdsnReply(frame, *decodeRdsnRequest(vector("V48")), "ERR_INVALID_STATE", kNode, "");
  EXPECT_EQ(frame.size(), kHeaderBytes);
  EXPECT_THAT(frame, HasSubstr("ERR_INVALID_STATE"));
}

TEST(RdsnFrameTest, ANameThatFillsItsPlaceIsCut) {
  std::string long_name = vector("V48");
  long_name.replace(kNameOffset, 48, std::string(48, 'X'));
  const absl::StatusOr<RdsnRequest> request = decodeRdsnRequest(long_name);
  ASSERT_THAT(request, IsOk());
  EXPECT_EQ(request->rpc, std::string(47, 'X'));
  std::string reply;
  appendRdsnReply(reply, *request, "ERR_HANDLER_NOT_FOUND", kNode, "");
  EXPECT_EQ(reply.substr(kNameOffset, 47), std::string(47, 'X'));
  EXPECT_EQ(reply[kNameOffset + 47], '\0');
}

TEST(RdsnFrameTest, EveryPrefixNeedsMoreAndIsNoRequest) {
  const std::string& frame = vector("V48");
  for (std::size_t size = 0; size < frame.size(); ++size) {
    const std::string prefix = frame.substr(0, size);
    EXPECT_EQ(*measureRdsnRequest(prefix), size < kHeaderBytes ? 0 : frame.size());
    EXPECT_THAT(decodeRdsnRequest(prefix), FailsWith(StatusCode::kDataLoss, HasSubstr("cut off")));
  }
}

TEST(RdsnFrameTest, AnotherSignatureVersionOrHeaderLengthIsRefused) {
  for (const std::size_t offset : {0U, 4U, 8U}) {
    std::string frame = vector("V48");
    frame[offset] = '\x7f';
    EXPECT_THAT(measureRdsnRequest(frame),
                FailsWith(StatusCode::kDataLoss, HasSubstr("not a native request")));
  }
}

}  // namespace
}  // namespace bridle::internal::wire
