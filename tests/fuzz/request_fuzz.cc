// What a server reads: a stream of requests, each decoded as its name says.

#include "stream.h"
#include "wire/frame.h"

using namespace bridle::internal::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const std::string& frame : framesOf(asText(data, size), measureThftRequest)) {
    const absl::StatusOr<Request> request = decodeRequest(frame);
    if (!request.ok()) continue;
    std::string encoded;
    appendRequest(encoded, request->version, request->header, request->rpc, request->seq,
                  request->args);
    const absl::StatusOr<Request> again = decodeRequest(encoded);
    require(again.ok() && again->header == request->header && again->rpc == request->rpc &&
                again->seq == request->seq && again->args == request->args,
            "a request survives encoding");
    visitCall(request->rpc,
              [&](auto call) { roundTripArgs<typename decltype(call)::Args>(request->args); });
  }
  return 0;
}
