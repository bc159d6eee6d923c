#include "base/status.h"
#include "onebox/meta/app_info.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {

using wire::ServerError;

wire::configuration_recall_app_response recallApp(
    ClusterState& state, const wire::configuration_recall_app_request& request) {
  const ServerError error =
      state.catalog.recall(request.app_id, request.new_app_name, state.reactor.unixSeconds());
  wire::configuration_recall_app_response response;
  response.err = error;
  response.info =
      error == ServerError::kOk ? describe(*state.catalog.find(request.app_id)) : noAppInfo();
  return response;
}

wire::configuration_rename_app_response renameApp(
    ClusterState& state, const wire::configuration_rename_app_request& request) {
  const ServerError error = state.catalog.rename(request.old_app_name, request.new_app_name);
  wire::configuration_rename_app_response response;
  response.err = error;
  if (error == ServerError::kAppNotExist) {
    response.hint_message = text("ERROR: app(", request.old_app_name, ") not exist!");
  } else if (error != ServerError::kOk) {
    response.hint_message = text("ERROR: app(", request.new_app_name, ") already exist!");
  }
  return response;
}

}  // namespace bridle::internal::onebox
