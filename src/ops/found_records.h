#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bridle::internal {

struct FoundRecord {
  std::string hash_key;
  std::string sort_key;
  std::string value;
};

// Those of the keys of a BATCH_GET that were found, in the order of the request.
struct FoundRecords {
  std::vector<FoundRecord> records;
  bool complete = true;  // false: a limit of the server ended it; what is missing may exist
};

// Reads the result of a BATCH_GET that is written the way servers do, all fields in the order of
// their ids: a batch has many records, and the generated code costs several times as much for each.
// False for anything else; the generated code then has to say what it is.
bool readFoundRecords(std::string_view bytes, std::vector<FoundRecord>& records,
                      std::int32_t& status);

}  // namespace bridle::internal
