#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "bridle/detail/job.h"
#include "client/may_wait.h"
#include "client/table_core.h"
#include "client/wait.h"

namespace bridle::internal {

// Waits for a job; see mayWait(). The wait is bounded, since every job ends by its deadline.
template <typename Completion>
Completion awaitJob(detail::JobStart start) {
  Waiter<Completion> waiter;
  auto handler = waiter.handler();
  detail::initiateJob<Completion>(std::move(start), handler);
  return waiter.wait();
}

// The blocking form of a job.
template <typename Completion>
Completion awaitJob(const ClientCore& client, std::string_view operation, detail::JobStart start) {
  const absl::Status allowed = mayWait(client, operation);
  if (!allowed.ok()) return allowed;
  return awaitJob<Completion>(std::move(start));
}

// The same of a job on a table, which tells `info`, if there is one, what came of it.
template <typename Completion>
Completion awaitJob(const detail::TableCore& table, std::string_view operation, CallInfo* info,
                    detail::JobStart start) {
  const absl::Status allowed = mayWait(table.client(), operation, table.name(), info);
  if (!allowed.ok()) return allowed;
  return awaitJob<Completion>(std::move(start));
}

}  // namespace bridle::internal
