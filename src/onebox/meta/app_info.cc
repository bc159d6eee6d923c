#include "onebox/meta/app_info.h"

namespace bridle::internal::onebox {

wire::app_status::type appStatusOf(const Table& table) {
  return table.dropped() ? wire::app_status::AS_DROPPED : wire::app_status::AS_AVAILABLE;
}

wire::app_info noAppInfo() {
  constexpr std::int32_t kNoPartitions = -1;
  wire::app_info info;
  info.__set_duplicating(false);
  info.init_partition_count = kNoPartitions;
  info.__set_is_bulk_loading(false);
  info.__set_atomic_idempotent(false);
  return info;
}

wire::app_info describe(const Table& table) {
  wire::app_info info = noAppInfo();
  info.status = appStatusOf(table);
  info.app_type = table.spec.app_type;
  info.app_name = table.spec.name;
  info.app_id = table.id;
  info.partition_count = table.spec.partitions;
  info.envs = table.spec.envs;
  info.is_stateful = table.spec.is_stateful;
  info.max_replica_count = table.spec.replicas;
  info.expire_second = table.expire_second;
  info.create_second = table.create_second;
  info.drop_second = table.drop_second;
  info.init_partition_count = table.init_partition_count;
  info.__set_atomic_idempotent(table.spec.atomic_idempotent);
  return info;
}

}  // namespace bridle::internal::onebox
