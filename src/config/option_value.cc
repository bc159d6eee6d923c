#include "config/option_value.h"

#include <limits>
#include <utility>

#include "base/status.h"

namespace bridle::internal {
namespace {

struct TypeName {
  std::string_view operator()(bool) const { return "true or false"; }
  std::string_view operator()(std::int64_t) const { return "a whole number"; }
  std::string_view operator()(double) const { return "a number with a fraction"; }
  std::string_view operator()(const std::string&) const { return "a string"; }
  std::string_view operator()(const TomlMoment&) const { return "a date or a time"; }
  std::string_view operator()(const TomlArray&) const { return "a list"; }
  std::string_view operator()(const TomlTable&) const { return "a section"; }
};

template <typename Seed>
absl::Status readSeed(const TomlNode& node, std::string_view name, Seed& out) {
  const auto* const seed = std::get_if<std::int64_t>(&node.value);
  if (seed == nullptr || *seed < 0) {
    const auto most = std::numeric_limits<std::int64_t>::max();
    return invalidArgument(name, " is no seed; write a whole number from 0 to ", most);
  }
  out = static_cast<Seed>(*seed);
  return absl::OkStatus();
}

}  // namespace

absl::Status wrongType(const TomlNode& node, std::string_view name, std::string_view wanted) {
  return invalidArgument(name, " is ", std::visit(TypeName(), node.value), "; write ", wanted);
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       double& out) {
  const auto* const integer = std::get_if<std::int64_t>(&node.value);
  const auto* const number = std::get_if<double>(&node.value);
  if (integer == nullptr && number == nullptr) {
    return wrongType(node, name, text("a number, ", allowed.describe()));
  }
  const double value = number != nullptr ? *number : static_cast<double>(*integer);
  if (absl::Status status = checkNumber(name, value, allowed); !status.ok()) return status;
  out = value;
  return absl::OkStatus();
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       int& out) {
  const auto* const value = std::get_if<std::int64_t>(&node.value);
  if (value == nullptr) return wrongType(node, name, text("a whole number, ", allowed.describe()));
  absl::Status status = checkNumber(name, static_cast<double>(*value), allowed);
  if (status.ok()) out = static_cast<int>(*value);
  return status;
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&, bool& out) {
  const auto* const value = std::get_if<bool>(&node.value);
  if (value == nullptr) return wrongType(node, name, "true or false");
  out = *value;
  return absl::OkStatus();
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       std::string& out) {
  const auto* const value = std::get_if<std::string>(&node.value);
  if (value == nullptr) return wrongType(node, name, "a text in quotes");
  out = *value;
  return absl::OkStatus();
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       unsigned long& out) {
  return readSeed(node, name, out);
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       unsigned long long& out) {
  return readSeed(node, name, out);
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       std::vector<std::string>& out) {
  constexpr std::string_view kWanted = "a list such as [\"127.0.0.1:34601\"]";
  const auto* const array = std::get_if<TomlArray>(&node.value);
  if (array == nullptr) return wrongType(node, name, kWanted);
  std::vector<std::string> servers;
  for (const TomlNode& element : *array) {
    const auto* const server = std::get_if<std::string>(&element.value);
    if (server == nullptr) return wrongType(element, text("an entry of ", name), kWanted);
    servers.push_back(*server);
  }
  if (absl::Status status = checkServers(name, servers); !status.ok()) return status;
  out = std::move(servers);
  return absl::OkStatus();
}

}  // namespace bridle::internal
