#include "bridle/record_operations.h"

#include "client/await.h"
#include "client/launch.h"
#include "ops/get.h"
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

namespace detail {

template struct Launcher<GetRequest>;
template struct Launcher<ExistRequest>;
template struct Launcher<TtlRequest>;
template struct Launcher<SetRequest>;
template struct Launcher<DelRequest>;

}  // namespace detail
}  // namespace bridle
