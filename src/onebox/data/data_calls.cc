#include "onebox/data/data_calls.h"

#include "wire/thrift_io.h"

namespace bridle::internal::onebox {
namespace {

template <typename Args>
absl::StatusOr<Args> decode(std::string_view args) {
  return wire::decodeArgs<Args>(args);
}
template <>
absl::StatusOr<std::string> decode(std::string_view args) {
  return wire::decodeBlobArgs(args);
}

template <typename Response, typename Args>
void respond(Response (*serve)(const DataCall&, const Args&), const DataCall& call,
             std::string_view args, Answer& answer) {
  const absl::StatusOr<Args> decoded = decode<Args>(args);
  if (!decoded.ok()) return answer.closeConnection();
  answer.respond(serve(call, *decoded));
}

void serveClearScanner(const DataCall& call, std::string_view args, Answer& answer) {
  const absl::StatusOr<std::int64_t> context_id = wire::decodeI64Args(args);
  if (!context_id.ok()) return answer.closeConnection();
  clearScanner(call, *context_id);
  answer.sayNothing();  // one-way, whatever its message type says
}

}  // namespace

void serveDataCall(Rpc rpc, const DataCall& call, std::string_view args, Answer& answer) {
  switch (rpc) {
    case Rpc::kGet:
      return respond(get, call, args, answer);
    case Rpc::kTtl:
      return respond(ttl, call, args, answer);
    case Rpc::kMultiGet:
      return respond(multiGet, call, args, answer);
    case Rpc::kBatchGet:
      return respond(batchGet, call, args, answer);
    case Rpc::kSortkeyCount:
      return respond(sortkeyCount, call, args, answer);
    case Rpc::kGetScanner:
      return respond(getScanner, call, args, answer);
    case Rpc::kScan:
      return respond(scan, call, args, answer);
    case Rpc::kClearScanner:
      return serveClearScanner(call, args, answer);
    case Rpc::kPut:
      return respond(put, call, args, answer);
    case Rpc::kRemove:
      return respond(remove, call, args, answer);
    case Rpc::kMultiPut:
      return respond(multiPut, call, args, answer);
    case Rpc::kMultiRemove:
      return respond(multiRemove, call, args, answer);
    case Rpc::kIncr:
      return respond(incr, call, args, answer);
    case Rpc::kCheckAndSet:
      return respond(checkAndSet, call, args, answer);
    case Rpc::kCheckAndMutate:
      return respond(checkAndMutate, call, args, answer);
    default:
      return answer.refuse(wire::ServerError::kHandlerNotFound);
  }
}

}  // namespace bridle::internal::onebox
