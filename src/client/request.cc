#include "client/request.h"

#include <algorithm>

#include "base/limits.h"
#include "base/pegasus_time.h"
#include "base/status.h"
#include "ops/encode.h"
#include "ops/set.h"

namespace bridle::internal {
namespace {

using detail::OpKind;
using detail::OpRequest;

// Field header, length and hash-key length stand before the hash key; a set has one more field
// header around them.
constexpr std::size_t kBeforeHashKey = 3 + 4 + 2;
constexpr std::size_t kBeforeHashKeyOfSet = 3 + kBeforeHashKey;

std::string problemWith(const OpRequest& request, std::int64_t unix_seconds) {
  const std::size_t hash_key = request.key.hash_key.size();
  const std::size_t rest = request.key.sort_key.size() + request.value.size();
  const double timeout = request.timeout_ms;
  if (hash_key > limits::kMaxHashKeyBytes) {
    return text("the hash key has ", hash_key, " bytes; at most ", limits::kMaxHashKeyBytes,
                " are allowed");
  }
  if (hash_key + rest > limits::kMaxRequestBytes) {
    return text("key and value have ", hash_key + rest, " bytes; at most ",
                limits::kMaxRequestBytes, " are allowed in one request");
  }
  if (!(timeout >= 0 && timeout <= limits::kMaxTimeoutMs)) {
    return text("timeout_ms is ", timeout, "; it must be from 0 (the table's) to ",
                limits::kMaxTimeoutMs);
  }
  // None at all if the clock is far off; what never expires is written even then.
  const std::int64_t longest =
      std::max<std::int64_t>(0, limits::kMaxExpireTs - pegasusSeconds(unix_seconds));
  if (request.ttl_seconds < 0 || request.ttl_seconds > longest) {
    return text("ttl_seconds is ", request.ttl_seconds, "; it must be from 0 (never expires) to ",
                longest);
  }
  return {};
}

}  // namespace

std::string_view nameOf(OpKind kind) {
  switch (kind) {
    case OpKind::kGet:
      return "get";
    case OpKind::kSet:
      return "set";
    case OpKind::kDel:
      return "del";
    case OpKind::kExist:
      return "exist";
    case OpKind::kTtl:
      return "ttl";
  }
  return "";
}

absl::Status check(const OpRequest& request, std::int64_t unix_seconds) {
  const std::string problem = problemWith(request, unix_seconds);
  return problem.empty() ? absl::OkStatus() : invalidArgument(problem);
}

void encode(std::string& out, const OpRequest& request, std::int64_t unix_seconds) {
  if (request.kind != OpKind::kSet) return put::rawKeyArgs(out, request.key);
  const std::int64_t expires =
      request.ttl_seconds == 0 ? 0 : pegasusSeconds(unix_seconds) + request.ttl_seconds;
  SetOp::encode(out, request.key, request.value, static_cast<std::int32_t>(expires));
}

std::size_t hashKeyOffset(OpKind kind) {
  return kind == OpKind::kSet ? kBeforeHashKeyOfSet : kBeforeHashKey;
}

}  // namespace bridle::internal
