// Native exchanges recorded with a real server: our reply to the same request has the same bytes.

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/status_matchers.h"
#include "vectors.h"
#include "wire/rdsn_frame.h"

namespace bridle::internal::wire {
namespace {

using nlohmann::json;

constexpr std::size_t kHeaderBytes = 192;
constexpr std::size_t kLocalCode = 88;
constexpr std::size_t kLocalError = 184;
constexpr std::size_t kFrom = 112;

// Numbers that mean something to their sender only; ours are zero.
std::string withoutLocalCodes(std::string frame) {
  frame.replace(kLocalCode, sizeof(std::uint64_t), sizeof(std::uint64_t), '\0');
  return frame.replace(kLocalError, sizeof(std::uint64_t), sizeof(std::uint64_t), '\0');
}

Endpoint senderOf(const std::string& frame) {
  std::uint64_t packed = 0;
  std::memcpy(&packed, &frame[kFrom], sizeof(packed));
  return {static_cast<std::uint32_t>(packed >> 32), static_cast<std::uint16_t>(packed >> 16)};
}

TEST(RecordedRdsnTest, OurReplyHasTheBytesOfTheServer) {
  std::ifstream file(BRIDLE_TEST_DATA "/wire/transcripts_rdsn.jsonl");
  std::string line;
  int exchanges = 0;
  while (std::getline(file, line)) {
    const json exchange = json::parse(line);
    SCOPED_TRACE(exchange.at("name").get<std::string>());
    const std::string frame = fromHex(exchange.at("request_hex"));
    const std::string expected = fromHex(exchange.at("response_hex"));
    const json& fields = exchange.at("fields");

    const absl::StatusOr<RdsnRequest> request = decodeRdsnRequest(frame);
    ASSERT_THAT(request, test::IsOk());
    EXPECT_EQ(std::string(request->rpc) + "_ACK", fields.at("name").get<std::string>());
    EXPECT_EQ(request->header.app_id, fields.at("gpid").at(0).get<std::int32_t>());
    EXPECT_EQ(request->header.partition_index, fields.at("gpid").at(1).get<std::int32_t>());
    EXPECT_EQ(request->header.timeout_ms, fields.at("timeout").get<std::int32_t>());
    std::string reply;
    appendRdsnReply(reply, *request, fields.at("err").get<std::string>(), senderOf(expected),
                    expected.substr(kHeaderBytes));
    EXPECT_EQ(reply, withoutLocalCodes(expected));
    ++exchanges;
  }
  EXPECT_EQ(exchanges, 8);
}

}  // namespace
}  // namespace bridle::internal::wire
