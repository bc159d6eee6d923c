#pragma once

#include <string>

#include "onebox/cluster_state.h"
#include "onebox/data/admission.h"
#include "onebox/data/scan_contexts.h"
#include "onebox/server/service.h"

namespace bridle::internal::onebox {

// A replica server: finds the copy that a request is for and executes it there.
class ReplicaService final : public Service {
 public:
  ReplicaService(ClusterState& state, int server);

  FaultSubject subjectOf(Rpc rpc, const wire::RequestHeader& header) const override;
  void serve(Rpc rpc, const Incoming& request, Answer& answer) override;
  void onStop() override { scans_.clear(); }

 private:
  // Where a header's gpid leads; null if this server does not serve that partition.
  struct Place {
    Table* table = nullptr;
    Partition* partition = nullptr;
    Role role = Role::kNone;
  };

  Place find(const wire::RequestHeader& header) const;
  wire::ServerError refusalOf(const wire::RequestHeader& header) const;  // that leads nowhere
  void serveData(Rpc rpc, const Incoming& request, Answer& answer);
  const std::string& name();

  ClusterState& state_;
  Admission admission_;
  ScanContexts scans_;
  std::string name_;
};

}  // namespace bridle::internal::onebox
