#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/status.h"
#include "onebox/meta/app_info.h"
#include "onebox/meta/env_checks.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

constexpr std::int64_t kDefaultReserveSeconds = 7 * 24 * 3600;

// Far beyond any use, and far from an overflow.
constexpr std::int64_t kMaxReserveSeconds = std::int64_t{1} << 40;

std::int64_t reserveSeconds(const wire::drop_app_options& options) {
  const bool given = options.__isset.reserve_seconds && options.reserve_seconds > 0;
  return given ? std::min(options.reserve_seconds, kMaxReserveSeconds) : kDefaultReserveSeconds;
}

ServerError refusalOf(const ClusterState& state, const TableSpec& spec) {
  if (state.meta_level <= wire::meta_function_level::fl_freezed) return ServerError::kStateFreezed;
  return mayBeCreatedWith(spec.envs) ? ServerError::kOk : ServerError::kInvalidParameters;
}

using Match = wire::pattern_match_type;

bool implemented(Match::type type) {
  return type >= Match::PMT_MATCH_ALL && type <= Match::PMT_MATCH_POSTFIX;
}

bool matches(std::string_view name, std::string_view pattern, Match::type type) {
  if (type == Match::PMT_MATCH_EXACT) return name == pattern;
  if (type == Match::PMT_MATCH_ANYWHERE) return name.find(pattern) != name.npos;
  if (type == Match::PMT_MATCH_PREFIX) return name.starts_with(pattern);
  if (type == Match::PMT_MATCH_POSTFIX) return name.ends_with(pattern);
  return true;
}

bool selects(const wire::configuration_list_apps_request& request, const Table& table) {
  if (request.status != wire::app_status::AS_INVALID && request.status != appStatusOf(table)) {
    return false;
  }
  return !request.__isset.app_name_pattern ||
         matches(table.spec.name, request.app_name_pattern, request.match_type);
}

}  // namespace

wire::configuration_create_app_response createApp(
    ClusterState& state, const wire::configuration_create_app_request& request) {
  const wire::create_app_options& options = request.options;
  const TableSpec spec{.name = request.app_name,
                       .partitions = options.partition_count,
                       .replicas = options.replica_count,
                       .app_type = options.app_type,
                       .is_stateful = options.is_stateful,
                       .atomic_idempotent = options.atomic_idempotent,
                       .envs = options.envs};
  wire::configuration_create_app_response response;
  response.err = refusalOf(state, spec);
  if (response.err.value() != ServerError::kOk) return response;
  const Catalog::Created created =
      state.catalog.create(spec, options.success_if_exist, state.reactor.unixSeconds());
  response.err = created.error;
  response.appid = created.app_id;
  return response;
}

wire::configuration_drop_app_response dropApp(ClusterState& state,
                                              const wire::configuration_drop_app_request& request) {
  wire::configuration_drop_app_response response;
  response.err = state.catalog.drop(request.app_name, request.options.success_if_not_exist,
                                    reserveSeconds(request.options), state.reactor.unixSeconds());
  return response;
}

wire::configuration_list_apps_response listApps(
    ClusterState& state, const wire::configuration_list_apps_request& request) {
  wire::configuration_list_apps_response response;
  if (request.__isset.app_name_pattern && !implemented(request.match_type)) {
    response.err = ServerError::kNotImplemented;
    response.__set_hint_message(
        text("match_type is not supported: val=", static_cast<int>(request.match_type),
             ", str=", request.match_type == Match::PMT_MATCH_REGEX ? "regex" : "invalid"));
    return response;
  }
  response.err = ServerError::kOk;
  state.catalog.forgetExpired(state.reactor.unixSeconds());
  for (const auto& [id, table] : state.catalog.tables()) {
    if (selects(request, table)) response.infos.push_back(describe(table));
  }
  return response;
}

}  // namespace bridle::internal::onebox
