#include <cstdint>
#include <string>

#include "base/status.h"
#include "onebox/meta/meta_calls.h"
#include "onebox/rules/env_keys.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

// Empty if there is nothing against it.
std::string refusalOf(const wire::start_app_manual_compact_request& request) {
  if (request.__isset.target_level && request.target_level < -1) {
    return text("invalid target_level(", request.target_level,
                "), should in range of [-1, num_levels]");
  }
  if (request.__isset.max_running_count && request.max_running_count < 0) {
    return text("invalid max_running_count(", request.max_running_count,
                "), should be greater than 0");
  }
  return "";
}

bool disabled(const Table& table) {
  const auto env = table.spec.envs.find(std::string(env_keys::kCompactDisabled));
  return env != table.spec.envs.end() && env->second == "true";
}

// Servers are told by envs, which stay.
void setEnvs(const wire::start_app_manual_compact_request& request, std::int64_t now, Envs& envs) {
  const auto set = [&envs](std::string_view key, std::string value) {
    envs[std::string(key)] = std::move(value);
  };
  constexpr std::int32_t kAnyLevel = -1;
  const bool bottommost = request.__isset.bottommost && request.bottommost;
  set(env_keys::kCompactTargetLevel,
      text(request.__isset.target_level ? request.target_level : kAnyLevel));
  set(env_keys::kCompactBottommost, bottommost ? "force" : "skip");
  set(env_keys::kCompactTriggerTime,
      text(request.__isset.trigger_time ? request.trigger_time : now));
  if (request.__isset.max_running_count && request.max_running_count > 0) {
    set(env_keys::kCompactMaxRunning, text(request.max_running_count));
  }
}

}  // namespace

wire::start_app_manual_compact_response startManualCompact(
    ClusterState& state, const wire::start_app_manual_compact_request& request) {
  wire::start_app_manual_compact_response response;
  Table* const table = state.catalog.find(request.app_name);
  const std::string refusal = refusalOf(request);
  if (table == nullptr) {
    response.err = ServerError::kAppNotExist;
    response.hint_msg = text("app ", request.app_name, " is not existed");
  } else if (disabled(*table)) {
    response.err = ServerError::kOperationDisabled;
    response.hint_msg = text("app ", request.app_name, " disable manual compaction");
  } else if (!refusal.empty()) {
    response.err = ServerError::kInvalidParameters;
    response.hint_msg = refusal;
  } else {
    setEnvs(request, state.reactor.unixSeconds(), table->spec.envs);
    response.err = ServerError::kOk;
    response.hint_msg = "succeed";
  }
  return response;
}

// There is nothing to compact, so none is ever under way.
wire::query_app_manual_compact_response queryManualCompact(
    ClusterState& state, const wire::query_app_manual_compact_request& request) {
  wire::query_app_manual_compact_response response;
  const bool exists = state.catalog.find(request.app_name) != nullptr;
  response.err = exists ? ServerError::kInvalidState : ServerError::kAppNotExist;
  response.hint_msg =
      text("app ", request.app_name, exists ? " is not manual compaction" : " is not existed");
  return response;
}

}  // namespace bridle::internal::onebox
