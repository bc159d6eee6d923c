// The arguments of each operation of a table, as one value, and what its handler is given. Nothing
// here is for direct use.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/check.h"
#include "bridle/entry.h"
#include "bridle/options.h"
#include "bridle/range.h"
#include "bridle/types.h"

namespace bridle::detail {

// On one record.

struct RecordRequest {
  Key key = {};
  CallOptions options = {};
};

struct GetRequest : RecordRequest {
  using Completion = absl::StatusOr<std::optional<std::string>>;
};

struct ExistRequest : RecordRequest {
  using Completion = absl::StatusOr<bool>;
};

struct TtlRequest : RecordRequest {
  using Completion = absl::StatusOr<std::optional<Ttl>>;
};

struct DelRequest : RecordRequest {
  using Completion = absl::Status;
};

struct SetRequest {
  using Completion = absl::Status;
  Key key = {};
  std::string_view value = {};
  SetOptions options = {};
};

struct IncrRequest {
  using Completion = absl::StatusOr<std::int64_t>;
  Key key = {};
  std::int64_t by = 0;
  IncrOptions options = {};
};

struct CompareExchangeRequest {
  using Completion = absl::StatusOr<CheckResult>;
  Key key = {};
  std::optional<std::string_view> expected = {};
  std::string_view desired = {};
  CompareExchangeOptions options = {};
};

// On one hash key.

struct MultiGetRequest {
  using Completion = absl::StatusOr<Entries>;
  std::string_view hash_key = {};
  std::span<const std::string_view> sort_keys = {};
  MultiGetOptions options = {};
};

struct MultiGetRangeRequest {
  using Completion = absl::StatusOr<Entries>;
  std::string_view hash_key = {};
  SortKeyRange range = {};
  MultiGetOptions options = {};
};

struct SortKeyCountRequest {
  using Completion = absl::StatusOr<std::int64_t>;
  std::string_view hash_key = {};
  CallOptions options = {};
};

struct MultiSetRequest {
  using Completion = absl::Status;
  std::string_view hash_key = {};
  std::span<const EntryView> entries = {};
  SetOptions options = {};
};

struct MultiDelRequest {
  using Completion = absl::StatusOr<std::int64_t>;
  std::string_view hash_key = {};
  std::span<const std::string_view> sort_keys = {};
  CallOptions options = {};
};

struct CheckAndSetRequest {
  using Completion = absl::StatusOr<CheckResult>;
  std::string_view hash_key = {};
  Check check = {};
  Assignment assignment = {};
  CheckOptions options = {};
};

struct CheckAndMutateRequest {
  using Completion = absl::StatusOr<CheckResult>;
  std::string_view hash_key = {};
  Check check = {};
  std::span<const Mutation> mutations = {};
  CheckOptions options = {};
};

}  // namespace bridle::detail
