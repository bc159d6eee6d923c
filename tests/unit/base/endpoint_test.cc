#include "base/endpoint.h"

#include "support/status_matchers.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::FailsWith;
using testing::HasSubstr;

TEST(EndpointTest, PrintsAndParsesBack) {
  const absl::StatusOr<Endpoint> endpoint = parseEndpoint("10.1.2.3:34601");
  ASSERT_TRUE(endpoint.ok());
  EXPECT_EQ(endpoint->ipv4, 0x0a010203U);
  EXPECT_EQ(endpoint->toString(), "10.1.2.3:34601");
  EXPECT_EQ(Endpoint{}.toString(), "none");
}

TEST(EndpointTest, SaysWhatIsWrongWithAnAddress) {
  const struct {
    const char* text;
    const char* why;
  } cases[] = {
      {"localhost", "no port"},
      {":34601", "no host"},
      {"meta:", "the port is a number"},
      {"meta:0", "the port is a number"},
      {"meta:65536", "the port is a number"},
      {"meta:12a", "the port is a number"},
      {"me ta:34601", "a host name has letters"},
      {"http://meta:34601", "IPv6 is not supported"},
  };
  for (const auto& c : cases) {
    EXPECT_THAT(parseHostPort(c.text), FailsWith(StatusCode::kInvalidArgument, HasSubstr(c.why)))
        << c.text;
    EXPECT_THAT(parseHostPort(c.text), FailsWith(StatusCode::kInvalidArgument, HasSubstr(c.text)));
  }
}

TEST(EndpointTest, A26_Ipv6IsRefusedWithAClearText) {
  EXPECT_THAT(parseHostPort("[::1]:34601"),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("IPv6 is not supported")));
}

TEST(EndpointTest, OnlyNumericAddressesAreEndpoints) {
  EXPECT_FALSE(parseEndpoint("localhost:1").ok());
  EXPECT_FALSE(parseEndpoint("1.2.3:1").ok());
  EXPECT_FALSE(parseEndpoint("1.2.3.256:1").ok());
  EXPECT_FALSE(parseEndpoint("1.2.3.4.5:1").ok());
  EXPECT_FALSE(parseEndpoint("0.0.0.0:1").ok());
}

}  // namespace
}  // namespace bridle::internal
