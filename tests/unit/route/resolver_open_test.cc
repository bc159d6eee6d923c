#include "base/error.h"
#include "support/status_matchers.h"
#include "unit/route/resolver_fixture.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using test::errorConfig;
using test::FailsWith;
using test::IsOk;
using test::ServerError;
using test::tableConfig;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

class ResolverOpenTest : public test::ResolverFixture {
 protected:
  // Opens against one constant answer; the status.
  absl::Status openAgainst(test::query_cfg_response config) {
    answer(std::move(config));
    open();
    reactor.runFor(5s);
    EXPECT_TRUE(opened.has_value());
    return opened.value_or(absl::UnknownError("open() has not ended"));
  }
};

TEST_F(ResolverOpenTest, AsksForTheWholeTableAndInstallsTheAnswer) {
  openWith(tableConfig(2, 8));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0]->partitionCount(), 8);
  EXPECT_EQ(told[0]->version(), 1U);
  const auto request = wire::decodeArgs<wire::query_cfg_request>(meta(1).requests[0].args);
  ASSERT_THAT(request, IsOk());
  EXPECT_EQ(request->app_name, "temp");
  EXPECT_THAT(request->partition_indices, IsEmpty());
  EXPECT_EQ(resolver->refreshes(), 0U);
  EXPECT_THAT(errors, IsEmpty());
}

TEST_F(ResolverOpenTest, TellsTheRoutesBeforeItSaysDone) {
  answer(tableConfig(2, 8));
  bool routes_known = false;
  Resolver own(
      *session, reactor, "temp", [&](const auto&) { routes_known = true; }, [](const auto&) {});
  bool done = false;
  own.open(reactor.now() + 1s, [&](const absl::Status&) {
    done = true;
    EXPECT_TRUE(routes_known);
  });
  reactor.runFor(10ms);
  EXPECT_TRUE(done);
}

TEST_F(ResolverOpenTest, A25_AnUnknownTableEndsAfterOneQueryAndIsNamed) {
  EXPECT_THAT(openAgainst(errorConfig(ServerError::kObjectNotFound)),
              FailsWith(StatusCode::kNotFound,
                        AllOf(HasSubstr("table \"temp\" does not exist"),
                              HasSubstr("10.0.1.1:34601"), HasSubstr("ERR_OBJECT_NOT_FOUND"))));
  EXPECT_EQ(errorInfo(*opened)->code, ErrorCode::kTableNotFound);
  EXPECT_EQ(errorInfo(*opened)->server_error, "ERR_OBJECT_NOT_FOUND");
  EXPECT_EQ(session->queries(), 1U);
  EXPECT_THAT(told, IsEmpty());
  EXPECT_THAT(errors, IsEmpty());
}

TEST_F(ResolverOpenTest, A21_WaitsUntilTheTableIsCreated) {
  answer(errorConfig(ServerError::kBusyCreating));
  open();
  reactor.runFor(2s);
  EXPECT_FALSE(opened.has_value());
  answer(tableConfig(2, 4));
  reactor.runFor(200ms);
  ASSERT_TRUE(opened.has_value());
  EXPECT_THAT(*opened, IsOk());
}

TEST_F(ResolverOpenTest, A21_SaysThatATableIsBeingDropped) {
  EXPECT_THAT(
      openAgainst(errorConfig(ServerError::kBusyDropping)),
      FailsWith(StatusCode::kUnavailable, AllOf(HasSubstr("table \"temp\" is being dropped"),
                                                HasSubstr("ERR_BUSY_DROPPING"))));
  EXPECT_EQ(session->queries(), 1U);
}

TEST_F(ResolverOpenTest, A24_ABusyMetaIsAskedLessThanTwentyTimesASecond) {
  answer(errorConfig(ServerError::kBusyCreating));
  open();
  reactor.runFor(1s);
  EXPECT_LT(session->queries(), 20U);
  EXPECT_GT(session->queries(), 5U);
}

TEST_F(ResolverOpenTest, SaysThatATableIsStillBeingCreatedWhenTheTimeIsUp) {
  EXPECT_THAT(openAgainst(errorConfig(ServerError::kBusyCreating)),
              FailsWith(StatusCode::kUnavailable,
                        AllOf(HasSubstr("table \"temp\" is being created"),
                              HasSubstr("; still so after 4"), HasSubstr("ERR_BUSY_CREATING"))));
  EXPECT_EQ(errorInfo(*opened)->server_error, "ERR_BUSY_CREATING");
}

TEST_F(ResolverOpenTest, ADeniedTableIsFinal) {
  EXPECT_THAT(openAgainst(errorConfig(ServerError::kAclDeny)),
              FailsWith(StatusCode::kFailedPrecondition, HasSubstr("ERR_ACL_DENY")));
  EXPECT_EQ(errorInfo(*opened)->code, ErrorCode::kRefused);
  EXPECT_EQ(session->queries(), 1U);
}

TEST_F(ResolverOpenTest, AnErrorThatNobodyKnowsIsFinalAndTold) {
  auto config = errorConfig(ServerError::kOk);
  config.err = wire::error_code(std::string_view("ERR_OF_TOMORROW"));
  EXPECT_THAT(
      openAgainst(config),
      FailsWith(StatusCode::kUnavailable, AllOf(HasSubstr("temp"), HasSubstr("ERR_OF_TOMORROW"))));
  EXPECT_EQ(session->queries(), 1U);
}

TEST_F(ResolverOpenTest, ATableWithoutPartitionsIsNotAccepted) {
  EXPECT_THAT(openAgainst(tableConfig(2, 0)),
              FailsWith(StatusCode::kDataLoss,
                        AllOf(HasSubstr("table \"temp\""), HasSubstr("a table of 0 partitions"))));
  EXPECT_THAT(told, IsEmpty());
}

TEST_F(ResolverOpenTest, APartitionWithoutAPrimaryIsAccepted) {
  auto config = tableConfig(2, 4);
  config.partitions[3] = test::partition(2, 3, 0, {});
  openWith(config);
  EXPECT_FALSE(told[0]->at(3).primary.valid());
}

TEST_F(ResolverOpenTest, AnAnswerThatIsCutOffIsAskedForAgain) {
  const std::string whole = test::encoded(tableConfig(2, 4));
  meta(1).script = [&](const auto& request) {
    meta(1).reply(request, whole.substr(0, whole.size() / 2));
  };
  open();
  reactor.runFor(1s);
  EXPECT_FALSE(opened.has_value());
  answer(tableConfig(2, 4));
  reactor.runFor(200ms);
  ASSERT_TRUE(opened.has_value());
  EXPECT_THAT(*opened, IsOk());
}

TEST_F(ResolverOpenTest, AnUnreachableMetaEndsAtTheDeadline) {
  meta(1).stop();
  open(3s);
  reactor.runFor(2999ms);
  EXPECT_FALSE(opened.has_value());
  reactor.runFor(1ms);
  ASSERT_TRUE(opened.has_value());
  EXPECT_THAT(*opened, FailsWith(StatusCode::kUnavailable,
                                 AllOf(HasSubstr("routes of table \"temp\""),
                                       HasSubstr("10.0.1.1:34601"), HasSubstr("refused"))));
  EXPECT_EQ(errorInfo(*opened)->code, ErrorCode::kMetaUnavailable);
}

TEST_F(ResolverOpenTest, MayBeOpenedAgainAfterAnError) {
  EXPECT_FALSE(openAgainst(errorConfig(ServerError::kObjectNotFound)).ok());
  answer(tableConfig(2, 4));
  opened.reset();
  resolver->open(reactor.now() + 1s, [this](absl::Status status) { opened = status; });
  reactor.runFor(10ms);
  ASSERT_TRUE(opened.has_value());
  EXPECT_THAT(*opened, IsOk());
}

TEST_F(ResolverOpenTest, DestructionEndsAQuestionSilently) {
  open();
  reactor.runFor(1ms);
  resolver.reset();
  answer(tableConfig(2, 4));
  reactor.runFor(10s);
  EXPECT_FALSE(opened.has_value());
  EXPECT_THAT(told, IsEmpty());
  EXPECT_TRUE(reactor.runUntilIdle(1min));
}

}  // namespace
}  // namespace bridle::internal
