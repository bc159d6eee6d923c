#include "wire/errors.h"

#include <algorithm>
#include <array>

namespace bridle::internal::wire {
namespace {

// In the order of the enumerators.
constexpr auto kErrorNames = std::to_array<std::string_view>({
    "ERR_OK",
    "ERR_UNKNOWN",
    "ERR_SERVICE_NOT_FOUND",
    "ERR_SERVICE_ALREADY_RUNNING",
    "ERR_IO_PENDING",
    "ERR_TIMEOUT",
    "ERR_SERVICE_NOT_ACTIVE",
    "ERR_BUSY",
    "ERR_NETWORK_INIT_FAILED",
    "ERR_FORWARD_TO_OTHERS",
    "ERR_OBJECT_NOT_FOUND",
    "ERR_HANDLER_NOT_FOUND",
    "ERR_LEARN_FILE_FAILED",
    "ERR_GET_LEARN_STATE_FAILED",
    "ERR_INVALID_VERSION",
    "ERR_INVALID_PARAMETERS",
    "ERR_CAPACITY_EXCEEDED",
    "ERR_INVALID_STATE",
    "ERR_INACTIVE_STATE",
    "ERR_NOT_ENOUGH_MEMBER",
    "ERR_FILE_OPERATION_FAILED",
    "ERR_HANDLE_EOF",
    "ERR_WRONG_CHECKSUM",
    "ERR_INVALID_DATA",
    "ERR_INVALID_HANDLE",
    "ERR_INCOMPLETE_DATA",
    "ERR_VERSION_OUTDATED",
    "ERR_PATH_NOT_FOUND",
    "ERR_PATH_ALREADY_EXIST",
    "ERR_ADDRESS_ALREADY_USED",
    "ERR_STATE_FREEZED",
    "ERR_LOCAL_APP_FAILURE",
    "ERR_BIND_IOCP_FAILED",
    "ERR_NETWORK_START_FAILED",
    "ERR_NOT_IMPLEMENTED",
    "ERR_CHECKPOINT_FAILED",
    "ERR_WRONG_TIMING",
    "ERR_NO_NEED_OPERATE",
    "ERR_CORRUPTION",
    "ERR_TRY_AGAIN",
    "ERR_CLUSTER_NOT_FOUND",
    "ERR_CLUSTER_ALREADY_EXIST",
    "ERR_SERVICE_ALREADY_EXIST",
    "ERR_INJECTED",
    "ERR_REPLICATION_FAILURE",
    "ERR_APP_EXIST",
    "ERR_APP_NOT_EXIST",
    "ERR_BUSY_CREATING",
    "ERR_BUSY_DROPPING",
    "ERR_NETWORK_FAILURE",
    "ERR_UNDER_RECOVERY",
    "ERR_LEARNER_NOT_FOUND",
    "ERR_OPERATION_DISABLED",
    "ERR_EXPIRED",
    "ERR_LOCK_ALREADY_EXIST",
    "ERR_HOLD_BY_OTHERS",
    "ERR_RECURSIVE_LOCK",
    "ERR_NO_OWNER",
    "ERR_NODE_ALREADY_EXIST",
    "ERR_INCONSISTENT_STATE",
    "ERR_ARRAY_INDEX_OUT_OF_RANGE",
    "ERR_DIR_NOT_EMPTY",
    "ERR_FS_INTERNAL",
    "ERR_IGNORE_BAD_DATA",
    "ERR_APP_DROPPED",
    "ERR_MOCK_INTERNAL",
    "ERR_ZOOKEEPER_OPERATION",
    "ERR_CHILD_REGISTERED",
    "ERR_INGESTION_FAILED",
    "ERR_UNAUTHENTICATED",
    "ERR_KRB5_INTERNAL",
    "ERR_SASL_INTERNAL",
    "ERR_SASL_INCOMPLETE",
    "ERR_ACL_DENY",
    "ERR_SPLITTING",
    "ERR_PARENT_PARTITION_MISUSED",
    "ERR_CHILD_NOT_READY",
    "ERR_DISK_INSUFFICIENT",
    "ERR_RETRY_EXHAUSTED",
    "ERR_SYNC_RANGER_POLICIES_FAILED",
    "ERR_RANGER_PARSE_ACL",
    "ERR_RANGER_POLICIES_NO_NEED_UPDATE",
    "ERR_RDB_CORRUPTION",
    "ERR_DISK_IO_ERROR",
    "ERR_CURL_FAILED",
    "ERR_DUP_EXIST",
    "ERR_HTTP_ERROR",
    "ERR_NOT_MATCHED",
    "ERR_UNRECOGNISED",
});
static_assert(kErrorNames.size() == static_cast<std::size_t>(ServerError::kUnrecognised) + 1);

constexpr auto kStatusNames = std::to_array<std::string_view>({
    "Ok",
    "NotFound",
    "Corruption",
    "NotSupported",
    "InvalidArgument",
    "IOError",
    "MergeInProgress",
    "Incomplete",
    "ShutdownInProgress",
    "TimedOut",
    "Aborted",
    "Busy",
    "Expired",
    "TryAgain",
});
static_assert(kStatusNames.size() == static_cast<std::size_t>(StorageStatus::kTryAgain) + 1);

}  // namespace

std::string_view errorName(ServerError error) {
  return kErrorNames[static_cast<std::size_t>(error)];
}

ServerError errorFromName(std::string_view name) {
  if (name == kErrorNames[0]) return ServerError::kOk;  // nearly always
  const auto found = std::find(kErrorNames.begin(), kErrorNames.end(), name);
  if (found == kErrorNames.end()) return ServerError::kUnrecognised;
  return static_cast<ServerError>(found - kErrorNames.begin());
}

std::string_view storageStatusName(std::int32_t code) {
  if (code < 0 || static_cast<std::size_t>(code) >= kStatusNames.size()) return "unknown status";
  return kStatusNames[static_cast<std::size_t>(code)];
}

}  // namespace bridle::internal::wire
