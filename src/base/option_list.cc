#include "base/option_list.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/endpoint.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/status.h"

namespace bridle::internal {
namespace {

constexpr OptionRange kTimeout = {.least = 0, .most = limits::kMaxTimeoutMs, .above_least = true};
constexpr OptionRange kOptionalTime = {.least = 0, .most = limits::kMaxTimeoutMs};
constexpr OptionRange kSilence = {.least = limits::kMinSessionResetMs,
                                  .most = limits::kMaxTimeoutMs};
constexpr OptionRange kLoops = {.least = 1, .most = limits::kMaxEventLoops};
constexpr OptionRange kRatio = {.least = 0, .most = 1};
constexpr OptionRange kHashKeyBytes = {.least = 0, .most = limits::kMaxHashKeyBytes};
constexpr OptionRange kWriteBytes = {.least = 0, .most = limits::kMaxRequestBytes};
constexpr OptionRange kEntries = {.least = 0, .most = limits::kMaxListItems};

constexpr ClientOptionField kClientOptions[] = {
    {"meta_servers", &ClientOptions::meta_servers},
    {"operation_timeout_ms", &ClientOptions::operation_timeout_ms, kTimeout},
    {"connect_timeout_ms", &ClientOptions::connect_timeout_ms, kTimeout},
    {"meta_query_timeout_ms", &ClientOptions::meta_query_timeout_ms, kTimeout},
    {"event_loops", &ClientOptions::event_loops, kLoops},
    {"session_reset_ms", &ClientOptions::session_reset_ms, kSilence},
    {"seed", &ClientOptions::seed},
};

constexpr TableOptionField kTableOptions[] = {
    {"backup_request_ms", &TableOptions::backup_request_ms, kOptionalTime},
    {"backup_request_max_ratio", &TableOptions::backup_request_max_ratio, kRatio},
    {"operation_timeout_ms", &TableOptions::operation_timeout_ms, kOptionalTime},
    {"backup_requests_for_batch_get", &TableOptions::backup_requests_for_batch_get},
    {"backup_requests_for_sort_key_count", &TableOptions::backup_requests_for_sort_key_count},
    {"max_hash_key_bytes", &TableOptions::max_hash_key_bytes, kHashKeyBytes},
    {"max_sort_key_bytes", &TableOptions::max_sort_key_bytes, kWriteBytes},
    {"max_value_bytes", &TableOptions::max_value_bytes, kWriteBytes},
    {"max_entries_per_write", &TableOptions::max_entries_per_write, kEntries},
    {"max_write_bytes", &TableOptions::max_write_bytes, kWriteBytes},
    {"compress_values", &TableOptions::compress_values},
};

// 86400000 rather than StrCat's 8.64e+07.
std::string numberText(double value) {
  constexpr double kHeld = 9e18;  // by an integer
  const bool whole = std::abs(value) < kHeld && std::trunc(value) == value;
  return whole ? text(static_cast<std::int64_t>(value)) : text(value);
}

absl::Status check(std::string_view name, double value, const OptionRange& allowed) {
  return checkNumber(name, value, allowed);
}

absl::Status check(std::string_view name, int value, const OptionRange& allowed) {
  return checkNumber(name, value, allowed);
}

absl::Status check(std::string_view, bool, const OptionRange&) {
  return absl::OkStatus();
}

absl::Status check(std::string_view, unsigned long long, const OptionRange&) {
  return absl::OkStatus();  // any seed will do
}

absl::Status check(std::string_view name, const std::vector<std::string>& servers,
                   const OptionRange&) {
  return checkServers(name, servers);
}

template <typename Options, typename Field>
absl::Status checkAll(const Options& options, std::span<const Field> fields) {
  for (const Field& field : fields) {
    const absl::Status status =
        std::visit([&](auto member) { return check(field.name, options.*member, field.allowed); },
                   field.member);
    if (!status.ok()) return makeError(ErrorCode::kInvalidArgument, toStd(status.message()));
  }
  return absl::OkStatus();
}

}  // namespace

bool OptionRange::contains(double value) const {
  return (above_least ? value > least : value >= least) && value <= most;
}

std::string OptionRange::describe() const {
  return text(above_least ? "more than " : "at least ", numberText(least), ", at most ",
              numberText(most));
}

std::span<const ClientOptionField> clientOptionList() {
  return kClientOptions;
}

std::span<const TableOptionField> tableOptionList() {
  return kTableOptions;
}

absl::Status checkNumber(std::string_view name, double value, const OptionRange& allowed) {
  if (allowed.contains(value)) return absl::OkStatus();
  return invalidArgument(name, " = ", numberText(value),
                         " is out of range; allowed: ", allowed.describe());
}

absl::Status checkServers(std::string_view name, const std::vector<std::string>& servers) {
  if (servers.empty()) {
    return invalidArgument(name, " is empty; name at least one server, as in ", name,
                           " = [\"127.0.0.1:34601\"]");
  }
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (servers[i].find(',') != std::string::npos) {
      return invalidArgument(name, "[", i, "] = \"", servers[i],
                             "\" holds several servers; write one per entry");
    }
    const absl::StatusOr<HostPort> server = parseHostPort(servers[i]);
    if (!server.ok()) {
      return invalidArgument(name, "[", i, "]: ", toStd(server.status().message()));
    }
  }
  return absl::OkStatus();
}

}  // namespace bridle::internal

namespace bridle {

absl::Status validate(const ClientOptions& options) {
  return internal::checkAll(options, internal::clientOptionList());
}

absl::Status validate(const TableOptions& options) {
  return internal::checkAll(options, internal::tableOptionList());
}

}  // namespace bridle
