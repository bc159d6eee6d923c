#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bridle/admin.h"
#include "client/client_core.h"
#include "sim/scenarios/world_test.h"
#include "sim/sim_table.h"
#include "wire/rpc_names.h"

namespace bridle::internal::sim {

// Table "t" with records, and scanners upon it.
class ScanTest : public WorldTest {
 protected:
  using Rows = std::vector<Row>;
  using Keys = std::vector<std::pair<std::string, std::string>>;  // hash key, sort key

  SimTable table() { return SimTable(t_); }
  Admin admin() { return Admin(client_->core().shared_from_this()); }

  // Starts something that takes a handler, and lets time pass until it has ended.
  template <typename Completion, typename Start>
  Completion run(Start start) {
    std::optional<Completion> result;
    start([&result](Completion completion) { result.emplace(std::move(completion)); });
    EXPECT_FALSE(result.has_value()) << "never inside the initiating function";
    EXPECT_TRUE(world_->reactor().runUntil([&result] { return result.has_value(); }, 1h));
    return std::move(result).value();
  }

  void put(const std::string& hash_key, const std::string& sort_key, const std::string& value,
           int ttl_seconds = 0) {
    ASSERT_THAT(client_->await(t_, detail::SetRequest{{hash_key, sort_key}, value, {ttl_seconds}}),
                IsOk());
    keys_.emplace_back(hash_key, sort_key);
  }

  // So many hash keys with so many sort keys each.
  void fill(int hash_keys, int sort_keys) {
    for (int i = 0; i < hash_keys; ++i) {
      for (int j = 0; j < sort_keys; ++j)
        put(text("user", i), text("s", 1000 + j), text(i, ".", j));
    }
  }

  // All keys that were put, or those that match.
  Keys expected() const { return sorted(keys_); }
  template <typename Matches>
  Keys expected(Matches matches) const {
    Keys keys;
    for (const auto& [hash_key, sort_key] : keys_) {
      if (matches(hash_key, sort_key)) keys.emplace_back(hash_key, sort_key);
    }
    return sorted(std::move(keys));
  }
  static Keys sorted(Keys keys) {
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  static Keys keysOf(const Rows& rows) {
    Keys keys;
    for (const Row& row : rows) keys.emplace_back(row.hash_key, row.sort_key);
    return sorted(std::move(keys));
  }

  absl::StatusOr<std::optional<Row>> next(Scanner& scanner) {
    return run<absl::StatusOr<std::optional<Row>>>(
        [&](auto handler) { scanner.asyncNext(handler); });
  }
  absl::StatusOr<Rows> nextPage(Scanner& scanner) {
    return run<absl::StatusOr<Rows>>([&](auto handler) { scanner.asyncNextPage(handler); });
  }
  absl::StatusOr<std::int64_t> count(Scanner& scanner) {
    return run<absl::StatusOr<std::int64_t>>([&](auto handler) { scanner.asyncCount(handler); });
  }

  Scanner wholeTable(const ScanOptions& options = {}) {
    return std::move(table().unorderedScanners(1, options)->front());
  }
  Scanner oneHashKey(std::string_view hash_key, const SortKeyRange& range = {},
                     const ScanOptions& options = {}) {
    return *table().scan(hash_key, range, options);
  }

  // The rest of it, page by page. `between` is called before each page with its number.
  Rows drain(
      Scanner& scanner, const std::function<void(int)>& between = [](int) {}) {
    Rows rows;
    for (int page = 0;; ++page) {
      between(page);
      absl::StatusOr<Rows> more = nextPage(scanner);
      EXPECT_THAT(more, IsOk()) << "page " << page;
      if (!more.ok() || more->empty()) return rows;
      std::move(more->begin(), more->end(), std::back_inserter(rows));
    }
  }

  int seen(std::string_view rpc) const {
    return static_cast<int>(
        std::count_if(world_->seen().begin(), world_->seen().end(),
                      [rpc](const World::Seen& request) { return request.rpc == rpc; }));
  }

  void setEnv(const std::string& key, const std::string& value) {
    ASSERT_THAT(run<absl::Status>([&](auto handler) {
                  admin().asyncSetTableEnvs("t", {{key, value}}, {}, handler);
                }),
                IsOk());
  }

  Keys keys_;
};

}  // namespace bridle::internal::sim
