#pragma once

#include <cstdint>

#include "bridle/options.h"
#include "call/call.h"

namespace bridle::internal {

// What an operation has to know besides its request.
struct OpContext {
  const TableOptions& table;
  std::int64_t unix_seconds;  // now, for the moments at which records expire
};

// One kind of operation, for one type of request. A specialisation has
//
//   Request, Result         the arguments; what decode() makes of a good reply
//   kSpec                   its name and call, and what the call engine may do with it
//   kHashKeyOffset          where encode() puts the bytes of hashKey(), for error texts
//   check(request, context) what is wrong with the request; empty: nothing
//   encode(out, request, context)  appends the argument of a request that was checked
//   hashKey(request)        for error texts
//   hash(request)           decides the partition
//   decode(bytes, result)   the body of a reply
//
// and, if the result holds values, decompress(result): false if one is too large.
template <typename Request>
struct Op;

// What the compiler holds every operation to: only reads that may be executed twice are hedged.
template <typename O>
concept SoundOp = !O::kSpec.hedgeable || (O::kSpec.read && O::kSpec.idempotent);

template <typename O>
concept HoldsValues = requires(typename O::Result& result) {
  O::decompress(result);
};

}  // namespace bridle::internal
