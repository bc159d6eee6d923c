#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "bridle/onebox.h"
#include "onebox/cluster_state.h"
#include "onebox/server/delayed_request.h"
#include "onebox/server/frame_server.h"
#include "onebox/server/service.h"

namespace bridle::internal::onebox {

// One server: takes requests from its port, lets faults act on them, has its service answer them.
class Node final : private FrameUser, private DelayedRequest::Owner {
 public:
  Node(Network& network, ClusterState& state, std::unique_ptr<Service> service);

  absl::Status start(const Endpoint& at);
  void stop();  // connections are closed; requests that a fault holds back are lost
  bool running() const { return frames_.listening(); }

  Endpoint endpoint() const { return endpoint_; }  // once it was started, also while it is stopped
  Onebox::Counts counts() const;

 private:
  // A request on its way through the node.
  struct Passage {
    const Incoming& request;
    std::string_view frame;
    Connection* to;  // null if it is gone
    Rpc rpc;
    TimePoint arrived;
    FaultPlan plan;
  };

  void onRequest(const Incoming& request, std::string_view frame, Connection& from) override;
  void onAcceptFailed(std::string_view reason) override;
  void onDelayOver(DelayedRequest& delayed) override;

  void note(Rpc rpc, const wire::Request& request);
  void delay(const Passage& passage);
  void serve(const Passage& passage);
  bool expired(const Passage& passage) const;
  void serveLater(const Passage& passage);
  void send(const Passage& passage, Connection& to);

  ClusterState& state_;
  std::unique_ptr<Service> service_;
  Endpoint endpoint_;
  Onebox::Counts counts_;
  Answer answer_;
  absl::flat_hash_map<std::uint64_t, std::unique_ptr<DelayedRequest>> delayed_;
  std::uint64_t last_delayed_id_ = 0;
  std::size_t delayed_bytes_ = 0;
  FrameServer frames_;  // last: it goes first, and no request comes in any more
};

}  // namespace bridle::internal::onebox
