#pragma once

#include <string>
#include <string_view>

#include "onebox/rules/table_rules.h"

namespace bridle::internal::onebox {

// Why an env cannot be set, in the server's own words; empty if it can.
std::string refusalOfEnv(std::string_view key, std::string_view value);

// The same for the envs that a table is created with: of those, the server looks at few.
bool mayBeCreatedWith(const Envs& envs);

}  // namespace bridle::internal::onebox
