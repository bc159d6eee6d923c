#include "base/status.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

template <typename Response>
Response noSuchTable(std::string_view name) {
  Response response;
  response.err = ServerError::kAppNotExist;
  response.hint_message = text("app(", name, ") does not exist");
  return response;
}

}  // namespace

wire::configuration_get_atomic_idempotent_response getAtomicIdempotent(
    ClusterState& state, const wire::configuration_get_atomic_idempotent_request& request) {
  wire::configuration_get_atomic_idempotent_response response;
  const Table* const table = state.catalog.find(request.app_name);
  if (table == nullptr) return noSuchTable<decltype(response)>(request.app_name);
  response.err = ServerError::kOk;
  response.atomic_idempotent = table->spec.atomic_idempotent;
  return response;
}

wire::configuration_set_atomic_idempotent_response setAtomicIdempotent(
    ClusterState& state, const wire::configuration_set_atomic_idempotent_request& request) {
  wire::configuration_set_atomic_idempotent_response response;
  Table* const table = state.catalog.find(request.app_name);
  if (table == nullptr) return noSuchTable<decltype(response)>(request.app_name);
  response.err = ServerError::kOk;
  response.old_atomic_idempotent = table->spec.atomic_idempotent;
  if (request.atomic_idempotent == table->spec.atomic_idempotent) {
    response.hint_message = "no need to update atomic_idempotent since it's unchanged";
  }
  table->spec.atomic_idempotent = request.atomic_idempotent;
  return response;
}

}  // namespace bridle::internal::onebox
