#include "route/config_answer.h"

#include <utility>

#include "base/status.h"
#include "dsn_layer2_types.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

using absl::StatusCode;
using wire::ServerError;

struct Meaning {
  StatusCode code;
  bool passing;
  std::string_view text;
};

Meaning meaningOf(ServerError error) {
  switch (error) {
    case ServerError::kObjectNotFound:
    case ServerError::kAppNotExist:
    case ServerError::kAppDropped:
      return {StatusCode::kNotFound, false, "does not exist; check the name or create it"};
    case ServerError::kBusyCreating:
      return {StatusCode::kUnavailable, true, "is being created or recalled; try again later"};
    case ServerError::kBusyDropping:
      return {StatusCode::kUnavailable, false, "is being dropped"};
    case ServerError::kUnderRecovery:
    case ServerError::kBusy:
    case ServerError::kTryAgain:
      return {StatusCode::kUnavailable, true, "is not available yet; try again later"};
    case ServerError::kAclDeny:
      return {StatusCode::kPermissionDenied, false, "may not be used by this client"};
    case ServerError::kInvalidParameters:
      return {StatusCode::kInvalidArgument, false, "was refused; check the name"};
    default:
      return {StatusCode::kUnavailable, false, "has no routes"};
  }
}

}  // namespace

ConfigAnswer readConfigAnswer(std::string_view result, std::string_view table,
                              std::string_view servers, std::uint64_t version) {
  const auto failure = [&](StatusCode code, bool passing, std::string_view what,
                           std::string_view reason) {
    return ConfigAnswer{nullptr,
                        statusOf(code, "table \"", table, "\" ", what, " (meta servers ", servers,
                                 ": ", reason, ")"),
                        passing};
  };
  const auto config = wire::decodeResult<wire::query_cfg_response>(result);
  if (!config.ok()) {
    return failure(StatusCode::kDataLoss, true, "has no readable routes",
                   toStd(config.status().message()));
  }
  const ServerError error = config->err.value();
  if (error != ServerError::kOk) {
    const Meaning meaning = meaningOf(error);
    return failure(meaning.code, meaning.passing, meaning.text, config->err.name);
  }
  auto routes = RoutingTable::build(*config, version);
  if (!routes.ok()) {
    return failure(StatusCode::kDataLoss, true, "has no usable routes",
                   toStd(routes.status().message()));
  }
  return {*std::move(routes), absl::OkStatus(), false};
}

}  // namespace bridle::internal
