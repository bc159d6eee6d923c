#include "config/onebox_value.h"

#include <charconv>
#include <cstddef>
#include <utility>

#include "base/limits.h"
#include "base/nearest_name.h"
#include "base/status.h"
#include "config/option_value.h"

namespace bridle::internal {
namespace {

template <typename Enum, std::size_t N>
absl::Status readName(const TomlNode& node, std::string_view option,
                      const std::pair<std::string_view, Enum> (&choices)[N], Enum& out) {
  const auto* const written = std::get_if<std::string>(&node.value);
  if (written == nullptr) return wrongType(node, option, "a name in quotes");
  std::vector<std::string_view> names;
  for (const auto& [name, value] : choices) {
    names.push_back(name);
    if (*written != name) continue;
    out = value;
    return absl::OkStatus();
  }
  return invalidArgument(option, " = \"", *written, "\" is no choice; ", nameHint(*written, names));
}

}  // namespace

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       OneboxRole& out) {
  constexpr std::pair<std::string_view, OneboxRole> kRoles[] = {
      {"any", OneboxRole::kAny},
      {"primary", OneboxRole::kPrimary},
      {"secondary", OneboxRole::kSecondary},
  };
  return readName(node, name, kRoles, out);
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       OneboxOp& out) {
  constexpr std::pair<std::string_view, OneboxOp> kOps[] = {
      {"any", OneboxOp::kAny},
      {"read", OneboxOp::kRead},
      {"write", OneboxOp::kWrite},
      {"get", OneboxOp::kGet},
      {"set", OneboxOp::kSet},
      {"del", OneboxOp::kDel},
      {"ttl", OneboxOp::kTtl},
      {"multi_get", OneboxOp::kMultiGet},
      {"batch_get", OneboxOp::kBatchGet},
      {"sort_key_count", OneboxOp::kSortKeyCount},
      {"get_scanner", OneboxOp::kGetScanner},
      {"scan", OneboxOp::kScan},
      {"clear_scanner", OneboxOp::kClearScanner},
      {"multi_set", OneboxOp::kMultiSet},
      {"multi_del", OneboxOp::kMultiDel},
      {"incr", OneboxOp::kIncr},
      {"check_and_set", OneboxOp::kCheckAndSet},
      {"check_and_mutate", OneboxOp::kCheckAndMutate},
      {"meta", OneboxOp::kMeta},
  };
  return readName(node, name, kOps, out);
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       OneboxLag& out) {
  constexpr std::pair<std::string_view, OneboxLag> kLags[] = {
      {"none", OneboxLag::kNone},
      {"server-like", OneboxLag::kServerLike},
  };
  return readName(node, name, kLags, out);
}

absl::StatusOr<OneboxLag> parseOneboxLag(const std::string& written) {
  OneboxLag lag = OneboxLag::kNone;
  absl::Status status = readValue({.value = written}, "replication-lag", {}, lag);
  if (!status.ok()) return status;
  return lag;
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange& allowed,
                       std::optional<int>& out) {
  const auto* const written = std::get_if<std::string>(&node.value);
  if (written != nullptr && *written == "all") {
    out = std::nullopt;
    return absl::OkStatus();
  }
  int value = 0;
  const absl::Status status = readValue(node, name, allowed, value);
  if (status.ok()) out = value;
  return status;
}

absl::Status readValue(const TomlNode& node, std::string_view name, const OptionRange&,
                       std::vector<OneboxTable>& out) {
  constexpr std::string_view kWanted = "a list such as [\"usertable:8\"]";
  const auto* const array = std::get_if<TomlArray>(&node.value);
  if (array == nullptr) return wrongType(node, name, kWanted);
  std::vector<OneboxTable> tables;
  for (const TomlNode& element : *array) {
    const auto* const written = std::get_if<std::string>(&element.value);
    if (written == nullptr) return wrongType(element, text("an entry of ", name), kWanted);
    absl::StatusOr<OneboxTable> table = parseOneboxTable(*written);
    if (!table.ok()) return invalidArgument(name, ": ", toStd(table.status().message()));
    tables.push_back(*std::move(table));
  }
  out = std::move(tables);
  return absl::OkStatus();
}

absl::StatusOr<OneboxTable> parseOneboxTable(std::string_view written) {
  const std::size_t colon = written.rfind(':');
  const std::string_view name = written.substr(0, colon);
  const std::string_view count = colon == written.npos ? "" : written.substr(colon + 1);
  OneboxTable table{std::string(name), 0};
  const char* const end = count.data() + count.size();
  const auto [next, error] = std::from_chars(count.data(), end, table.partitions);
  const bool counted = error == std::errc() && next == end && table.partitions >= 1 &&
                       table.partitions <= limits::kMaxPartitions;
  if (counted && !name.empty()) return table;
  return invalidArgument("\"", written, "\" is no table; write NAME:PARTITIONS, such as ",
                         "usertable:8, with 1 to ", limits::kMaxPartitions, " partitions");
}

}  // namespace bridle::internal
