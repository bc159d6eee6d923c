#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "bridle/options.h"

// The fields of the public option structs as data. validate(), the TOML loader and the test of
// conf/client.toml all work from these lists, so none of them can forget an option.
namespace bridle::internal {

// What a number may be. NaN and infinity never are.
struct OptionRange {
  double least = 0;
  double most = 0;
  bool above_least = false;  // `least` itself is refused

  bool contains(double value) const;
  std::string describe() const;  // "more than 0, at most 86400000"
};

// One field: its name, here and in TOML, where it is, and what numbers it takes.
template <typename Options, typename... Types>
struct OptionField {
  std::string_view name;
  std::variant<Types Options::*...> member;
  OptionRange allowed = {};
};

using ClientOptionField =
    OptionField<ClientOptions, double, int, unsigned long long, std::vector<std::string>>;
using TableOptionField = OptionField<TableOptions, double, int, bool>;

std::span<const ClientOptionField> clientOptionList();
std::span<const TableOptionField> tableOptionList();

// OK, or InvalidArgument that names the option, its value and what is allowed.
absl::Status checkNumber(std::string_view name, double value, const OptionRange& allowed);
absl::Status checkServers(std::string_view name, const std::vector<std::string>& servers);

}  // namespace bridle::internal
