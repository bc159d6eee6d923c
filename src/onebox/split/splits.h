#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "io/reactor.h"
#include "onebox/catalog.h"
#include "onebox/table.h"

namespace bridle::internal::onebox {

// Carries the partition splits of a cluster through. The production server copies a parent's
// records to its child first, which takes a while, then the parent stops to serve until its child
// is registered; here only the times pass.
class Splits final : private Timer {
 public:
  // `on_step` is called after each step that time brought.
  Splits(Reactor& reactor, Catalog& catalog, std::function<void()> on_step)
      : reactor_(reactor), catalog_(catalog), on_step_(std::move(on_step)) {}
  ~Splits() { reactor_.cancel(*this); }

  enum class Pace : std::uint8_t { kByItself, kByHand };

  // The table has twice its partitions from now on. By hand: each parent waits for startHandOver()
  // or finishHandOver().
  void start(Table& table, Pace pace);

  // Goes on with the splits of a catalog that was restored.
  void resume() { wake(); }

  // Sends parents, by partition, to another status; that takes a while as well.
  void turn(Split& split, std::span<const int> parents, Split::Status to);

  // Of a parent that is not done and has a primary.
  void startHandOver(Table& table, int parent);
  void finishHandOver(Table& table, int parent);

 private:
  void onTimer(TimePoint now) override;

  void turn(Split::Parent& parent, Split::Status to) const;
  void startHandOver(Split::Parent& parent) const;
  void advance(Table& table, TimePoint now);
  void step(Table& table, int index, Split::Parent& parent);
  void wake();

  Reactor& reactor_;
  Catalog& catalog_;
  const std::function<void()> on_step_;
};

}  // namespace bridle::internal::onebox
