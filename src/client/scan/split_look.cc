#include "client/scan/split_look.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/work.h"
#include "wire/messages.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

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
           [table, partitions = std::move(partitions), deadline, bring_back] {
             ClientCore& client = table->client();
             if (client.closed()) return;  // which ends whoever waits
             client.routes().meta().queryConfig(table->name(), partitions, deadline, bring_back);
           });
}

}  // namespace bridle::internal
