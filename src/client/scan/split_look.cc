#include "client/scan/split_look.h"

#include <string>
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

std::string question(const std::string& table, std::vector<std::int32_t> partitions) {
  wire::query_cfg_request request;
  request.app_name = table;
  request.partition_indices = std::move(partitions);  // there need not be such
  std::string args;
  wire::appendArgs(args, request);
  return args;
}

absl::StatusOr<SplitLook> read(const absl::StatusOr<std::string>& answer) {
  if (!answer.ok()) return answer.status();
  const auto config = wire::decodeResult<wire::query_cfg_response>(*answer);
  if (!config.ok()) return makeError(ErrorCode::kBadReply, toStd(config.status().message()));
  if (config->err.value() != wire::ServerError::kOk) {
    const bool gone = config->err.value() == wire::ServerError::kObjectNotFound;
    return makeError(
        ErrorInfo{.code = gone ? ErrorCode::kTableNotFound : ErrorCode::kTableUnavailable,
                  .server_error = config->err.name},
        text("the meta server answered ", config->err.name));
  }
  SplitLook look{.app_id = config->app_id};
  for (const wire::partition_configuration& partition : config->partitions) {
    if (partition.ballot >= 0) look.there.insert(partition.pid.partition_index);
  }
  return look;
}

}  // namespace

void lookAtPartitions(const std::shared_ptr<detail::TableCore>& table, std::size_t shard,
                      std::vector<std::int32_t> partitions, TimePoint deadline,
                      std::function<void(const absl::StatusOr<SplitLook>&)> done) {
  const auto bring_back = [table, shard,
                           done = std::move(done)](const absl::StatusOr<std::string>& answer) {
    postWork(table->client().shard(shard).reactor(), [done, look = read(answer)] { done(look); });
  };
  postWork(table->client().shard(0).reactor(),
           [table, args = question(table->name(), std::move(partitions)), deadline, bring_back] {
             ClientCore& client = table->client();
             if (client.closed()) return;  // which ends whoever waits
             client.routes().meta().call(std::string(wire::rpc_names::kQueryConfig), args, deadline,
                                         bring_back);
           });
}

}  // namespace bridle::internal
