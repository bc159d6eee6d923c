#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {

using wire::ServerError;

using Level = wire::meta_function_level;

namespace {

bool exists(Level::type level) {
  return level == Level::fl_stopped || level == Level::fl_blind || level == Level::fl_freezed ||
         level == Level::fl_steady || level == Level::fl_lively;
}

}  // namespace

// fl_invalid is a question. A level does not outlive the process, as with the production server,
// whose level at the start is an option. (The production server takes what is no level, and aborts
// of it a moment later.)
wire::configuration_meta_control_response controlMeta(
    ClusterState& state, const wire::configuration_meta_control_request& request) {
  wire::configuration_meta_control_response response;
  response.old_level = static_cast<Level::type>(state.meta_level);
  const bool asks = request.level == Level::fl_invalid;
  const bool known = asks || exists(request.level);
  response.err = known ? ServerError::kOk : ServerError::kInvalidParameters;
  if (known && !asks) state.meta_level = request.level;
  return response;
}

}  // namespace bridle::internal::onebox
