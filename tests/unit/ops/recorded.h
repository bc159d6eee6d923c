#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace bridle::internal::test {

using nlohmann::json;

// Exchanges recorded with a real server; tests/data/wire/README.md says what each holds.
template <typename Visit>
void forEachExchange(Visit visit) {
  for (const char* name : {"transcripts.jsonl", "transcripts_more.jsonl"}) {
    std::ifstream file(std::string(BRIDLE_TEST_DATA "/wire/") + name);
    std::string line;
    while (std::getline(file, line)) visit(json::parse(line));
  }
}

}  // namespace bridle::internal::test
