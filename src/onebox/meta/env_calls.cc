#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "base/limits.h"
#include "base/status.h"
#include "onebox/meta/env_checks.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;
using Operation = wire::app_env_operation;
using Request = wire::configuration_update_app_env_request;
using Response = wire::configuration_update_app_env_response;

Response refuse(ServerError error, std::string hint) {
  Response response;
  response.err = error;
  response.hint_message = std::move(hint);
  return response;
}

Response accept(std::string hint) {
  return refuse(ServerError::kOk, std::move(hint));
}

// The fields that the operation needs; nothing explains to clients what they lack.
bool wellFormed(const Request& request) {
  const bool has_keys = request.__isset.keys && !request.keys.empty();
  switch (request.op) {
    case Operation::APP_ENV_OP_SET:
      return has_keys && request.__isset.values && request.keys.size() == request.values.size();
    case Operation::APP_ENV_OP_DEL:
      return has_keys;
    default:
      return request.__isset.clear_prefix;
  }
}

std::string refusalOfValues(const Request& request) {
  for (std::size_t i = 0; i < request.keys.size(); ++i) {
    std::string refusal = refusalOfEnv(request.keys[i], request.values[i]);
    if (!refusal.empty()) return refusal;
  }
  return "";
}

std::string hintOf(const std::vector<std::string>& deleted) {
  if (deleted.empty()) return "no key needs to be deleted";
  std::string hint = "deleted keys:";
  for (const std::string& key : deleted) hint += "\n    " + key;
  return hint;
}

Response set(Envs& envs, const Request& request) {
  for (std::size_t i = 0; i < request.keys.size(); ++i) envs[request.keys[i]] = request.values[i];
  return accept("");
}

Response remove(Envs& envs, const Request& request) {
  std::vector<std::string> deleted;
  for (const std::string& key : request.keys) {
    if (envs.erase(key) > 0) deleted.push_back(key);
  }
  return accept(hintOf(deleted));
}

// An empty prefix clears all; "p" clears "p.*".
Response clear(Envs& envs, const Request& request) {
  const std::string prefix = request.clear_prefix.empty() ? "" : request.clear_prefix + ".";
  std::vector<std::string> deleted;
  for (const auto& [key, value] : envs) {
    if (absl::StartsWith(key, prefix)) deleted.push_back(key);
  }
  for (const std::string& key : deleted) envs.erase(key);
  return accept(hintOf(deleted));
}

Response apply(Envs& envs, const Request& request) {
  if (request.op == Operation::APP_ENV_OP_SET) return set(envs, request);
  if (request.op == Operation::APP_ENV_OP_DEL) return remove(envs, request);
  return clear(envs, request);
}

}  // namespace

Response updateAppEnv(ClusterState& state, const Request& request) {
  const bool known =
      request.op >= Operation::APP_ENV_OP_SET && request.op <= Operation::APP_ENV_OP_CLEAR;
  if (!known) {
    return refuse(ServerError::kInvalidParameters,
                  "recv a invalid update_app_env request with op = APP_ENV_OP_INVALID");
  }
  if (!wellFormed(request)) return refuse(ServerError::kInvalidParameters, "");
  if (request.op == Operation::APP_ENV_OP_SET) {
    std::string refusal = refusalOfValues(request);
    if (!refusal.empty()) return refuse(ServerError::kInvalidParameters, std::move(refusal));
  }
  Table* const table = state.catalog.find(request.app_name);
  if (table == nullptr) return refuse(ServerError::kAppNotExist, "app cannot be found");
  TableSpec changed = table->spec;
  Response response = apply(changed.envs, request);
  const bool grows = request.op == Operation::APP_ENV_OP_SET;
  if (grows && changed.textBytes() > limits::kMaxTableTextBytes) {
    return refuse(ServerError::kInvalidParameters,
                  text("the name and the envs of a table have at most ", limits::kMaxTableTextBytes,
                       " bytes, these would have ", changed.textBytes()));
  }
  table->spec = std::move(changed);
  table->applyEnvs();
  return response;
}

}  // namespace bridle::internal::onebox
