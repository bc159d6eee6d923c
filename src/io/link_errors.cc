#include "io/link_errors.h"

#include "base/status.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;

}  // namespace

absl::Status connectFailed(const Endpoint& peer, std::string_view reason) {
  return statusOf(StatusCode::kUnavailable, "connect to ", peer.toString(), ": ", reason);
}

absl::Status connectionLost(const Endpoint& peer, std::string_view reason) {
  return statusOf(StatusCode::kUnavailable, "connection to ", peer.toString(), " ", reason);
}

absl::Status listenFailed(const Endpoint& at, std::string_view reason) {
  const std::string where = at.valid() ? at.toString() : text("port ", at.port);
  return statusOf(StatusCode::kUnavailable, "listen on ", where, ": ", reason);
}

absl::Status resolveFailed(std::string_view name, std::string_view reason) {
  return statusOf(StatusCode::kUnavailable, "resolve ", name, ": ", reason);
}

}  // namespace bridle::internal
