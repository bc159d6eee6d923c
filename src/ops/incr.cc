#include "ops/incr.h"

#include "base/pegasus_time.h"
#include "base/status.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {
namespace {

constexpr std::int32_t kKeepTtl = 0;
constexpr std::int32_t kClearTtl = -1;

std::int32_t ttlField(const TtlChange& ttl, std::int64_t unix_seconds) {
  if (ttl.clears()) return kClearTtl;
  return ttl.sets() ? expireTsOf(ttl.seconds(), unix_seconds) : kKeepTtl;
}

// Both come with the same status. Of a sum that is too large the old value is told, which is then
// not 0.
Taken refusal(const wire::incr_response& response) {
  if (response.new_value == 0) {
    return takenRefusal(response.error, "the stored value is no integer; nothing was changed");
  }
  return takenRefusal(response.error,
                      text("the stored value is ", response.new_value,
                           ", and the sum does not fit into 64 bits; nothing was changed"));
}

}  // namespace

std::string IncrOp::check(const Request& request, const OpContext& context) {
  const TtlChange& ttl = request.options.ttl;
  Checker checker = Checker::write(context);
  checker.key(request.key);
  if (ttl.sets()) {
    checker.require(ttl.seconds() != 0, "ttl is set to 0 seconds; to let it never expire, clear it")
        .ttl(ttl.seconds(), context.unix_seconds);
  }
  return checker.problem();
}

void IncrOp::encode(std::string& out, const Request& request, const OpContext& context) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::rawKeyField(out, 1, request.key);
  put::i64Field(out, 2, request.by);
  put::i32Field(out, 3, ttlField(request.options.ttl, context.unix_seconds));
  put::stop(out);
  put::stop(out);
}

Taken IncrOp::decode(std::string_view bytes, Result& result) {
  const absl::StatusOr<wire::incr_response> response =
      wire::decodeResult<wire::incr_response>(bytes);
  if (!response.ok()) return takenGarbage();
  switch (static_cast<wire::StorageStatus>(response->error)) {
    case wire::StorageStatus::kOk:
      result = response->new_value;
      return {.decree = response->decree};
    case wire::StorageStatus::kInvalidArgument:
      return refusal(*response);
    default:
      return takenWithStorageError(response->error);
  }
}

}  // namespace bridle::internal
