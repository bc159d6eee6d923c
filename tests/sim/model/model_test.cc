// Any sequence of operations through client and onebox gives what a map of maps gives.
#include "model.h"

#include <rapidcheck.h>

#include <algorithm>
#include <sstream>

#include "base/status.h"
#include "step_gen.h"
#include "subject.h"
#include "support/temp_dir.h"

namespace bridle::internal::sim {
namespace {

// Many sequences, each on a new table.
bool behavesLikeTheModel(const WorldOptions& options) {
  World world(options);
  SimClient client(world, {.operation_timeout_ms = 10'000});
  int tables = 0;
  return rc::check([&] {
    const auto steps = *rc::gen::container<std::vector<Step>>(anyStep());
    Model model;
    Subject subject(client, text("t", ++tables));
    for (const Step& step : steps) {
      const std::string actual = subject.apply(step);
      const std::vector<std::string> right = model.apply(step, world.reactor().unixSeconds());
      if (std::find(right.begin(), right.end(), actual) != right.end()) continue;
      std::ostringstream what;
      what << step << " gave " << actual << ", expected " << right.front();
      RC_FAIL(what.str());
    }
  });
}

TEST(ModelTest, MemoryStore) {
  EXPECT_TRUE(behavesLikeTheModel({}));
}

TEST(ModelTest, RocksStore) {
  const test::TempDir folder;
  EXPECT_TRUE(behavesLikeTheModel({.data_dir = folder.path()}));
}

}  // namespace
}  // namespace bridle::internal::sim
