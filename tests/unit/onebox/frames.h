#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/frame.h"
#include "wire/key_codec.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

// Request frames, as a client makes them.
namespace bridle::internal::onebox {

namespace rpc_names = wire::rpc_names;

struct FrameOptions {
  std::int32_t app_id = 1;
  std::int32_t partition = 0;
  std::int32_t timeout_ms = 1000;
  std::uint64_t hash = 0;
  bool backup = false;
  std::int32_t seq = 1;
  wire::HeaderVersion version = wire::HeaderVersion::kV1;
};

inline std::string frameOf(std::string_view rpc, std::string_view args,
                           const FrameOptions& options) {
  std::string frame;
  wire::appendRequest(frame, options.version,
                      {.app_id = options.app_id,
                       .partition_index = options.partition,
                       .timeout_ms = options.timeout_ms,
                       .partition_hash = options.hash,
                       .is_backup_request = options.backup},
                      rpc, options.seq, args);
  return frame;
}

inline std::string blobFrame(std::string_view rpc, std::string_view blob,
                             const FrameOptions& options) {
  std::string args;
  wire::appendBlobArgs(args, blob);
  return frameOf(rpc, args, options);
}

template <typename Request>
std::string structFrame(std::string_view rpc, const Request& request, const FrameOptions& options) {
  std::string args;
  wire::appendArgs(args, request);
  return frameOf(rpc, args, options);
}

inline std::string getFrame(std::string_view key, const FrameOptions& options = {}) {
  return blobFrame(rpc_names::kGet, key, options);
}

inline std::string ttlFrame(std::string_view key, const FrameOptions& options = {}) {
  return blobFrame(rpc_names::kTtl, key, options);
}

inline std::string removeFrame(std::string_view key, const FrameOptions& options = {}) {
  return blobFrame(rpc_names::kRemove, key, options);
}

inline std::string putFrame(std::string_view key, std::string_view value,
                            std::int32_t expire_ts = 0, const FrameOptions& options = {}) {
  wire::update_request put;
  put.key = wire::blob(key);
  put.value = wire::blob(value);
  put.expire_ts_seconds = expire_ts;
  return structFrame(rpc_names::kPut, put, options);
}

// Calls to a meta server.
template <typename Request>
std::string metaFrame(std::string_view rpc, const Request& request) {
  return structFrame(rpc, request, {.app_id = 0});
}

inline std::string queryFrame(std::string_view table, std::vector<std::int32_t> partitions = {}) {
  wire::query_cfg_request query;
  query.app_name = table;
  query.partition_indices = std::move(partitions);
  return metaFrame(rpc_names::kQueryConfig, query);
}

}  // namespace bridle::internal::onebox
