#include "onebox/meta/meta_service.h"

#include "onebox/meta/meta_calls.h"
#include "onebox/server/negotiation.h"

namespace bridle::internal::onebox {

using wire::ServerError;

FaultSubject MetaService::subjectOf(Rpc rpc, const wire::RequestHeader&) const {
  return {.at_meta = true, .server = index(), .rpc = rpc, .table = {}};
}

// The gpid in the header means nothing here. (The production server aborts on an app id above 0.)
void MetaService::serve(Rpc rpc, const Incoming& request, Answer& answer) {
  switch (rpc) {
    case Rpc::kNegotiation:
      return serveNegotiation(request, answer);
    case Rpc::kQueryConfig:
      return serveAs(queryConfig, request, answer);
    case Rpc::kCreateApp:
      return serveAs(createApp, request, answer);
    case Rpc::kDropApp:
      return serveAs(dropApp, request, answer);
    case Rpc::kListApps:
      return serveAs(listApps, request, answer);
    case Rpc::kListNodes:
      return serveAs(listNodes, request, answer);
    case Rpc::kClusterInfo:
      return serveAs(clusterInfo, request, answer);
    default:
      return answer.refuse(ServerError::kHandlerNotFound);
  }
}

template <typename Request, typename Response>
void MetaService::serveAs(Response (*call)(ClusterState&, const Request&),
                          const wire::Request& request, Answer& answer) {
  const absl::StatusOr<Request> args = wire::decodeArgs<Request>(request.args);
  if (!args.ok()) return answer.closeConnection();
  if (state_.leader == index()) return answer.respond(call(state_, *args));
  Response response;
  response.err = ServerError::kForwardToOthers;
  if (state_.leader) pointTo(state_.metas[static_cast<std::size_t>(*state_.leader)], response);
  answer.respond(response);
}

}  // namespace bridle::internal::onebox
