#include "onebox/split/splits.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "onebox/rules/env_keys.h"
#include "onebox/split/child.h"

namespace bridle::internal::onebox {
namespace {

using Status = Split::Status;

// When the step that a parent's status leads to is done.
Duration timeOf(Status status) {
  switch (status) {
    case Status::kSplitting:
      return limits::kSplitCopyTime;
    case Status::kPausing:
    case Status::kCanceling:
      return limits::kSplitStopTime;
    case Status::kPaused:
      return Duration::max();
  }
  return {};
}

std::vector<int> dueParents(const Split& split, TimePoint now) {
  std::vector<int> due;
  for (const auto& [index, parent] : split.parents) {
    if (parent.due <= now) due.push_back(index);
  }
  return due;
}

// The last parent is done: its table has all of its partitions, or those it had before.
void finish(Table& table) {
  const auto children = std::ssize(table.split->children);
  assert(children == 0 || children == table.spec.partitions / 2);
  if (children == 0) table.spec.partitions /= 2;
  for (auto& [index, child] : table.split->children) {
    table.partitions.push_back(std::move(child));
  }
  table.split.reset();
}

}  // namespace

void Splits::start(Table& table, Pace pace) {
  const int parents = table.spec.partitions;
  table.spec.partitions *= 2;
  table.spec.envs[std::string(env_keys::kValidateHash)] = "true";  // for good
  table.applyEnvs();
  Split& split = table.split.emplace();
  const TimePoint first = reactor_.now() + limits::kSplitCopyTime;
  for (int index = 0; index < parents; ++index) {
    const int group = index * limits::kSplitHandOverGroups / parents;
    split.parents[index].due =
        pace == Pace::kByHand ? kNever : first + limits::kSplitHandOverPause * group;
  }
  wake();
}

void Splits::turn(Split& split, std::span<const int> parents, Status to) {
  for (const int index : parents) turn(split.parents.at(index), to);
  wake();
}

void Splits::turn(Split::Parent& parent, Status to) const {
  parent.status = to;
  parent.handing_over = false;
  parent.due = saturatingAdd(reactor_.now(), timeOf(to));
}

void Splits::startHandOver(Table& table, int index) {
  startHandOver(table.split->parents.at(index));
  wake();
}

// One that is led by hand goes on when it is told to.
void Splits::startHandOver(Split::Parent& parent) const {
  parent.handing_over = true;
  if (parent.due != kNever) parent.due = reactor_.now() + limits::kSplitHandOverTime;
}

void Splits::finishHandOver(Table& table, int index) {
  const int child = index + table.spec.partitions / 2;
  const Partition& parent = table.partitions[static_cast<std::size_t>(index)];
  table.split->parents.erase(index);
  table.split->children.emplace(child, childOf(parent, catalog_.host(), {table.id, child}));
  if (table.split->parents.empty()) finish(table);
}

void Splits::onTimer(TimePoint now) {
  for (const auto& [id, unused] : catalog_.tables()) {
    Table* const table = catalog_.find(id);
    if (table != nullptr && table->split) advance(*table, now);
  }
  on_step_();
  wake();
}

void Splits::advance(Table& table, TimePoint now) {
  for (const int index : dueParents(*table.split, now)) {
    step(table, index, table.split->parents.at(index));
  }
}

void Splits::step(Table& table, int index, Split::Parent& parent) {
  if (parent.status == Status::kPausing) return turn(parent, Status::kPaused);
  if (parent.status == Status::kCanceling) {
    table.split->parents.erase(index);
    if (table.split->parents.empty()) finish(table);
    return;
  }
  const bool has_primary =
      table.partitions[static_cast<std::size_t>(index)].config().primary.has_value();
  if (!has_primary) return turn(parent, Status::kSplitting);
  if (parent.handing_over) return finishHandOver(table, index);
  startHandOver(parent);
}

void Splits::wake() {
  TimePoint next = kNever;
  for (const auto& [id, table] : catalog_.tables()) {
    if (!table.split) continue;
    for (const auto& [index, parent] : table.split->parents) next = std::min(next, parent.due);
  }
  if (next == kNever) {
    reactor_.cancel(*this);
  } else {
    reactor_.arm(*this, next);
  }
}

}  // namespace bridle::internal::onebox
