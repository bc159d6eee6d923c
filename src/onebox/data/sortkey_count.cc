#include "onebox/data/data_calls.h"
#include "onebox/data/range_walk.h"
#include "onebox/data/read_budget.h"

namespace bridle::internal::onebox {

wire::count_response sortkeyCount(const DataCall& call, const std::string& hash_key) {
  if (!isHashKey(hash_key)) {
    return responseTo<wire::count_response>(call, wire::StorageStatus::kInvalidArgument);
  }
  constexpr std::int64_t kOutOfTime = -1;
  auto response = responseTo<wire::count_response>(call);
  RangeWalk walk = RangeWalk::forward(call.records(), KeyRange::ofHashKey(hash_key), {});
  ReadBudget budget(call, ReadBudget::kAny, ReadBudget::kAny);
  for (; walk.atRecord() && budget.isLeft(); walk.next()) {
    budget.lookAtOne();
    if (!isExpired(walk.expireTs(), call.now)) ++response.count;
  }
  if (budget.outOfTime()) response.count = kOutOfTime;
  return response;
}

}  // namespace bridle::internal::onebox
