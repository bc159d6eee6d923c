#include <algorithm>
#include <vector>

#include "base/limits.h"
#include "integration/io/asio_fixture.h"

namespace bridle::internal {
namespace {

class NameLookupTest : public AsioTest {
 protected:
  using Answer = absl::StatusOr<std::vector<Endpoint>>;

  void start(const std::string& host) {
    network_->resolve({host, 34601}, owner_, [this](Answer answer) {
      EXPECT_TRUE(reactor_->isCurrent());
      answers_.push_back(std::move(answer));
    });
  }
  Answer resolve(const std::string& host) {
    start(host);
    EXPECT_TRUE(answers_.empty());  // never from inside the call
    EXPECT_TRUE(runUntil([&] { return !answers_.empty(); }));
    return answers_.at(0);
  }

  std::shared_ptr<int> owner_ = std::make_shared<int>();
  std::vector<Answer> answers_;
};

TEST_F(NameLookupTest, FindsLocalhost) {
  EXPECT_THAT(resolve("localhost"), test::IsOk());
  EXPECT_THAT(*answers_[0], ElementsAre(Endpoint{0x7f000001, 34601}));
}

TEST_F(NameLookupTest, ANumericAddressIsItsOwnAnswer) {
  EXPECT_THAT(*resolve("10.1.2.3"), ElementsAre(Endpoint{0x0a010203, 34601}));
}

TEST_F(NameLookupTest, AnUnknownNameFailsAndIsNamed) {
  EXPECT_THAT(resolve("no-such-host.invalid"),
              FailsWith(StatusCode::kUnavailable, HasSubstr("resolve no-such-host.invalid: ")));
}

TEST_F(NameLookupTest, AnOwnerThatIsGoneHearsNothing) {
  start("localhost");
  start("10.1.2.3");
  owner_.reset();
  runFor(50ms);
  EXPECT_TRUE(answers_.empty());
}

TEST_F(NameLookupTest, TooManyAtATimeAreRefused) {
  for (std::size_t i = 0; i <= limits::kMaxNameLookups; ++i) start("localhost");
  EXPECT_TRUE(runUntil([&] { return answers_.size() == limits::kMaxNameLookups + 1; }));
  const auto refused = std::partition(answers_.begin(), answers_.end(),
                                      [](const Answer& answer) { return answer.ok(); });
  ASSERT_EQ(answers_.end() - refused, 1);
  EXPECT_THAT(*refused, FailsWith(StatusCode::kResourceExhausted, HasSubstr("try again later")));
  answers_.clear();
  EXPECT_THAT(resolve("localhost"), test::IsOk());
}

TEST_F(NameLookupTest, TheNetworkMayGoWithLookupsUnderWay) {
  for (int i = 0; i < 5; ++i) start("localhost");
  start("10.1.2.3");
  network_.reset();
  runFor(20ms);
  EXPECT_TRUE(answers_.empty());
}

}  // namespace
}  // namespace bridle::internal
