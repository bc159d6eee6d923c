#include "bridle/table.h"

#include "base/error.h"
#include "base/status.h"
#include "client/client_core.h"
#include "client/request.h"
#include "client/table_core.h"
#include "client/wait.h"

namespace bridle {
namespace {

using detail::OpKind;

// The blocking form of an operation. The wait is bounded, since every call ends by its deadline.
template <OpKind kind>
detail::CompletionT<kind> await(detail::TableCore& table, const detail::OpRequest& request) {
  if (!table.client().closed() && table.client().currentShard().has_value()) {
    return internal::makeError(ErrorCode::kWrongThread,
                               internal::text(internal::nameOf(kind), " on table \"", table.name(),
                                              "\" failed: ", internal::kWrongThreadText));
  }
  internal::Waiter<detail::CompletionT<kind>> waiter;
  auto handler = waiter.handler();
  detail::initiate<kind>(&table, request, handler);
  return waiter.wait();
}

}  // namespace

absl::StatusOr<std::optional<std::string>> Table::get(const Key& key, const CallOptions& options) {
  return await<OpKind::kGet>(*core_, {OpKind::kGet, key, options.timeout_ms});
}

absl::StatusOr<bool> Table::exist(const Key& key, const CallOptions& options) {
  return await<OpKind::kExist>(*core_, {OpKind::kExist, key, options.timeout_ms});
}

absl::StatusOr<std::optional<Ttl>> Table::ttl(const Key& key, const CallOptions& options) {
  return await<OpKind::kTtl>(*core_, {OpKind::kTtl, key, options.timeout_ms});
}

absl::Status Table::set(const Key& key, std::string_view value, const SetOptions& options) {
  return await<OpKind::kSet>(*core_,
                             {OpKind::kSet, key, options.timeout_ms, value, options.ttl_seconds});
}

absl::Status Table::del(const Key& key, const CallOptions& options) {
  return await<OpKind::kDel>(*core_, {OpKind::kDel, key, options.timeout_ms});
}

std::string_view Table::name() const {
  return core_->name();
}

}  // namespace bridle
