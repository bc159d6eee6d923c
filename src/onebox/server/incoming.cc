#include "onebox/server/incoming.h"

#include "wire/framer.h"
#include "wire/message.h"
#include "wire/rdsn_frame.h"

namespace bridle::internal::onebox {
namespace {

Protocol protocolOf(std::string_view frame) {
  return frame.starts_with(wire::kRdsnSignature) ? Protocol::kNative : Protocol::kThrift;
}

absl::StatusOr<Incoming> decodeNative(std::string_view frame) {
  const absl::StatusOr<wire::RdsnRequest> native = wire::decodeRdsnRequest(frame);
  if (!native.ok()) return native.status();
  Incoming request;
  request.protocol = Protocol::kNative;
  request.id = native->id;
  request.trace_id = native->trace_id;
  request.context = native->context;
  request.header = native->header;
  request.rpc = native->rpc;
  request.seq = static_cast<std::int32_t>(native->id);
  request.args = native->args;
  return request;
}

}  // namespace

std::size_t Incoming::bodyBytes() const {
  return args.size() + (protocol == Protocol::kThrift ? wire::messageBytes(rpc.size()) : 0);
}

bool Incoming::takesForwards() const {
  return (context & wire::kRdsnForwardSupported) != 0;
}

absl::StatusOr<std::size_t> measureIncoming(std::string_view prefix) {
  return protocolOf(prefix) == Protocol::kNative    ? wire::measureRdsnRequest(prefix)
         : wire::kRdsnSignature.starts_with(prefix) ? std::size_t{0}
                                                    : wire::measureThftRequest(prefix);
}

absl::StatusOr<Incoming> decodeIncoming(std::string_view frame) {
  if (protocolOf(frame) == Protocol::kNative) return decodeNative(frame);
  absl::StatusOr<wire::Request> request = wire::decodeRequest(frame);
  if (!request.ok()) return request.status();
  return Incoming{*request};
}

void appendReplyTo(std::string& out, const Incoming& request, std::string_view error_name,
                   Endpoint from, std::string_view result) {
  if (request.protocol == Protocol::kThrift) {
    return wire::appendReply(out, error_name, request.rpc, request.seq, result);
  }
  const wire::RdsnRequest native{.id = request.id,
                                 .trace_id = request.trace_id,
                                 .context = request.context,
                                 .header = request.header,
                                 .rpc = request.rpc,
                                 .args = {}};
  wire::appendRdsnReply(out, native, error_name, from, result);
}

}  // namespace bridle::internal::onebox
