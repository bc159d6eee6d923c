#pragma once

#include "onebox/server/service.h"

namespace bridle::internal::onebox {

// A client with credentials asks for authentication first; the answer is that there is none.
void serveNegotiation(const wire::Request& request, Answer& answer);

}  // namespace bridle::internal::onebox
