#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/status.h"
#include "onebox/meta/meta_calls.h"

namespace bridle::internal::onebox {
namespace {

using wire::ServerError;
using Control = wire::split_control_type;
using Status = Split::Status;

struct Refusal {
  ServerError error = ServerError::kOk;
  std::string hint;
};

Refusal notSplitting(std::string_view table) {
  return {ServerError::kInvalidState, text("app(", table, ") is not splitting")};
}

std::vector<int> parentsOf(const Split& split) {
  std::vector<int> parents;
  for (const auto& [index, parent] : split.parents) parents.push_back(index);
  return parents;
}

std::vector<int> parentsIn(const Split& split, Status status) {
  std::vector<int> parents;
  for (const auto& [index, parent] : split.parents) {
    if (parent.status == status) parents.push_back(index);
  }
  return parents;
}

Refusal cancel(Splits& splits, Table& table, std::int32_t old_count) {
  const std::int32_t expected = table.spec.partitions / 2;
  if (old_count != expected) {
    return {ServerError::kInvalidParameters, text("wrong partition_count, should be ", expected)};
  }
  if (!table.split->children.empty()) {
    return {ServerError::kChildRegistered, "some partitions have already finished split"};
  }
  splits.turn(*table.split, parentsOf(*table.split), Status::kCanceling);
  return {};
}

std::string_view nameOf(Status status) {
  constexpr std::string_view kNames[] = {"NOT_SPLIT", "SPLITTING", "PAUSING", "PAUSED",
                                         "CANCELING"};
  return kNames[static_cast<std::size_t>(status)];
}

// Pauses or restarts one parent.
Refusal turnOne(Splits& splits, Table& table, int index, bool pause) {
  if (index >= table.spec.partitions / 2) {
    return {ServerError::kInvalidParameters, text("invalid parent partition index(", index, ")")};
  }
  const auto parent = table.split->parents.find(index);
  if (parent == table.split->parents.end()) {
    return {pause ? ServerError::kChildRegistered : ServerError::kInvalidState,
            text("partition[", index, "] is not splitting")};
  }
  const Status status = parent->second.status;
  if (status != (pause ? Status::kSplitting : Status::kPaused)) {
    return {ServerError::kInvalidState,
            text("partition[", index, "] wrong split_status(", nameOf(status), ")")};
  }
  splits.turn(*table.split, std::vector{index}, pause ? Status::kPausing : Status::kSplitting);
  return {};
}

Refusal control(Splits& splits, Table& table, const wire::control_split_request& request) {
  if (request.control_type == Control::CANCEL) {
    return cancel(splits, table, request.old_partition_count);
  }
  const bool pause = request.control_type == Control::PAUSE;
  if (!pause && request.control_type != Control::RESTART) {
    return {ServerError::kInvalidParameters,
            text("invalid control_type(", static_cast<int>(request.control_type), ")")};
  }
  if (request.parent_pidx >= 0) return turnOne(splits, table, request.parent_pidx, pause);
  Split& split = *table.split;
  splits.turn(split, parentsIn(split, pause ? Status::kSplitting : Status::kPaused),
              pause ? Status::kPausing : Status::kSplitting);
  return {};
}

Refusal start(ClusterState& state, const wire::start_partition_split_request& request) {
  Table* const table = state.catalog.find(request.app_name);
  if (table == nullptr) return {ServerError::kAppNotExist, "app not existed"};
  const std::int32_t doubled = table->spec.partitions * 2;
  if (request.new_partition_count != doubled || doubled > limits::kMaxPartitions) {
    return {ServerError::kInvalidParameters, text("wrong partition_count, should be ", doubled)};
  }
  if (table->split) {
    return {ServerError::kBusy,
            text("app(", request.app_name, ") is already executing partition split")};
  }
  if (!state.catalog.hasRoomFor(table->spec.partitions)) {
    return {ServerError::kInvalidParameters,
            text("all tables have at most ", limits::kMaxOneboxPartitions, " partitions")};
  }
  state.splits.start(*table, Splits::Pace::kByItself);
  return {};
}

}  // namespace

wire::start_partition_split_response startSplit(
    ClusterState& state, const wire::start_partition_split_request& request) {
  const Refusal refusal = start(state, request);
  wire::start_partition_split_response response;
  response.err = refusal.error;
  response.hint_msg = refusal.hint;
  return response;
}

wire::control_split_response controlSplit(ClusterState& state,
                                          const wire::control_split_request& request) {
  Table* const table = state.catalog.find(request.app_name);
  const Refusal refusal = table == nullptr ? Refusal{ServerError::kAppNotExist, "app not existed"}
                          : table->split   ? control(state.splits, *table, request)
                                           : notSplitting(request.app_name);
  wire::control_split_response response;
  response.err = refusal.error;
  if (refusal.error != ServerError::kOk) response.__set_hint_msg(refusal.hint);
  return response;
}

wire::query_split_response querySplit(ClusterState& state,
                                      const wire::query_split_request& request) {
  wire::query_split_response response;
  const Table* const table = state.catalog.find(request.app_name);
  if (table == nullptr) {
    response.err = ServerError::kAppNotExist;
    response.__set_hint_msg(text("app(", request.app_name, ") not existed"));
  } else if (!table->split) {
    const Refusal refusal = notSplitting(request.app_name);
    response.err = refusal.error;
    response.__set_hint_msg(refusal.hint);
  } else {
    response.err = ServerError::kOk;
    response.new_partition_count = table->spec.partitions;
    for (const auto& [index, parent] : table->split->parents) {
      response.status[index] = static_cast<wire::split_status::type>(parent.status);
    }
  }
  return response;
}

}  // namespace bridle::internal::onebox
