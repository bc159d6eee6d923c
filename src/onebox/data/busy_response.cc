#include "onebox/data/busy_response.h"

#include "wire/messages.h"

namespace bridle::internal::onebox {
namespace {

void respondWithNothing(Rpc read, const DataCall& call, Answer& answer) {
  switch (read) {
    case Rpc::kGet:
      return answer.respond(responseTo<wire::read_response>(call));
    case Rpc::kTtl:
      return answer.respond(responseTo<wire::ttl_response>(call));
    case Rpc::kMultiGet:
      return answer.respond(responseTo<wire::multi_get_response>(call));
    case Rpc::kBatchGet:
      return answer.respond(responseTo<wire::batch_get_response>(call));
    case Rpc::kSortkeyCount:
      return answer.respond(responseTo<wire::count_response>(call));
    case Rpc::kGetScanner:
    case Rpc::kScan:
      return answer.respond(responseTo<wire::scan_response>(call));
    default:
      return answer.sayNothing();
  }
}

}  // namespace

void refuseAsBusy(Rpc read, const DataCall& call, Answer& answer) {
  respondWithNothing(read, call, answer);
  answer.addError(wire::ServerError::kBusy);
}

}  // namespace bridle::internal::onebox
