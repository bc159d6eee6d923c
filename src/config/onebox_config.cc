#include "config/onebox_config.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "base/limits.h"
#include "base/nearest_name.h"
#include "config/onebox_value.h"
#include "config/section_reader.h"
#include "wire/errors.h"

namespace bridle::internal {
namespace {

using OneboxField = OptionField<OneboxOptions, int, bool, std::uint64_t, double, std::string,
                                OneboxLag, std::vector<OneboxTable>>;
constexpr OneboxField kOneboxFields[] = {
    {"replicas", &OneboxOptions::replicas, {.least = 1, .most = limits::kMaxOneboxReplicas}},
    {"metas", &OneboxOptions::metas, {.least = 1, .most = limits::kMaxOneboxMetas}},
    {"port", &OneboxOptions::port, {.least = 0, .most = UINT16_MAX}},
    {"tables", &OneboxOptions::tables},
    {"seed", &OneboxOptions::seed},
    {"drop_expired_requests", &OneboxOptions::drop_expired_requests},
    {"data_dir", &OneboxOptions::data_dir},
    {"replication_lag", &OneboxOptions::replication_lag},
    {"group_check_interval_ms",
     &OneboxOptions::group_check_interval_ms,
     {.least = limits::kMinGroupCheckMs, .most = limits::kMaxGroupCheckMs}},
};

constexpr OptionRange kCount = {.least = 1, .most = std::numeric_limits<int>::max()};
constexpr OptionField<OneboxReadLimits, int> kReadLimitFields[] = {
    {"multi_get_records", &OneboxReadLimits::multi_get_records, kCount},
    {"multi_get_bytes", &OneboxReadLimits::multi_get_bytes, kCount},
    {"scan_records", &OneboxReadLimits::scan_records, kCount},
    {"records_per_ms", &OneboxReadLimits::records_per_ms, kCount},
};

constexpr OptionRange kServer = {.least = 0, .most = limits::kMaxOneboxReplicas - 1};
constexpr OptionRange kPartition = {.least = 0, .most = limits::kMaxPartitions - 1};
constexpr OptionRange kProbability = {.least = 0, .most = 1};
constexpr OptionRange kDelay = {.least = 0, .most = limits::kMaxFaultDelayMs};

using FaultField =
    OptionField<OneboxFault, std::optional<int>, OneboxRole, OneboxOp, std::string, double, bool>;
constexpr FaultField kFaultFields[] = {
    {"server", &OneboxFault::server, kServer},
    {"role", &OneboxFault::role},
    {"op", &OneboxFault::op},
    {"table", &OneboxFault::table},
    {"partition", &OneboxFault::partition, kPartition},
    {"probability", &OneboxFault::probability, kProbability},
    {"delay_min_ms", &OneboxFault::delay_min_ms, kDelay},
    {"delay_max_ms", &OneboxFault::delay_max_ms, kDelay},
    {"drop", &OneboxFault::drop},
    {"ignore", &OneboxFault::ignore},
    {"close", &OneboxFault::close},
    {"empty_ok", &OneboxFault::empty_ok},
    {"garbage", &OneboxFault::garbage},
    {"error", &OneboxFault::error},
};

constexpr std::array<std::string_view, 3> kOneboxSections = {"onebox", "read_limits", "fault"};

std::vector<std::string_view> serverErrors() {
  std::vector<std::string_view> names;
  for (int i = 1; i < static_cast<int>(wire::ServerError::kUnrecognised); ++i) {
    names.push_back(wire::errorName(static_cast<wire::ServerError>(i)));
  }
  return names;
}

// What no single key can tell.
absl::Status checkFault(std::string_view file, int line, const OneboxFault& fault) {
  if (fault.delay_min_ms > fault.delay_max_ms) {
    return errorAt(file, line, "[[fault]] delay_min_ms is more than delay_max_ms");
  }
  const std::vector<std::string_view> errors = serverErrors();
  if (fault.error.empty() || std::ranges::find(errors, fault.error) != errors.end()) {
    return absl::OkStatus();
  }
  const std::string_view nearest = nearestName(fault.error, errors).value_or("ERR_BUSY");
  return errorAt(file, line,
                 text("[[fault]] error = \"", fault.error,
                      "\" is no error of a server; did you mean \"", nearest, "\"?"));
}

absl::StatusOr<std::vector<OneboxFault>> readFaults(std::string_view file, const TomlNode& node) {
  const ConfigSection section{file, "[[fault]]"};
  const auto* const array = std::get_if<TomlArray>(&node.value);
  if (array == nullptr) {
    return errorAt(file, node.line, "a fault is a section of its own below a line [[fault]]");
  }
  std::vector<OneboxFault> faults;
  for (const TomlNode& element : *array) {
    OneboxFault& fault = faults.emplace_back();
    absl::Status status = readSection(section, element, kFaultFields, fault);
    if (status.ok()) status = checkFault(file, element.line, fault);
    if (!status.ok()) return status;
  }
  return faults;
}

absl::Status notOneFault(std::string_view written, std::string_view origin) {
  return invalidArgument(origin, ": \"", written,
                         "\" is not one fault; write one like role=\"primary\", op=\"get\", "
                         "drop=true");
}

}  // namespace

absl::StatusOr<OneboxFault> parseOneboxFault(std::string_view text, std::string_view origin) {
  const absl::StatusOr<TomlTable> document =
      parseToml(internal::text("fault = [{", text, "}]"), origin);
  if (!document.ok()) return notOneFault(text, origin);
  absl::StatusOr<std::vector<OneboxFault>> faults = readFaults(origin, document->front().node);
  if (!faults.ok()) return faults.status();
  if (document->size() != 1 || faults->size() != 1) return notOneFault(text, origin);
  return std::move(faults->front());
}

absl::StatusOr<OneboxConfig> loadOneboxConfig(const std::string& path) {
  const absl::StatusOr<TomlTable> document = parseTomlFile(path);
  if (!document.ok()) return document.status();
  OneboxConfig config;
  for (const TomlEntry& entry : *document) {
    absl::Status status;
    if (entry.key == "onebox") {
      status = readSection({path, "[onebox]"}, entry.node, kOneboxFields, config.options);
    } else if (entry.key == "read_limits") {
      status = readSection({path, "[read_limits]"}, entry.node, kReadLimitFields,
                           config.options.read_limits);
    } else if (entry.key == "fault") {
      absl::StatusOr<std::vector<OneboxFault>> faults = readFaults(path, entry.node);
      status = faults.status();
      if (status.ok()) config.faults = *std::move(faults);
    } else {
      status = unknownSection(path, entry, kOneboxSections);
    }
    if (!status.ok()) return status;
  }
  return config;
}

}  // namespace bridle::internal
