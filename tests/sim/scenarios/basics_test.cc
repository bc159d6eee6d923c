// All operations through client, network and cluster.

#include "world_test.h"

namespace bridle::internal::sim {
namespace {

class BasicsTest : public WorldTest {};

TEST_F(BasicsTest, WhatIsSetIsReadUntilItIsDeleted) {
  EXPECT_THAT(set("k", "v"), IsOk());
  EXPECT_EQ(*get("k"), "v");
  EXPECT_TRUE(*client_->exist(t_, "k"));
  EXPECT_EQ(*client_->ttl(t_, "k"), Ttl{});
  EXPECT_THAT(client_->del(t_, "k"), IsOk());
  EXPECT_EQ(*get("k"), std::nullopt);
  EXPECT_FALSE(*client_->exist(t_, "k"));
  EXPECT_EQ(*client_->ttl(t_, "k"), std::nullopt);
}

TEST_F(BasicsTest, ARecordExpires) {
  EXPECT_THAT(client_->set(t_, "k", "v", 0, 10), IsOk());
  EXPECT_EQ((*client_->ttl(t_, "k"))->seconds, 10);
  pass(9s);
  EXPECT_EQ(*get("k"), "v");
  pass(1s);
  EXPECT_EQ(*get("k"), std::nullopt);
}

TEST_F(BasicsTest, ACallCostsOneRoundTrip) {
  const TimePoint start = world_->now();
  EXPECT_EQ(*get("k"), std::nullopt);
  EXPECT_EQ(world_->now() - start, 200us);
  EXPECT_EQ(world_->seen().size(), 1U);
}

}  // namespace
}  // namespace bridle::internal::sim
