#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/endpoint.h"
#include "base/time.h"
#include "dsn_layer2_types.h"
#include "wire/thrift_io.h"

namespace bridle::test {

using internal::Duration;
using internal::Endpoint;
using internal::wire::partition_configuration;
using internal::wire::query_cfg_response;
using internal::wire::ServerError;

inline Endpoint replica(std::uint32_t number) {
  return {0x0a000200 + number, 34801};
}

inline partition_configuration partition(std::int32_t app_id, std::int32_t index,
                                         std::int64_t ballot, const Endpoint& primary,
                                         const std::vector<Endpoint>& secondaries = {}) {
  partition_configuration config;
  config.pid = {app_id, index};
  config.ballot = ballot;
  config.primary = primary;
  config.secondaries.assign(secondaries.begin(), secondaries.end());
  return config;
}

// A healthy table: the primary of partition i is replica 1 + i % 3, the others are secondaries.
inline query_cfg_response tableConfig(std::int32_t app_id, std::int32_t partition_count,
                                      std::int64_t ballot = 3) {
  query_cfg_response config;
  config.err = ServerError::kOk;
  config.app_id = app_id;
  config.partition_count = partition_count;
  config.is_stateful = true;
  for (std::int32_t i = 0; i < partition_count; ++i) {
    const auto shift = static_cast<std::uint32_t>(i);
    config.partitions.push_back(
        partition(app_id, i, ballot, replica(1 + shift % 3),
                  {replica(1 + (shift + 1) % 3), replica(1 + (shift + 2) % 3)}));
  }
  return config;
}

inline query_cfg_response errorConfig(ServerError error) {
  query_cfg_response config;
  config.err = error;
  return config;
}

inline query_cfg_response forwardTo(const Endpoint& leader) {
  query_cfg_response config = errorConfig(ServerError::kForwardToOthers);
  config.partitions.push_back(partition(0, 0, 0, leader));
  return config;
}

template <typename T>
std::string encoded(const T& result) {
  std::string bytes;
  internal::wire::appendResult(bytes, result);
  return bytes;
}

}  // namespace bridle::test
