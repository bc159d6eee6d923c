#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bridle/options.h"
#include "bridle/types.h"
#include "ops/found_records.h"
#include "ops/op.h"
#include "wire/rpc_names.h"

namespace bridle::internal {

// Records of one partition, which is that of the first key: the server looks into no other. A
// server that does not know the call answers ERR_HANDLER_NOT_FOUND (ErrorInfo::server_error).
struct BatchGetRequest {
  using Completion = absl::StatusOr<FoundRecords>;
  std::span<const Key> keys = {};  // at least one
  CallOptions options = {};
};

template <>
struct Op<BatchGetRequest> {
  using Request = BatchGetRequest;
  using Result = FoundRecords;
  static constexpr CallSpec kSpec{.name = "batchGet",
                                  .rpc = wire::rpc_names::kBatchGet,
                                  .read = true,
                                  .idempotent = true,
                                  .hedgeable = true,
                                  .hedge_option = &TableOptions::backup_requests_for_batch_get};
  static constexpr std::size_t kHashKeyOffset = 18;  // args, list, first key

  static std::string check(const Request& request, const OpContext& context);
  static void encode(std::string& out, const Request& request, const OpContext& context);
  static std::string_view hashKey(const Request& request) { return request.keys.front().hash_key; }
  static std::uint64_t hash(const Request& request);
  static Taken decode(std::string_view bytes, Result& result);
  static bool decompress(Result& result);
};
using BatchGetOp = Op<BatchGetRequest>;

}  // namespace bridle::internal
