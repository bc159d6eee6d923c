#include "onebox/meta/meta_service.h"

#include "onebox/meta/meta_calls.h"
#include "onebox/server/negotiation.h"

namespace bridle::internal::onebox {

using wire::ServerError;

namespace {

// All that a catalog keeps; the meta level is not part of it.
bool changesCatalog(Rpc rpc) {
  return rpc == Rpc::kCreateApp || rpc == Rpc::kDropApp || rpc == Rpc::kRecallApp ||
         rpc == Rpc::kRenameApp || rpc == Rpc::kUpdateAppEnv || rpc == Rpc::kStartSplit ||
         rpc == Rpc::kControlSplit || rpc == Rpc::kSetMaxReplicaCount ||
         rpc == Rpc::kSetAtomicIdempotent || rpc == Rpc::kStartManualCompact;
}

}  // namespace

FaultSubject MetaService::subjectOf(Rpc rpc, const wire::RequestHeader&) const {
  return {.at_meta = true, .server = index(), .rpc = rpc, .table = {}};
}

// A change is saved before its answer is sent.
void MetaService::serve(Rpc rpc, const Incoming& request, Answer& answer) {
  dispatch(rpc, request, answer);
  if (changesCatalog(rpc)) state_.saveCatalog();
}

// The gpid in the header means nothing here. (The production server aborts on an app id above 0.)
void MetaService::dispatch(Rpc rpc, const Incoming& request, Answer& answer) {
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
    case Rpc::kRecallApp:
      return serveAs(recallApp, request, answer);
    case Rpc::kRenameApp:
      return serveAs(renameApp, request, answer);
    case Rpc::kUpdateAppEnv:
      return serveAs(updateAppEnv, request, answer);
    case Rpc::kControlMeta:
      return serveAs(controlMeta, request, answer);
    case Rpc::kStartSplit:
      return serveAs(startSplit, request, answer);
    case Rpc::kControlSplit:
      return serveAs(controlSplit, request, answer);
    case Rpc::kQuerySplit:
      return serveAs(querySplit, request, answer);
    case Rpc::kGetMaxReplicaCount:
      return serveAs(getMaxReplicaCount, request, answer);
    case Rpc::kSetMaxReplicaCount:
      return serveAs(setMaxReplicaCount, request, answer);
    case Rpc::kGetAtomicIdempotent:
      return serveAs(getAtomicIdempotent, request, answer);
    case Rpc::kSetAtomicIdempotent:
      return serveAs(setAtomicIdempotent, request, answer);
    case Rpc::kStartManualCompact:
      return serveAs(startManualCompact, request, answer);
    case Rpc::kQueryManualCompact:
      return serveAs(queryManualCompact, request, answer);
    default:
      return answer.refuse(ServerError::kHandlerNotFound);
  }
}

template <typename Request, typename Response>
void MetaService::serveAs(Response (*call)(ClusterState&, const Request&), const Incoming& request,
                          Answer& answer) {
  const absl::StatusOr<Request> args = wire::decodeArgs<Request>(request.args);
  if (!args.ok()) return answer.closeConnection();
  if (state_.leader != index() && request.takesForwards()) return forward(answer);
  Response response = state_.leader == index() ? call(state_, *args) : refuse<Response>();
  if (request.protocol == Protocol::kNative) addHostPorts(response);
  answer.respond(response);
}

template <typename Response>
Response MetaService::refuse() const {
  Response response;
  response.err = ServerError::kForwardToOthers;
  if (state_.leader) pointTo(state_.metas[static_cast<std::size_t>(*state_.leader)], response);
  return response;
}

// An address that is empty if nobody leads.
void MetaService::forward(Answer& answer) const {
  wire::rpc_address leader;
  if (state_.leader) leader = state_.metas[static_cast<std::size_t>(*state_.leader)];
  answer.respond(leader);
  answer.addError(ServerError::kForwardToOthers);
}

}  // namespace bridle::internal::onebox
