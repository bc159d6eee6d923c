// What a client reads: a stream of replies, each decoded as its name says.

#include "stream.h"
#include "wire/frame.h"

using namespace bridle::internal::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const std::string& frame : framesOf(asText(data, size), measureReply)) {
    const absl::StatusOr<Reply> reply = decodeReply(frame);
    if (!reply.ok()) continue;
    std::string_view rpc = reply->ack;
    if (rpc.ends_with(rpc_names::kAckSuffix)) rpc.remove_suffix(rpc_names::kAckSuffix.size());
    visitCall(rpc,
              [&](auto call) { roundTripResult<typename decltype(call)::Result>(reply->result); });
  }
  return 0;
}
