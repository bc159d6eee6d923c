#include "onebox/server/node.h"

#include <utility>

#include "base/limits.h"
#include "base/status.h"

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
  service_->onStop();
  delayed_.clear();
  delayed_bytes_ = 0;
}

Onebox::Counts Node::counts() const {
  Onebox::Counts counts = counts_;
  counts.connections = frames_.connections();
  return counts;
}

void Node::onRequest(const Incoming& request, std::string_view frame, Connection& from) {
  Passage passage{.request = request,
                  .frame = frame,
                  .to = &from,
                  .rpc = rpcOf(request.rpc),
                  .arrived = state_.reactor.now(),
                  .plan = {}};
  note(passage.rpc, request);
  if (!state_.faults.empty()) {
    passage.plan = state_.faults.draw(service_->subjectOf(passage.rpc, request.header));
  }
  if (passage.plan.delay > Duration::zero()) {
    delay(passage);
  } else {
    serve(passage);
  }
}

void Node::onAcceptFailed(std::string_view reason) {
  state_.notices.tellSometimes(
      text("server ", endpoint_.toString(), " cannot accept connections: ", reason,
           "; they wait until it can: close some, or allow more open files (ulimit -n)"));
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

void Node::delay(const Passage& passage) {
  if (delayed_bytes_ + passage.frame.size() > limits::kMaxDelayedRequestBytes) {
    if (passage.to != nullptr && !isOneWay(passage.rpc)) {
      passage.to->reply(passage.request, wire::errorName(ServerError::kBusy), {});
    }
    return;
  }
  delayed_bytes_ += passage.frame.size();
  const std::uint64_t id = ++last_delayed_id_;
  DelayedRequest::Owner& owner = *this;
  delayed_[id] = std::make_unique<DelayedRequest>(
      owner, state_.reactor, id,
      DelayedRequest::Content{.frame = std::string(passage.frame),
                              .plan = passage.plan,
                              .arrived = passage.arrived,
                              .was_throttled = passage.request.was_throttled,
                              .connection = passage.to == nullptr ? 0 : passage.to->id()});
}

void Node::onDelayOver(DelayedRequest& delayed) {
  const std::unique_ptr<DelayedRequest> held = std::move(delayed_.extract(delayed.id).mapped());
  const DelayedRequest::Content& content = held->content;
  delayed_bytes_ -= content.frame.size();
  Incoming request = *decodeIncoming(content.frame);
  request.was_throttled = content.was_throttled;
  serve({.request = request,
         .frame = content.frame,
         .to = frames_.find(content.connection),
         .rpc = rpcOf(request.rpc),
         .arrived = content.arrived,
         .plan = content.plan});
}

// Without a connection the request is executed all the same.
void Node::serve(const Passage& passage) {
  if (state_.drop_expired_requests && expired(passage)) return;
  answer_.clear();
  if (passage.plan.executes()) service_->serve(passage.rpc, passage.request, answer_);
  if (state_.storage.failed()) answer_.refuse(ServerError::kFileOperationFailed);
  if (answer_.kind() == Answer::Kind::kLater) return serveLater(passage);
  if (passage.to != nullptr) send(passage, *passage.to);
}

void Node::serveLater(const Passage& passage) {
  Incoming request = passage.request;
  request.was_throttled = true;
  FaultPlan plan = passage.plan;
  plan.delay = answer_.delay();
  plan.error = answer_.error();
  delay({.request = request,
         .frame = passage.frame,
         .to = passage.to,
         .rpc = passage.rpc,
         .arrived = passage.arrived,
         .plan = plan});
}

bool Node::expired(const Passage& passage) const {
  const auto allowed = std::chrono::milliseconds(passage.request.header.timeout_ms);
  return state_.reactor.now() - passage.arrived >= allowed;
}

void Node::send(const Passage& passage, Connection& to) {
  const FaultPlan& plan = passage.plan;
  if (plan.close || answer_.kind() == Answer::Kind::kClose) return to.close();
  if (isOneWay(passage.rpc) || plan.silent() || answer_.kind() == Answer::Kind::kNothing) return;
  if (plan.garbage) return to.send(kGarbage);
  if (plan.error != ServerError::kOk) answer_.refuse(plan.error);
  if (plan.empty_ok) return to.reply(passage.request, wire::errorName(ServerError::kOk), {});
  to.reply(passage.request, wire::errorName(answer_.error()), answer_.result());
}

}  // namespace bridle::internal::onebox
