#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/pegasus_time.h"
#include "bridle/detail/requests.h"
#include "ops/batch_get.h"
#include "ops/check_and_set.h"
#include "ops/get.h"
#include "ops/incr.h"
#include "ops/multi_get.h"
#include "ops/multi_set.h"
#include "ops/scan.h"
#include "ops/set.h"
#include "ops/sort_key_count.h"
#include "ops/ttl.h"
#include "unit/wire/golden.h"

namespace bridle::internal::test {

using bridle::test::IsOk;
using detail::CheckAndMutateRequest;
using detail::CheckAndSetRequest;
using detail::CompareExchangeRequest;
using detail::DelRequest;
using detail::ExistRequest;
using detail::GetRequest;
using detail::IncrRequest;
using detail::MultiDelRequest;
using detail::MultiGetRangeRequest;
using detail::MultiGetRequest;
using detail::MultiSetRequest;
using detail::SetRequest;
using detail::SortKeyCountRequest;
using detail::TtlRequest;

// At the beginning of the server's time a TTL is the moment that is sent.
inline constexpr std::int64_t kNow = kPegasusEpoch;

template <typename Request>
std::string problemOf(const Request& request, const TableOptions& options = {},
                      std::int64_t unix_seconds = kNow) {
  return Op<Request>::check(request, {options, unix_seconds});
}

template <typename Request>
std::string encoded(const Request& request, const TableOptions& options = {},
                    std::int64_t unix_seconds = kNow) {
  std::string out;
  Op<Request>::encode(out, request, {options, unix_seconds});
  return out;
}

// What stands behind the message header in a vector, which is a frame or a body.
inline std::string argsOf(const std::string& name) {
  const std::string& bytes = wire::vector(name);
  const std::string frame = bytes.starts_with("THFT") ? bytes : wire::golden::rawRequest("", bytes);
  return std::string(wire::decodeRequest(frame)->args);
}

// Where the bytes of the hash key are said to be, for error texts.
template <typename Request>
std::string hashKeyIn(const Request& request) {
  using O = Op<Request>;
  return encoded(request).substr(O::kHashKeyOffset, O::hashKey(request).size());
}

}  // namespace bridle::internal::test
