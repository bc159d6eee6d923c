#pragma once

#include "onebox/data/data_call.h"
#include "onebox/server/service.h"

namespace bridle::internal::onebox {

// A read that has no bytes left is refused as busy, but with a response, one that is empty.
void refuseAsBusy(Rpc read, const DataCall& call, Answer& answer);

}  // namespace bridle::internal::onebox
