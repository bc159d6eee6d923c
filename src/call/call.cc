#include "call/call.h"

#include <utility>

namespace bridle::internal {

void CallLeg::sent(ReplicaSession& session, Ticket ticket, TimePoint at) {
  session_ = &session;
  ticket_ = ticket;
  server_ = session.peer();
  sent_at_ = at;
}

Delivery CallLeg::forget() {
  if (session_ == nullptr) return Delivery::kNotSent;
  return std::exchange(session_, nullptr)->forget(ticket_);
}

void CallLeg::onReply(const wire::Reply& reply) {
  session_ = nullptr;
  call_.driver().onLegReply(call_, id_, reply);
}

void CallLeg::onLost(Delivery delivery, const absl::Status& why) {
  session_ = nullptr;
  call_.driver().onLegLost(call_, id_, delivery, why);
}

Call::Call(CallDriver& driver, const Request& request)
    : driver_(driver),
      request_(request),
      machine_(request.plan),
      legs_{CallLeg(*this, LegId::kPrimary), CallLeg(*this, LegId::kBackup)} {}

}  // namespace bridle::internal
