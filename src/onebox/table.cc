#include "onebox/table.h"

#include "absl/strings/numbers.h"

namespace bridle::internal::onebox {

TableRules TableRules::of(const std::map<std::string, std::string>& envs) {
  TableRules rules;
  if (const auto ttl = envs.find("default_ttl"); ttl != envs.end()) {
    if (!absl::SimpleAtoi(ttl->second, &rules.default_ttl)) rules.default_ttl = 0;
  }
  const auto validate = envs.find("replica.split.validate_partition_hash");
  rules.validate_partition_hash = validate != envs.end() && validate->second == "true";
  return rules;
}

}  // namespace bridle::internal::onebox
