#pragma once

#include "absl/status/status.h"
#include "bridle/detail/initiate.h"
#include "client/may_wait.h"
#include "client/table_core.h"
#include "client/wait.h"
#include "ops/op.h"

namespace bridle::internal {

// The blocking form of an operation. The wait is bounded, since every call ends by its deadline.
template <typename Request>
typename Request::Completion await(detail::TableCore& table, const Request& request) {
  const absl::Status allowed =
      mayWait(table.client(), Op<Request>::kSpec.name, table.name(), request.options.info);
  if (!allowed.ok()) return allowed;
  Waiter<typename Request::Completion> waiter;
  auto handler = waiter.handler();
  detail::initiate(&table, request, handler);
  return waiter.wait();
}

}  // namespace bridle::internal
