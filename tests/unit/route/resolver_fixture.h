#pragma once

#include <memory>
#include <vector>

#include "route/resolver.h"
#include "unit/route/meta_fixture.h"

namespace bridle::test {

// A resolver of table "temp" with the only meta it asks, and what it told.
class ResolverFixture : public MetaFixture {
 protected:
  ResolverFixture() { useServers({"10.0.1.1:34601"}); }

  void answer(query_cfg_response config) { always(1, std::move(config)); }

  void open(Duration limit = 5s) {
    opened.reset();
    resolver.emplace(
        *session, reactor, "temp",
        [this](std::shared_ptr<const internal::RoutingTable> routes) { told.push_back(routes); },
        [this](const absl::Status& why) { errors.push_back(why); });
    resolver->open(reactor.now() + limit, [this](absl::Status status) { opened = status; });
  }

  void openWith(query_cfg_response config) {
    answer(std::move(config));
    open();
    reactor.runFor(10ms);
    ASSERT_TRUE(opened.has_value() && opened->ok());
  }

  // Long enough for any pause between two questions.
  void refreshAndWait() {
    resolver->refresh(told.back()->version());
    reactor.runFor(6s);
  }

  std::optional<internal::Resolver> resolver;
  std::optional<absl::Status> opened;
  std::vector<std::shared_ptr<const internal::RoutingTable>> told;
  std::vector<absl::Status> errors;
};

}  // namespace bridle::test
