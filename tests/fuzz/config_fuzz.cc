// The routes in the answer of a meta server: the result that nests deepest.

#include "round_trip.h"

using namespace bridle::internal::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  roundTripResult<query_cfg_response>(asText(data, size));
  return 0;
}
