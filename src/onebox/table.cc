#include "onebox/table.h"

#include <cstddef>
#include <string>
#include <utility>

#include "onebox/rules/env_keys.h"

namespace bridle::internal::onebox {

std::size_t TableSpec::textBytes() const {
  std::size_t bytes = name.size() + app_type.size();
  for (const auto& [key, value] : envs) bytes += key.size() + value.size();
  return bytes;
}

const Partition* Table::partition(int index) const {
  if (index < 0) return nullptr;
  const auto at = static_cast<std::size_t>(index);
  if (at < partitions.size()) return &partitions[at];
  if (!split) return nullptr;
  const auto child = split->children.find(index);
  return child == split->children.end() ? nullptr : &child->second;
}

Partition* Table::partition(int index) {
  return const_cast<Partition*>(std::as_const(*this).partition(index));
}

std::int32_t Table::partitionVersion(int partition) const {
  constexpr std::int32_t kHandingOver = -1;
  const std::int32_t version = spec.partitions - 1;
  if (!split) return version;
  const auto parent = split->parents.find(partition);
  if (parent == split->parents.end()) return version;
  return parent->second.handing_over ? kHandingOver : version / 2;
}

void Table::applyEnvs() {
  const ExpireTs default_ttl = rules.default_ttl;
  rules = TableRules::of(spec.envs);
  if (!spec.envs.contains(std::string(env_keys::kDefaultTtl))) rules.default_ttl = default_ttl;
}

}  // namespace bridle::internal::onebox
