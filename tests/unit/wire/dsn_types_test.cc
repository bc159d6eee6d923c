// The special types against fixed bytes.

#include "support/status_matchers.h"
#include "vectors.h"
#include "wire/thrift_io.h"

namespace bridle::internal::wire {
namespace {

template <typename T>
std::string hexOf(const T& value) {
  std::string bytes;
  StringTransport transport(bytes);
  StringProtocol protocol(unowned(transport));
  value.write(&protocol);
  return absl::BytesToHexString(bytes);
}

template <typename T>
T fromHexAs(const std::string& hex) {
  T value;
  const std::string bytes = fromHex(hex);
  EXPECT_THAT(thrift_io::decode("a value", bytes,
                                [&](SpanProtocol& in) {
                                  value.read(&in);
                                  EXPECT_EQ(in.remaining(), 0U);
                                }),
              test::IsOk());
  return value;
}

template <typename T>
void expectBoth(const T& value, const std::string& hex) {
  EXPECT_EQ(hexOf(value), hex);
  EXPECT_EQ(fromHexAs<T>(hex), value);
}

TEST(DsnTypesTest, A60_BlobIsLengthAndBytes) {
  expectBoth(blob("v1"), "000000027631");
  expectBoth(blob(), "00000000");
  expectBoth(blob(std::string("\0\xff\n", 3)), "0000000300ff0a");
}

TEST(DsnTypesTest, A60_ErrorCodeIsItsName) {
  expectBoth(error_code(ServerError::kOk), "000000064552525f4f4b");
  EXPECT_EQ(error_code(ServerError::kBusy).value(), ServerError::kBusy);
  EXPECT_EQ(error_code().value(), ServerError::kUnknown);
}

TEST(DsnTypesTest, ErrorCodeKeepsANameThatWeDoNotKnow) {
  const auto decoded = fromHexAs<error_code>("000000054552525f58");
  EXPECT_EQ(decoded.name, "ERR_X");
  EXPECT_EQ(decoded.value(), ServerError::kUnrecognised);
}

TEST(DsnTypesTest, A60_GpidHasThePartitionIndexInTheUpperHalf) {
  expectBoth(gpid{.app_id = 2, .partition_index = 3}, "0000000300000002");
  expectBoth(gpid{.app_id = -1, .partition_index = 5}, "00000005ffffffff");
  expectBoth(gpid{.app_id = 7, .partition_index = -1}, "ffffffff00000007");
}

TEST(DsnTypesTest, A60_AddressIsIpv4PortAndKind) {
  expectBoth(rpc_address(Endpoint{0x7f000001, 34801}), "7f00000187f10001");
  expectBoth(rpc_address(Endpoint{0x0a010203, 34601}), "0a01020387290001");
  expectBoth(rpc_address(Endpoint{0xffffffff, 65535}), "ffffffffffff0001");
  expectBoth(rpc_address(), "0000000000000000");
}

TEST(DsnTypesTest, AnAddressOfAnotherKindOrWithoutAPartIsNone) {
  for (const char* hex :
       {"7f00000187f10000", "00007f0012345672", "0000000087f10001", "7f00000100000001"}) {
    EXPECT_EQ(Endpoint(fromHexAs<rpc_address>(hex)), Endpoint()) << hex;
  }
}

TEST(DsnTypesTest, A60_HostPortIsNamePortAndKind) {
  expectBoth(host_port(HostPort{"localhost", 34801}), "000000096c6f63616c686f737487f101");
  expectBoth(host_port(), "00000000000000");
}

}  // namespace
}  // namespace bridle::internal::wire
