#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "step.h"

namespace bridle::internal::sim {

// What a table should be: a map of maps, and each operation in a few lines.
class Model {
 public:
  // The outcomes that are right for a step at this second; more than one where the server may
  // choose.
  std::vector<std::string> apply(const Step& step, std::int64_t now);

 private:
  struct Record {
    std::string value;
    std::int64_t expires = 0;  // 0: never
  };
  using Records = std::map<std::string, Record>;

  void forgetExpired();
  const Record* find(const std::string& hash_key, const std::string& sort_key) const;
  void put(const Step& step, const std::string& sort_key, const std::string& value, int ttl);

  std::string ttl(const Step& step) const;
  std::string multiGet(const Step& step) const;
  std::vector<std::string> range(const Step& step) const;
  std::string incr(const Step& step);
  bool met(const Step& step, const Record* record, bool& refused) const;
  std::string checkAndWrite(const Step& step);
  std::string compareExchange(const Step& step);
  std::string scan(const Step& step) const;
  std::string scanTable(const Step& step) const;

  std::map<std::string, Records> rows_;
  std::int64_t now_ = 0;
};

}  // namespace bridle::internal::sim
