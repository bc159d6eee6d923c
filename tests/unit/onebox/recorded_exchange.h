#pragma once

// Exchanges recorded with a real server.

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "frames.h"

namespace bridle::internal::onebox {

using nlohmann::json;

struct Exchange {
  std::string name;
  std::string target;
  std::string outcome;
  std::string request;
  std::int32_t seq = 0;
  json fields;                           // of the reply
  std::vector<std::string> varies = {};  // paths in the result
};

inline wire::Request decodedRequest(const std::string& frame) {
  const absl::StatusOr<wire::Request> decoded = wire::decodeRequest(frame);
  return decoded.ok() ? *decoded : wire::Request{};
}

// Two requests were not stored since they are large.
inline std::string builtRequest(const std::string& name) {
  if (name == "put.oversize") {
    return putFrame(wire::rawKey("hello", "big"), std::string(1'048'512, 'x'), 0,
                    {.app_id = 2, .partition = 3, .timeout_ms = 2000, .seq = 1527});
  }
  wire::multi_get_request request;
  request.hash_key.bytes = std::string(65'535, 'h');
  return structFrame(rpc_names::kMultiGet, request, {.app_id = 15, .partition = 2});
}

inline Exchange exchangeOf(const json& entry) {
  const json& hex = entry.at("request_hex");
  Exchange exchange{
      .name = entry.at("name"),
      .target = entry.at("target"),
      .outcome = entry.at("outcome"),
      .request = hex.is_null() ? builtRequest(entry.at("name"))
                               : absl::HexStringToBytes(hex.get<std::string>()),
      .fields = entry.at("fields"),
  };
  exchange.seq = decodedRequest(exchange.request).seq;
  for (const json& path : entry.at("varies")) {
    const std::string text = path;  // some have a remark behind them
    exchange.varies.push_back(text.substr(0, text.find(' ')));
  }
  return exchange;
}

// Every exchange of these groups, without any of all: one session, spread over two files, in the
// order in which it was recorded.
inline std::vector<Exchange> load(const std::set<std::string>& groups) {
  std::vector<Exchange> exchanges;
  for (const char* file_name : {"transcripts.jsonl", "transcripts_more.jsonl"}) {
    std::ifstream file(std::string(BRIDLE_TEST_DATA "/wire/") + file_name);
    std::string line;
    while (std::getline(file, line)) {
      const json entry = json::parse(line);
      const std::string name = entry.at("name");
      const bool wanted = groups.empty() || groups.contains(name.substr(0, name.find('.')));
      if (wanted) exchanges.push_back(exchangeOf(entry));
    }
  }
  std::stable_sort(exchanges.begin(), exchanges.end(),
                   [](const Exchange& a, const Exchange& b) { return a.seq < b.seq; });
  return exchanges;
}

}  // namespace bridle::internal::onebox
