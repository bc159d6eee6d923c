#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {

using wire::ServerError;

// Any number is taken, as the production server does (which aborts a moment later if it is no
// level); one is a question.
wire::configuration_meta_control_response controlMeta(
    ClusterState& state, const wire::configuration_meta_control_request& request) {
  using Level = wire::meta_function_level;
  wire::configuration_meta_control_response response;
  response.err = ServerError::kOk;
  response.old_level = static_cast<Level::type>(state.meta_level);
  if (request.level != Level::fl_invalid) state.meta_level = request.level;
  return response;
}

}  // namespace bridle::internal::onebox
