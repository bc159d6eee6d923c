#include "route/config_answer.h"

#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "dsn_layer2_types.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

using wire::ServerError;

struct Meaning {
  ErrorCode code;
  bool passing;
  std::string_view text;
};

Meaning meaningOf(ServerError error) {
  switch (error) {
    case ServerError::kObjectNotFound:
    case ServerError::kAppNotExist:
    case ServerError::kAppDropped:
      return {ErrorCode::kTableNotFound, false, "does not exist; check the name or create it"};
    case ServerError::kBusyCreating:
      return {ErrorCode::kTableUnavailable, true, "is being created or recalled; try again later"};
    case ServerError::kBusyDropping:
      return {ErrorCode::kTableUnavailable, false, "is being dropped"};
    case ServerError::kUnderRecovery:
    case ServerError::kBusy:
    case ServerError::kTryAgain:
      return {ErrorCode::kTableUnavailable, true, "is not available yet; try again later"};
    case ServerError::kAclDeny:
      return {ErrorCode::kRefused, false, "may not be used by this client"};
    case ServerError::kInvalidParameters:
      return {ErrorCode::kInvalidArgument, false, "was refused; check the name"};
    default:
      return {ErrorCode::kTableUnavailable, false, "has no routes"};
  }
}

}  // namespace

ConfigAnswer readConfigAnswer(std::string_view result, std::string_view table,
                              std::string_view servers, std::uint64_t version) {
  const auto failure = [&](const Meaning& meaning, std::string_view reason,
                           std::string_view server_error) {
    const ErrorInfo info{.code = meaning.code, .server_error = std::string(server_error)};
    return ConfigAnswer{nullptr,
                        makeError(info, text("table \"", table, "\" ", meaning.text,
                                             " (meta servers ", servers, ": ", reason, ")")),
                        meaning.passing};
  };
  const auto config = wire::decodeResult<wire::query_cfg_response>(result);
  if (!config.ok()) {
    return failure({ErrorCode::kBadReply, true, "has no readable routes"},
                   toStd(config.status().message()), "");
  }
  const ServerError error = config->err.value();
  if (error != ServerError::kOk) {
    return failure(meaningOf(error), config->err.name, config->err.name);
  }
  auto routes = RoutingTable::build(*config, version);
  if (!routes.ok()) {
    return failure({ErrorCode::kBadReply, true, "has no usable routes"},
                   toStd(routes.status().message()), "");
  }
  return {*std::move(routes), absl::OkStatus(), false};
}

}  // namespace bridle::internal
