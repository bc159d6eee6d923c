#include <optional>

#include "unit/io/sim_network_fixture.h"

namespace bridle::internal {
namespace {

class SimResolveTest : public SimNetworkTest {
 protected:
  using Answer = absl::StatusOr<std::vector<Endpoint>>;

  void start(const std::string& host) {
    client_.resolve({host, 34601}, owner_, [this](Answer answer) { answer_ = std::move(answer); });
  }
  Answer resolve(const std::string& host) {
    answer_.reset();
    start(host);
    EXPECT_FALSE(answer_);  // never from inside the call
    EXPECT_TRUE(reactor_.runUntilIdle(1s));
    return answer_.value();
  }

  std::shared_ptr<int> owner_ = std::make_shared<int>();
  std::optional<Answer> answer_;
};

TEST_F(SimResolveTest, GivesAllAddressesOfAName) {
  network_.setName("meta", std::vector<std::uint32_t>{1, 2});
  EXPECT_THAT(*resolve("meta"), ElementsAre(Endpoint{1, 34601}, Endpoint{2, 34601}));
}

TEST_F(SimResolveTest, ANumericAddressNeedsNoTable) {
  EXPECT_THAT(*resolve("10.0.0.2"), ElementsAre(Endpoint{0x0a000002, 34601}));
}

TEST_F(SimResolveTest, UnknownAndFailingNamesAreErrors) {
  EXPECT_THAT(resolve("nowhere"),
              FailsWith(StatusCode::kUnavailable, "resolve nowhere: no such name"));
  network_.setName("meta", absl::UnavailableError("name server is away"));
  EXPECT_THAT(resolve("meta"), FailsWith(StatusCode::kUnavailable, "name server is away"));
}

TEST_F(SimResolveTest, A18_RecordsMayChange) {
  network_.setName("meta", std::vector<std::uint32_t>{1});
  EXPECT_THAT(*resolve("meta"), ElementsAre(Endpoint{1, 34601}));
  network_.setName("meta", std::vector<std::uint32_t>{9});
  EXPECT_THAT(*resolve("meta"), ElementsAre(Endpoint{9, 34601}));
}

TEST_F(SimResolveTest, TakesItsTime) {
  network_.setResolveDelay(SimDelay::fixed(2s));
  start("10.0.0.2");
  reactor_.runFor(1999ms);
  EXPECT_FALSE(answer_);
  EXPECT_EQ(network_.lookups(), 1U);
  reactor_.runFor(1ms);
  EXPECT_TRUE(answer_);
  EXPECT_EQ(network_.lookups(), 0U);
}

TEST_F(SimResolveTest, AnOwnerThatIsGoneHearsNothing) {
  start("10.0.0.2");
  owner_.reset();
  EXPECT_TRUE(reactor_.runUntilIdle(1s));
  EXPECT_FALSE(answer_);
}

}  // namespace
}  // namespace bridle::internal
