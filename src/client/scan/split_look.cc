#include "client/scan/split_look.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/work.h"
#include "wire/messages.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

std::string question(const std::string& table, std::int32_t partition, std::int32_t width) {
  wire::query_cfg_request request;
  request.app_name = table;
  request.partition_indices = {partition, partition + width, partition + 2 * width};
  std::string args;
  wire::appendArgs(args, request);
  return args;
}

bool isThere(const wire::query_cfg_response& config, std::int32_t partition) {
  return std::any_of(config.partitions.begin(), config.partitions.end(),
                     [partition](const wire::partition_configuration& told) {
                       return told.pid.partition_index == partition && told.ballot >= 0;
                     });
}

absl::StatusOr<SplitLook> read(const absl::StatusOr<std::string>& answer, std::int32_t partition,
                               std::int32_t width) {
  if (!answer.ok()) return answer.status();
  const auto config = wire::decodeResult<wire::query_cfg_response>(*answer);
  if (!config.ok()) {
    return makeError(ErrorCode::kBadReply, toStd(config.status().message()));
  }
  if (config->err.value() != wire::ServerError::kOk) {
    const bool gone = config->err.value() == wire::ServerError::kObjectNotFound;
    return makeError(
        ErrorInfo{.code = gone ? ErrorCode::kTableNotFound : ErrorCode::kTableUnavailable,
                  .server_error = config->err.name},
        text("the meta server answered ", config->err.name));
  }
  return SplitLook{.app_id = config->app_id,
                   .split = isThere(*config, partition + width),
                   .twice = isThere(*config, partition + 2 * width)};
}

}  // namespace

void lookForSplit(const std::shared_ptr<detail::TableCore>& table, std::size_t shard,
                  std::int32_t partition, std::int32_t width, TimePoint deadline,
                  std::function<void(const absl::StatusOr<SplitLook>&)> done) {
  const auto bring_back = [table, shard, partition, width,
                           done = std::move(done)](const absl::StatusOr<std::string>& answer) {
    postWork(table->client().shard(shard).reactor(),
             [done, look = read(answer, partition, width)] { done(look); });
  };
  postWork(table->client().shard(0).reactor(), [table, partition, width, deadline, bring_back] {
    ClientCore& client = table->client();
    if (client.closed()) return;  // which ends whoever waits
    client.routes().meta().call(std::string(wire::rpc_names::kQueryConfig),
                                question(table->name(), partition, width), deadline, bring_back);
  });
}

}  // namespace bridle::internal
