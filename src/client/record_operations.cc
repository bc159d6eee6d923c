#include "bridle/record_operations.h"

#include "client/await.h"
#include "client/compressed_exchange.h"
#include "client/launch.h"
#include "ops/check_and_set.h"
#include "ops/get.h"
#include "ops/incr.h"
#include "ops/set.h"
#include "ops/ttl.h"

namespace bridle {

using internal::await;

absl::StatusOr<std::optional<std::string>> RecordOperations::get(const Key& key,
                                                                 const CallOptions& options) {
  return await(*core_, detail::GetRequest{{key, options}});
}

absl::StatusOr<bool> RecordOperations::exist(const Key& key, const CallOptions& options) {
  return await(*core_, detail::ExistRequest{{key, options}});
}

absl::StatusOr<std::optional<Ttl>> RecordOperations::ttl(const Key& key,
                                                         const CallOptions& options) {
  return await(*core_, detail::TtlRequest{{key, options}});
}

absl::Status RecordOperations::set(const Key& key, std::string_view value,
                                   const SetOptions& options) {
  return await(*core_, detail::SetRequest{key, value, options});
}

absl::Status RecordOperations::del(const Key& key, const CallOptions& options) {
  return await(*core_, detail::DelRequest{{key, options}});
}

absl::StatusOr<std::int64_t> RecordOperations::incr(const Key& key, std::int64_t by,
                                                    const IncrOptions& options) {
  return await(*core_, detail::IncrRequest{key, by, options});
}

absl::StatusOr<CheckResult> RecordOperations::compareExchange(
    const Key& key, std::optional<std::string_view> expected, std::string_view desired,
    const CompareExchangeOptions& options) {
  return await(*core_, detail::CompareExchangeRequest{key, expected, desired, options});
}

namespace detail {

template <>
void Launcher<CompareExchangeRequest>::launch(TableCore& table, const Prepared& prepared,
                                              std::uint64_t cancel_id, Operation& operation) {
  const bool compressed = table.options().compress_values && prepared.problem.ok();
  if (compressed) return internal::exchangeCompressed(table, prepared, cancel_id, operation);
  internal::start<internal::CompareExchangeOp>(table, prepared, cancel_id, operation);
}

template struct Launcher<GetRequest>;
template struct Launcher<ExistRequest>;
template struct Launcher<TtlRequest>;
template struct Launcher<SetRequest>;
template struct Launcher<DelRequest>;
template struct Launcher<IncrRequest>;
template struct Launcher<CompareExchangeRequest>;

}  // namespace detail
}  // namespace bridle
