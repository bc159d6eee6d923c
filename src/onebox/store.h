#pragma once

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "base/pegasus_time.h"

namespace bridle::internal::onebox {

struct Record {
  std::string value;
  ExpireTs expire_ts = 0;
};

// One copy of one partition: raw keys in the order of their bytes. Expired records are invisible,
// but stay until they are overwritten or removed.
class Store {
 public:
  virtual ~Store() = default;

  // False, with `out` untouched, if there is no such record or it has expired.
  virtual bool get(std::string_view key, ExpireTs now, Record& out) const = 0;

  virtual void put(std::string_view key, std::string_view value, ExpireTs expire_ts) = 0;
  virtual void remove(std::string_view key) = 0;

  // All records, expired ones as well, in the order of their keys.
  virtual void visit(
      absl::FunctionRef<void(std::string_view key, const Record& record)> see) const = 0;
};

}  // namespace bridle::internal::onebox
