#include "client/admin/meta_question.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "base/error.h"
#include "base/status.h"
#include "route/meta_reply.h"

namespace bridle::internal {
namespace {

using wire::ServerError;

struct Meaning {
  ErrorCode code;
  std::string_view text;
};

Meaning meaningOf(ServerError error) {
  switch (error) {
    case ServerError::kObjectNotFound:
    case ServerError::kAppNotExist:
    case ServerError::kAppDropped:
      return {ErrorCode::kTableNotFound, "there is no such table"};
    case ServerError::kAppExist:
      return {ErrorCode::kRefused, "the table exists"};
    case ServerError::kBusyCreating:
      return {ErrorCode::kTableUnavailable,
              "the table is being created or recalled; try again later"};
    case ServerError::kBusyDropping:
      return {ErrorCode::kTableUnavailable, "the table is being dropped"};
    case ServerError::kSplitting:
      return {ErrorCode::kTableUnavailable, "the table is being split; try again later"};
    case ServerError::kBusy:
    case ServerError::kUnderRecovery:
    case ServerError::kTryAgain:
      return {ErrorCode::kTableUnavailable, "the cluster is not ready for this; try again later"};
    case ServerError::kStateFreezed:
      return {ErrorCode::kRefused, "the cluster takes no changes now: its meta level is too low"};
    case ServerError::kInvalidParameters:
      return {ErrorCode::kRefused, "the server does not accept the arguments"};
    case ServerError::kAclDeny:
      return {ErrorCode::kRefused, "this client may not do it"};
    default:
      return {ErrorCode::kRefused, "refused by the meta server"};
  }
}

bool allowedInName(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == ':';
}

ErrorInfo infoOf(const absl::Status& status) {
  const bool garbage = status.code() == absl::StatusCode::kDataLoss;
  return errorInfo(status).value_or(
      ErrorInfo{.code = garbage ? ErrorCode::kBadReply : ErrorCode::kMetaUnavailable});
}

}  // namespace

std::string titleOf(std::string_view operation, std::string_view table) {
  return text(operation, " \"", table, "\"");
}

bool isCreating(std::string_view answer) {
  const std::optional<std::string_view> error = metaErrorName(answer);
  return error.has_value() && wire::errorFromName(*error) == ServerError::kBusyCreating;
}

std::string problemWithNewName(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (std::all_of(name.begin(), name.end(), allowedInName)) return {};
  return text("the name \"", name, "\" has a character other than A-Z a-z 0-9 _ . :");
}

absl::Status adminError(std::string_view title, const absl::Status& why) {
  return makeError(infoOf(why), text(title, " failed: ", toStd(why.message())));
}

absl::Status adminError(std::string_view title, const wire::error_code& error,
                        std::string_view hint) {
  const Meaning meaning = meaningOf(error.value());
  const std::string reason = hint.empty() ? error.name : text(error.name, ": ", hint);
  return makeError(ErrorInfo{.code = meaning.code, .server_error = error.name},
                   text(title, " failed: ", meaning.text, " (", reason, ")"));
}

}  // namespace bridle::internal
