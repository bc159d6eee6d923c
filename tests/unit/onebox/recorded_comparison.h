#pragma once

// What a onebox answers, held against what was recorded.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "recorded_exchange.h"

namespace bridle::internal::onebox {

// Where a onebox answers otherwise, and why. This is the whole list: an entry that is not needed
// any more fails the test. "*" at the end of a name stands for any end; below "*" alone stand
// fields that not every result has.
struct Difference {
  std::string_view exchange;
  std::string_view field;
  std::string_view reason;
};
inline constexpr Difference kDifferences[] = {
    {"*", "result.server", "the real servers name themselves \"localhost\", ours by address"},
    {"*", "result.partitions[].hp_*", "host names go to native clients only"},
    {"*", "result.infos[].hp_node", "host names go to native clients only"},
    {"apps.all", "result.infos[].init_partition_count", "of a table made by another tool"},
    {"apps.available", "result.infos[].init_partition_count", "of a table made by another tool"},
    {"apps.match.all", "result.infos[].init_partition_count", "of a table made by another tool"},
    {"cfg.just_created", "result.partitions[].copies", "our tables are usable at once"},
    {"cli.*", "error", "remote commands are not served: no client sends them"},
    {"cli.*", "result", "remote commands are not served: no client sends them"},
    {"cluster_info.v0", "result.values", "there is no ZooKeeper"},
    {"scan.range.empty_eq", "result.context", "0 would lead clients into a loop: we answer -1"},
    {"scan.range.empty_gt", "result.context", "0 would lead clients into a loop: we answer -1"},
    {"scan.full.secondary.backup", "result.kvs", "the real one had not got the last write yet"},
    {"danger.control.bad", "result.err", "the real server takes a level that it ends of"},
    {"frame.http", "outcome", "the real server serves HTTP as well, ours closes the connection"},
};

// Removes the fields at a path such as "infos[].*_second"; "*" matches any beginning or end.
inline void forget(json& value, std::string_view path) {
  const std::size_t dot = path.find('.');
  std::string_view name = path.substr(0, dot);
  if (name.ends_with("[]")) {
    const std::string list(name.substr(0, name.size() - 2));
    if (!value.contains(list)) return;
    for (json& item : value[list]) forget(item, path.substr(dot + 1));
    return;
  }
  if (dot != path.npos) {
    if (value.contains(name)) forget(value[std::string(name)], path.substr(dot + 1));
    return;
  }
  std::vector<std::string> gone;
  for (const auto& [key, unused] : value.items()) {
    const std::string_view view = key;
    const bool matches = name.starts_with('*') ? view.ends_with(name.substr(1))
                         : name.ends_with('*') ? view.starts_with(name.substr(0, name.size() - 1))
                                               : view == name;
    if (matches) gone.push_back(key);
  }
  for (const std::string& key : gone) value.erase(key);
}

// How the ids of scan contexts compare: one is as good as any other.
inline std::string contextKind(const json& result) {
  const std::int64_t id = result.at("context_id");
  return id == -1 ? "end" : id == 0 ? "none" : "context";
}

// Which server does what for a partition, and how often that has changed, is chance.
inline void keepWhatIsFixed(json& partition) {
  const bool led = !partition.at("primary").get<std::string>().empty();
  partition["copies"] = partition.at("secondaries").size() + (led ? 1 : 0);
  partition["there"] = partition.at("ballot") >= 0;
  for (const char* name : {"ballot", "primary", "secondaries", "last_committed_decree"}) {
    partition.erase(name);
  }
}

// What stays the same whatever the ids, decrees and times are.
inline void keepWhatIsFixed(json& result, const std::vector<std::string>& varies) {
  if (!result.is_object()) return;
  if (result.contains("context_id")) result["context"] = contextKind(result);
  result.erase("context_id");
  if (result.contains("decree")) result["has_decree"] = result["decree"] != -1;
  result.erase("decree");
  if (result.contains("partitions")) {
    for (json& partition : result["partitions"]) keepWhatIsFixed(partition);
  }
  for (const std::string& path : varies) {
    if (!path.starts_with("partitions[]")) forget(result, path);
  }
}

// An answer as it is compared; without a reply there is the outcome only.
inline json recordedAnswer(const Exchange& exchange) {
  if (exchange.outcome != "reply") return {{"outcome", exchange.outcome}};
  return {{"outcome", exchange.outcome},
          {"error", exchange.fields.at("framework_error")},
          {"ack", exchange.fields.at("ack")},
          {"seq", exchange.fields.at("seq")},
          {"result", exchange.fields.at("result")}};
}

inline bool concerns(const Difference& difference, const std::string& exchange) {
  std::string_view name = difference.exchange;
  if (!name.ends_with('*')) return name == exchange;
  name.remove_suffix(1);
  return exchange.starts_with(name);
}

// Forgets the field in both, which differ in it.
inline void except(const Difference& difference, json& recorded, json& ours) {
  const json recorded_before = recorded;
  const json ours_before = ours;
  forget(recorded, difference.field);
  forget(ours, difference.field);
  const bool absent = recorded == recorded_before && ours == ours_before;
  if (absent && difference.exchange == "*") return;
  EXPECT_LT(json::diff(recorded, ours).size(), json::diff(recorded_before, ours_before).size())
      << difference.field << " is no difference any more: take it off the list";
}

inline void compareToRecorded(const Exchange& exchange, json ours) {
  json recorded = recordedAnswer(exchange);
  for (json* const answer : {&recorded, &ours}) {
    if (answer->contains("result")) keepWhatIsFixed((*answer)["result"], exchange.varies);
  }
  for (const Difference& difference : kDifferences) {
    if (concerns(difference, exchange.name)) except(difference, recorded, ours);
  }
  EXPECT_EQ(ours, recorded);
}

}  // namespace bridle::internal::onebox
