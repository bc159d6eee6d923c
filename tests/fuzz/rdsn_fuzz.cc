// What a server reads from the official C++ client: a stream of native requests, each decoded as
// its name says.

#include "stream.h"
#include "wire/rdsn_frame.h"

using namespace bridle::internal;
using namespace bridle::internal::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const std::string& frame : framesOf(asText(data, size), measureRdsnRequest)) {
    const absl::StatusOr<RdsnRequest> request = decodeRdsnRequest(frame);
    require(request.ok(), "a measured native frame is a request");
    std::string reply;
    appendRdsnReply(reply, *request, "ERR_OK", Endpoint{}, request->args);
    require(reply.size() == frame.size(), "a reply has the same header");
    visitCall(request->rpc,
              [&](auto call) { roundTripArgs<typename decltype(call)::Args>(request->args); });
  }
  return 0;
}
