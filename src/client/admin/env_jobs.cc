// Changes to the envs of a table. Made twice in a row they have the same effect.
#include <utility>

#include "bridle/admin.h"
#include "client/admin/admin_job.h"
#include "wire/rpc_names.h"

namespace bridle {
namespace internal {
namespace {

detail::JobStart changeEnvs(const std::shared_ptr<ClientCore>& client, std::string_view operation,
                            const wire::configuration_update_app_env_request& request,
                            std::string_view problem, const AdminOptions& options) {
  MetaQuestion question =
      questionOf(titleOf(operation, request.app_name), wire::rpc_names::kUpdateAppEnv, request,
                 options.timeout_ms, Repeat::kAlways);
  question.problem = problem;
  return adminJob<absl::Status>(client, std::move(question),
                                readOutcome<wire::configuration_update_app_env_response>);
}

wire::configuration_update_app_env_request requestFor(std::string_view name,
                                                      wire::app_env_operation::type operation) {
  wire::configuration_update_app_env_request request;
  request.app_name = std::string(name);
  request.op = operation;
  return request;
}

}  // namespace
}  // namespace internal

using detail::JobStart;
using Operation = internal::wire::app_env_operation;

JobStart Admin::setTableEnvsJob(std::string_view name, const Envs& envs,
                                const AdminOptions& options) const {
  auto request = internal::requestFor(name, Operation::APP_ENV_OP_SET);
  request.__isset.keys = request.__isset.values = true;
  for (const auto& [key, value] : envs) {
    request.keys.push_back(key);
    request.values.push_back(value);
  }
  return internal::changeEnvs(client_, "setTableEnvs", request,
                              envs.empty() ? "no env is given" : "", options);
}

JobStart Admin::deleteTableEnvsJob(std::string_view name, const std::vector<std::string>& keys,
                                   const AdminOptions& options) const {
  auto request = internal::requestFor(name, Operation::APP_ENV_OP_DEL);
  request.__set_keys(keys);
  return internal::changeEnvs(client_, "deleteTableEnvs", request,
                              keys.empty() ? "no key is given" : "", options);
}

JobStart Admin::clearTableEnvsJob(std::string_view name, std::string_view prefix,
                                  const AdminOptions& options) const {
  auto request = internal::requestFor(name, Operation::APP_ENV_OP_CLEAR);
  request.__set_clear_prefix(std::string(prefix));
  return internal::changeEnvs(client_, "clearTableEnvs", request, "", options);
}

}  // namespace bridle
