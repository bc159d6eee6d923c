#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/rng.h"
#include "base/time.h"
#include "bridle/onebox.h"
#include "onebox/partition.h"
#include "onebox/rpc.h"
#include "wire/errors.h"

namespace bridle::internal::onebox {

// The request that rules are held against.
struct FaultSubject {
  bool at_meta = false;
  int server = 0;
  Role role = Role::kNone;
  Rpc rpc = Rpc::kUnknown;
  int partition = 0;
  std::string_view table;  // empty if the request names none
};

// What the rules do to one request.
struct FaultPlan {
  Duration delay{};
  bool ignore = false;
  bool drop = false;
  bool close = false;
  bool empty_ok = false;
  bool garbage = false;
  wire::ServerError error = wire::ServerError::kOk;

  bool executes() const { return !ignore && error == wire::ServerError::kOk; }
  bool silent() const { return ignore || drop; }
};

// The faults that are in force. The same seed and requests give the same plans.
class FaultRules {
 public:
  explicit FaultRules(std::uint64_t seed) : rng_(seed) {}

  // InvalidArgument says what is wrong with the rule; else its id.
  absl::StatusOr<int> add(const OneboxFault& fault, int replicas, int metas);
  void remove(int id);
  void clear() { rules_.clear(); }
  bool empty() const { return rules_.empty(); }

  FaultPlan draw(const FaultSubject& subject);

 private:
  void apply(const OneboxFault& fault, FaultPlan& plan);

  std::vector<std::pair<int, OneboxFault>> rules_;  // by id, in the order they were added
  int last_id_ = 0;
  Rng rng_;
};

}  // namespace bridle::internal::onebox
