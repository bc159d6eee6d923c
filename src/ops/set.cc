#include "ops/set.h"

#include "base/pegasus_time.h"
#include "ops/compression.h"
#include "ops/storage.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

std::string SetOp::check(const Request& request, const OpContext& context) {
  return Checker::write(context)
      .key(request.key)
      .value(request.value)
      .ttl(request.options.ttl_seconds, context.unix_seconds)
      .problem();
}

void SetOp::encode(std::string& out, const Request& request, const OpContext& context) {
  put::fieldHeader(out, put::kStruct, put::kArgsField);
  put::rawKeyField(out, 1, request.key);
  putValueField(out, 2, request.value, context);
  put::i32Field(out, 3, expireTsOf(request.options.ttl_seconds, context.unix_seconds));
  put::stop(out);
  put::stop(out);
}

Taken SetOp::decode(std::string_view bytes, Result&) {
  return takenUpdate(bytes);
}

// The table's limits keep records out; those that are there may be removed.
std::string DelOp::check(const Request& request, const OpContext&) {
  return Checker::read().key(request.key).problem();
}

Taken DelOp::decode(std::string_view bytes, Result&) {
  return takenUpdate(bytes);
}

}  // namespace bridle::internal
