// Partition split.
#include <utility>

#include "base/status.h"
#include "bridle/admin.h"
#include "client/admin/admin_job.h"
#include "wire/rpc_names.h"

namespace bridle {
namespace internal {
namespace {

SplitState stateOf(wire::split_status::type status) {
  switch (status) {
    case wire::split_status::SPLITTING:
      return SplitState::kSplitting;
    case wire::split_status::PAUSING:
      return SplitState::kPausing;
    case wire::split_status::PAUSED:
      return SplitState::kPaused;
    case wire::split_status::CANCELING:
      return SplitState::kCancelling;
    default:
      return SplitState::kUnknown;
  }
}

absl::StatusOr<std::optional<SplitInfo>> readSplit(std::string_view title,
                                                   std::string_view answer) {
  const auto response = wire::decodeResult<wire::query_split_response>(answer);
  if (!response.ok()) return adminError(title, response.status());
  switch (response->err.value()) {
    case wire::ServerError::kOk:
      break;
    case wire::ServerError::kInvalidState:  // nothing is being split
      return std::nullopt;
    default:
      return adminError(title, response->err, response->hint_msg);
  }
  SplitInfo info{.new_partitions = response->new_partition_count, .parents = {}};
  for (const auto& [parent, status] : response->status) info.parents[parent] = stateOf(status);
  return info;
}

using Control = wire::split_control_type;

detail::JobStart controlSplit(const std::shared_ptr<ClientCore>& client, std::string_view operation,
                              const wire::control_split_request& request, double timeout_ms) {
  return adminJob<absl::Status>(
      client,
      questionOf(titleOf(operation, request.app_name), wire::rpc_names::kControlPartitionSplit,
                 request, timeout_ms, Repeat::kIfNotExecuted),
      readOutcome<wire::control_split_response>);
}

wire::control_split_request requestFor(std::string_view name, Control::type type, int parent) {
  wire::control_split_request request;
  request.app_name = std::string(name);
  request.control_type = type;
  request.parent_pidx = parent;
  return request;
}

}  // namespace
}  // namespace internal

using detail::JobStart;
using internal::Control;
namespace rpc_names = internal::wire::rpc_names;
namespace wire = internal::wire;

std::string_view splitStateName(SplitState state) {
  switch (state) {
    case SplitState::kSplitting:
      return "splitting";
    case SplitState::kPausing:
      return "pausing";
    case SplitState::kPaused:
      return "paused";
    case SplitState::kCancelling:
      return "cancelling";
    case SplitState::kUnknown:
      break;
  }
  return "unknown";
}

JobStart Admin::startSplitJob(std::string_view name, int new_partitions,
                              const AdminOptions& options) const {
  wire::start_partition_split_request request;
  request.app_name = std::string(name);
  request.new_partition_count = new_partitions;
  return internal::adminJob<absl::Status>(
      client_,
      internal::questionOf(internal::titleOf("startSplit", name), rpc_names::kStartPartitionSplit,
                           request, options.timeout_ms, internal::Repeat::kIfNotExecuted),
      internal::readOutcome<wire::start_partition_split_response>);
}

JobStart Admin::querySplitJob(std::string_view name, const AdminOptions& options) const {
  wire::query_split_request request;
  request.app_name = std::string(name);
  return internal::adminJob<absl::StatusOr<std::optional<SplitInfo>>>(
      client_,
      internal::questionOf(internal::titleOf("querySplit", name), rpc_names::kQueryPartitionSplit,
                           request, options.timeout_ms),
      internal::readSplit);
}

JobStart Admin::pauseSplitJob(std::string_view name, const SplitControlOptions& options) const {
  return internal::controlSplit(client_, "pauseSplit",
                                internal::requestFor(name, Control::PAUSE, options.partition),
                                options.timeout_ms);
}

JobStart Admin::restartSplitJob(std::string_view name, const SplitControlOptions& options) const {
  return internal::controlSplit(client_, "restartSplit",
                                internal::requestFor(name, Control::RESTART, options.partition),
                                options.timeout_ms);
}

JobStart Admin::cancelSplitJob(std::string_view name, int old_partitions,
                               const AdminOptions& options) const {
  wire::control_split_request request = internal::requestFor(name, Control::CANCEL, -1);
  request.__set_old_partition_count(old_partitions);
  return internal::controlSplit(client_, "cancelSplit", request, options.timeout_ms);
}

}  // namespace bridle
