#include "onebox/server/negotiation.h"

namespace bridle::internal::onebox {

void serveNegotiation(const wire::Request& request, Answer& answer) {
  if (!wire::decodeArgs<wire::negotiation_request>(request.args).ok()) {
    return answer.closeConnection();
  }
  wire::negotiation_response response;
  response.status = wire::negotiation_status::SASL_AUTH_DISABLE;
  answer.respond(response);
}

}  // namespace bridle::internal::onebox
