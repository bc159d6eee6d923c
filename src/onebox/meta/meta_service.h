#pragma once

#include "onebox/cluster_state.h"
#include "onebox/server/service.h"

namespace bridle::internal::onebox {

// A meta server. Only the leader answers; the others say who leads.
class MetaService final : public Service {
 public:
  MetaService(ClusterState& state, int meta) : Service(true, meta), state_(state) {}

  FaultSubject subjectOf(Rpc rpc, const wire::RequestHeader& header) const override;
  void serve(Rpc rpc, const Incoming& request, Answer& answer) override;

 private:
  void dispatch(Rpc rpc, const Incoming& request, Answer& answer);

  template <typename Request, typename Response>
  void serveAs(Response (*call)(ClusterState&, const Request&), const Incoming& request,
               Answer& answer);

  // What a follower answers.
  template <typename Response>
  Response refuse() const;
  void forward(Answer& answer) const;

  ClusterState& state_;
};

}  // namespace bridle::internal::onebox
