#include "base/status.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

// Empty if the cluster can have so many copies of each partition.
std::string refusalOf(std::int32_t count, const Catalog& catalog) {
  if (count < 1 || count > Catalog::kMaxReplicasOfTable) {
    return text("requested replica count(", count,
                ") must be within the range of [min=1, max=", Catalog::kMaxReplicasOfTable, "]");
  }
  if (count <= catalog.runningCount()) return "";
  return text("there are not enough alive replica servers(", catalog.runningCount(),
              ") for the requested replica count(", count, ")");
}

}  // namespace

wire::configuration_get_max_replica_count_response getMaxReplicaCount(
    ClusterState& state, const wire::configuration_get_max_replica_count_request& request) {
  wire::configuration_get_max_replica_count_response response;
  const Table* const table = state.catalog.find(request.app_name);
  response.err = table == nullptr ? ServerError::kAppNotExist : ServerError::kOk;
  if (table == nullptr) {
    response.hint_message = text("app(", request.app_name, ") does not exist");
  } else {
    response.max_replica_count = table->spec.replicas;
  }
  return response;
}

wire::configuration_set_max_replica_count_response setMaxReplicaCount(
    ClusterState& state, const wire::configuration_set_max_replica_count_request& request) {
  wire::configuration_set_max_replica_count_response response;
  const Table* const table = state.catalog.find(request.app_name);
  if (table == nullptr) {
    response.err = ServerError::kAppNotExist;
    response.hint_message = text("app(", request.app_name, ") does not exist");
    return response;
  }
  const std::int32_t count = request.max_replica_count;
  response.old_max_replica_count = table->spec.replicas;
  response.hint_message = refusalOf(count, state.catalog);
  response.err = ServerError::kOk;
  if (!response.hint_message.empty()) {
    response.err = ServerError::kInvalidParameters;
  } else if (count == table->spec.replicas) {
    response.hint_message = "no need to update max_replica_count since it's not changed";
  } else {
    state.catalog.setReplicas(table->id, count);
  }
  return response;
}

}  // namespace bridle::internal::onebox
