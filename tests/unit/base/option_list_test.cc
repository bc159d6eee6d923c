#include "base/option_list.h"

#include <cmath>
#include <functional>
#include <limits>

#include <boost/pfr.hpp>
#include "bridle/error.h"
#include "support/status_matchers.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::AllOf;
using testing::HasSubstr;

ClientOptions goodOptions() {
  ClientOptions options;
  options.meta_servers = {"127.0.0.1:34601", "meta.example:34602"};
  return options;
}

TEST(OptionListTest, HasEveryFieldOfTheStructs) {
  EXPECT_EQ(clientOptionList().size(), boost::pfr::tuple_size_v<ClientOptions>);
  EXPECT_EQ(tableOptionList().size(), boost::pfr::tuple_size_v<TableOptions>);
}

TEST(OptionListTest, DefaultsAreValidOnceThereIsAMetaServer) {
  EXPECT_THAT(validate(goodOptions()), IsOk());
  EXPECT_THAT(validate(TableOptions{}), IsOk());
}

TEST(OptionListTest, AnEmptyListOfMetaServersSaysWhatToWrite) {
  EXPECT_THAT(validate(ClientOptions{}),
              FailsWith(StatusCode::kInvalidArgument,
                        "meta_servers is empty; name at least one server, as in meta_servers = "
                        "[\"127.0.0.1:34601\"]"));
}

TEST(OptionListTest, ABadMetaServerIsNamedWithItsIndex) {
  ClientOptions options = goodOptions();
  options.meta_servers[1] = "localhost";
  EXPECT_THAT(validate(options),
              FailsWith(StatusCode::kInvalidArgument,
                        "meta_servers[1]: bad address \"localhost\": no port; write host:port"));
  options.meta_servers[1] = "a:1,b:2";
  EXPECT_THAT(validate(options),
              FailsWith(StatusCode::kInvalidArgument, HasSubstr("write one per entry")));
}

TEST(OptionListTest, TimeoutsNamedWithValueAndRange) {
  ClientOptions options = goodOptions();
  options.operation_timeout_ms = 0;
  EXPECT_THAT(validate(options), FailsWith(StatusCode::kInvalidArgument,
                                           "operation_timeout_ms = 0 is out of range; allowed: "
                                           "more than 0, at most 86400000"));
  options.operation_timeout_ms = -1.5;
  EXPECT_THAT(validate(options), FailsWith(StatusCode::kInvalidArgument,
                                           HasSubstr("operation_timeout_ms = -1.5 is out of")));
}

// Every number in turn, just inside and just outside of what is allowed.
template <typename Options, typename Field>
void expectEdges(const Options& good, std::span<const Field> fields) {
  for (const Field& field : fields) {
    const auto* const member = std::get_if<double Options::*>(&field.member);
    if (member == nullptr) continue;
    const auto with = [&](double value) {
      Options options = good;
      options.*(*member) = value;
      return validate(options);
    };
    const OptionRange& allowed = field.allowed;
    const double inf = std::numeric_limits<double>::infinity();
    const double below = std::nextafter(allowed.least, -inf);
    EXPECT_THAT(with(allowed.most), IsOk()) << field.name;
    EXPECT_EQ(with(allowed.least).ok(), !allowed.above_least) << field.name;
    EXPECT_THAT(with(std::nextafter(allowed.least, inf)), IsOk()) << field.name;
    for (const double bad : {below, std::nextafter(allowed.most, inf), inf, -inf, std::nan("")}) {
      EXPECT_THAT(with(bad), FailsWith(StatusCode::kInvalidArgument,
                                       AllOf(HasSubstr(std::string(field.name) + " = "),
                                             HasSubstr(allowed.describe()))));
    }
  }
}

TEST(OptionListTest, EveryNumberHasItsRangeAndRefusesNan) {
  expectEdges(goodOptions(), clientOptionList());
  expectEdges(TableOptions{}, tableOptionList());
}

TEST(OptionListTest, EventLoopsAreBounded) {
  ClientOptions options = goodOptions();
  for (const int bad : {-1, 0, 65, std::numeric_limits<int>::max()}) {
    options.event_loops = bad;
    EXPECT_THAT(validate(options), FailsWith(StatusCode::kInvalidArgument,
                                             HasSubstr("allowed: at least 1, at most 64")));
  }
  options.event_loops = 64;
  EXPECT_THAT(validate(options), IsOk());
}

TEST(OptionListTest, AnySeedIsGood) {
  ClientOptions options = goodOptions();
  options.seed = std::numeric_limits<unsigned long long>::max();
  EXPECT_THAT(validate(options), IsOk());
}

TEST(OptionListTest, AFailureHasTheErrorCodeInvalidArgument) {
  const std::optional<ErrorInfo> info = errorInfo(validate(ClientOptions{}));
  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(info->may_have_executed);
}

}  // namespace
}  // namespace bridle::internal
