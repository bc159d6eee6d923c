#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "onebox_fixture.h"

namespace bridle::internal::onebox {

// Data calls to partition 0 of "t" at its primary, on hash key "user".
class DataTest : public OneboxTest {
 protected:
  template <typename Response, typename Request>
  Response call(std::string_view rpc, const Request& request, const FrameOptions& options = {}) {
    return primary().call(structFrame(rpc, request, options)).template as<Response>();
  }

  void putSortKeys(const std::vector<std::string>& sort_keys, std::int32_t expire_ts = 0) {
    for (const std::string& sort_key : sort_keys) {
      put(wire::rawKey("user", sort_key), "value of " + sort_key, expire_ts);
    }
  }

  // "000", "001" and so on.
  void putNumbered(int first, int count, std::int32_t expire_ts = 0) {
    wire::multi_put_request request;
    request.hash_key.bytes = "user";
    request.expire_ts_seconds = expire_ts;
    for (int i = first; i < first + count; ++i) {
      wire::key_value& pair = request.kvs.emplace_back();
      pair.key.bytes = numbered(i);
      pair.value.bytes = "v";
    }
    EXPECT_EQ(call<wire::update_response>(rpc_names::kMultiPut, request).error, 0);
  }

  static std::string numbered(int i) {
    const std::string digits = std::to_string(i);
    return std::string(3 - digits.size(), '0') + digits;
  }

  wire::multi_get_response multiGet(const wire::multi_get_request& request) {
    return call<wire::multi_get_response>(rpc_names::kMultiGet, request);
  }

  wire::count_response sortkeyCount() {
    return primary()
        .call(blobFrame(rpc_names::kSortkeyCount, "user", {}))
        .as<wire::count_response>();
  }

  static wire::multi_get_request wholeHashKey() {
    wire::multi_get_request request;
    request.hash_key.bytes = "user";
    request.start_inclusive = true;
    return request;
  }

  static std::vector<std::string> keysOf(const std::vector<wire::key_value>& pairs) {
    std::vector<std::string> keys;
    for (const wire::key_value& pair : pairs) keys.push_back(pair.key.bytes);
    return keys;
  }
};

}  // namespace bridle::internal::onebox
