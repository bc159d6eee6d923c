#include "onebox/server/node.h"

#include <utility>

#include "base/limits.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;

// As the length of a reply it is far over any limit.
constexpr std::string_view kGarbage = "\xde\xad\xbe\xef: garbage instead of a reply";

}  // namespace

Node::Node(Network& network, ClusterState& state, std::unique_ptr<Service> service)
    : state_(state), service_(std::move(service)), frames_(network, *this) {}

absl::Status Node::start(const Endpoint& at) {
  absl::Status status = frames_.listen(at);
  if (status.ok()) endpoint_ = frames_.local();
  return status;
}

void Node::stop() {
  frames_.stop();
  delayed_.clear();
  delayed_bytes_ = 0;
}

Onebox::Counts Node::counts() const {
  Onebox::Counts counts = counts_;
  counts.connections = frames_.connections();
  return counts;
}

void Node::onRequest(const wire::Request& request, std::string_view frame, Connection& from) {
  Passage passage{
      .request = request, .rpc = rpcOf(request.rpc), .arrived = state_.reactor.now(), .plan = {}};
  note(passage.rpc, request);
  if (!state_.faults.empty()) {
    passage.plan = state_.faults.draw(service_->subjectOf(passage.rpc, request.header));
  }
  if (passage.plan.delay > Duration::zero()) {
    delay(passage, frame, from);
  } else {
    serve(passage, &from);
  }
}

void Node::note(Rpc rpc, const wire::Request& request) {
  ++counts_.requests;
  if (isWrite(rpc)) ++counts_.writes;
  if (isRead(rpc)) {
    ++counts_.reads;
    if (request.header.is_backup_request) ++counts_.backup_reads;
  }
  if (!state_.on_request) return;
  state_.on_request({.at = state_.reactor.now(),
                     .server = endpoint_,
                     .at_meta = service_->atMeta(),
                     .server_index = service_->index(),
                     .rpc = request.rpc,
                     .seq = request.seq,
                     .version = request.version,
                     .header = request.header});
}

void Node::delay(const Passage& passage, std::string_view frame, Connection& from) {
  if (delayed_bytes_ + frame.size() > limits::kMaxDelayedRequestBytes) {
    return from.reply(passage.request, wire::errorName(ServerError::kBusy), {});
  }
  delayed_bytes_ += frame.size();
  const std::uint64_t id = ++last_delayed_id_;
  DelayedRequest::Owner& owner = *this;
  delayed_[id] =
      std::make_unique<DelayedRequest>(owner, state_.reactor, id, frame, passage.plan, from.id());
}

void Node::onDelayOver(DelayedRequest& delayed) {
  const absl::StatusOr<wire::Request> request = wire::decodeRequest(delayed.frame);
  serve({.request = *request,
         .rpc = rpcOf(request->rpc),
         .arrived = delayed.arrived,
         .plan = delayed.plan},
        frames_.find(delayed.connection));
  delayed_bytes_ -= delayed.frame.size();
  delayed_.erase(delayed.id);
}

// Without a connection the request is executed all the same.
void Node::serve(const Passage& passage, Connection* to) {
  if (state_.drop_expired_requests && expired(passage)) return;
  answer_.clear();
  if (passage.plan.executes()) service_->serve(passage.rpc, passage.request, answer_);
  if (to != nullptr) send(passage, *to);
}

bool Node::expired(const Passage& passage) const {
  const auto allowed = std::chrono::milliseconds(passage.request.header.timeout_ms);
  return state_.reactor.now() - passage.arrived >= allowed;
}

void Node::send(const Passage& passage, Connection& to) {
  const FaultPlan& plan = passage.plan;
  if (plan.close || answer_.kind() == Answer::Kind::kClose) return to.close();
  if (plan.silent() || answer_.kind() == Answer::Kind::kNothing) return;
  if (plan.garbage) return to.send(kGarbage);
  if (plan.error != ServerError::kOk) answer_.refuse(plan.error);
  const bool has_body = answer_.error() == ServerError::kOk && !plan.empty_ok;
  const ServerError error = plan.empty_ok ? ServerError::kOk : answer_.error();
  to.reply(passage.request, wire::errorName(error),
           has_body ? std::string_view(answer_.result()) : std::string_view());
}

}  // namespace bridle::internal::onebox
