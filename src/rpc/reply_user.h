#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "wire/frame.h"

namespace bridle::internal {

// Could a request whose session broke have reached the server?
enum class Delivery : std::uint8_t { kNotSent, kMaybeSent };

// Names one outstanding request of one session: slot and generation in one number, which is also
// the sequence id on the wire. A late reply finds another generation and is only counted.
enum class Ticket : std::int32_t {};

// The owner of one outstanding request. Exactly one of the two is called, unless the request is
// forgotten first. Neither is called from inside send(). Both may send and forget, on this session
// too, but must not destroy it.
class ReplyUser {
 public:
  // `reply` is valid during the call. Any framework error name counts as a reply.
  virtual void onReply(const wire::Reply& reply) = 0;

  // The connection could not be made, broke or was reset; `why` names the server and the reason.
  virtual void onLost(Delivery delivery, const absl::Status& why) = 0;

 protected:
  ~ReplyUser() = default;
};

}  // namespace bridle::internal
