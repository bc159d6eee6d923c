#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/status.h"
#include "support/table_world.h"

namespace bridle::test {

inline ErrorInfo infoOf(const TestCall& call) {
  return errorInfo(call.status).value_or(ErrorInfo{});
}

inline std::string textOf(const TestCall& call) {
  return std::string(internal::toStd(call.status.message()));
}

// An open table whose servers answer at once, if the test does not say otherwise.
class CallsFixture : public testing::Test {
 protected:
  void SetUp() override { world.open(); }

  // When the requests came.
  std::vector<internal::Duration> times(const FakeReplica& replica) const {
    std::vector<internal::Duration> times;
    for (const auto& request : replica.requests()) times.push_back(world.sinceOpen(request.at));
    return times;
  }

  TableWorld world;
};

}  // namespace bridle::test
