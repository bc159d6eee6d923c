#include "subject.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/status.h"
#include "bridle/error.h"
#include "sim/sim_table.h"
#include "support/status_matchers.h"

namespace bridle::internal::sim {
namespace {

using Kind = Step::Kind;

constexpr int kPartitions = 4;
constexpr int kPageSize = 3;  // so that scans take several requests

std::string failed(const absl::Status& status) {
  const std::optional<ErrorInfo> info = errorInfo(status);
  const bool refused = info.has_value() && info->code == ErrorCode::kRefused;
  return refused ? outcome::kRefused : status.ToString();
}

std::string of(const absl::Status& status) {
  return status.ok() ? outcome::kOk : failed(status);
}
std::string of(const absl::StatusOr<std::optional<std::string>>& value) {
  if (!value.ok()) return failed(value.status());
  return outcome::ofValue(value->has_value() ? &**value : nullptr);
}
std::string of(const absl::StatusOr<bool>& exists) {
  if (!exists.ok()) return failed(exists.status());
  return *exists ? "yes" : "no";
}
std::string of(const absl::StatusOr<std::optional<Ttl>>& ttl) {
  if (!ttl.ok()) return failed(ttl.status());
  if (!ttl->has_value()) return "nothing";
  return (*ttl)->expires() ? text((*ttl)->seconds) : "forever";
}
std::string of(const absl::StatusOr<std::int64_t>& number) {
  return number.ok() ? text(*number) : failed(number.status());
}
std::string of(const absl::StatusOr<Entries>& found) {
  return found.ok() ? outcome::ofEntries(found->entries, found->complete) : failed(found.status());
}
std::string of(const absl::StatusOr<CheckResult>& result) {
  return result.ok() ? outcome::ofCheck(*result) : failed(result.status());
}

std::vector<std::string_view> sortKeysOf(const Step& step) {
  std::vector<std::string_view> keys;
  for (const Entry& entry : step.entries) keys.emplace_back(entry.sort_key);
  return keys;
}

MultiGetOptions limitsOf(const Step& step) {
  return {.max_count = step.max_count,
          .max_bytes = step.max_bytes,
          .no_value = step.no_value,
          .reverse = step.reverse};
}

}  // namespace

Subject::Subject(SimClient& client, std::string table)
    : client_(client), world_(client.world()), name_(std::move(table)) {
  EXPECT_THAT(world_.createTable(name_, kPartitions), test::IsOk());
  table_ = *client_.open(name_);
}

Subject::~Subject() {
  world_.dropTable(name_);
}

std::string Subject::apply(const Step& step) {
  const Duration into_second = world_.now().time_since_epoch() % std::chrono::seconds(1);
  if (into_second > 500ms) world_.reactor().runFor(std::chrono::seconds(1) - into_second);
  switch (step.kind) {
    case Kind::kPass:
      world_.reactor().runFor(std::chrono::seconds(step.seconds));
      return outcome::kOk;
    case Kind::kGet:
    case Kind::kTtl:
    case Kind::kExist:
      return read(step);
    case Kind::kSet:
    case Kind::kDel:
    case Kind::kIncr:
      return write(step);
    case Kind::kMultiGet:
    case Kind::kMultiGetRange:
    case Kind::kSortKeyCount:
      return readSeveral(step);
    case Kind::kMultiSet:
    case Kind::kMultiDel:
      return writeSeveral(step);
    case Kind::kCheckAndSet:
    case Kind::kCheckAndMutate:
    case Kind::kCompareExchange:
      return checkAndWrite(step);
    case Kind::kScan:
      return scan(step);
    case Kind::kScanTable:
      return scanTable(step);
  }
  return {};
}

std::string Subject::read(const Step& step) {
  const Key key{step.hash_key, step.sort_key};
  if (step.kind == Kind::kGet) return of(call(detail::GetRequest{{key}}));
  if (step.kind == Kind::kTtl) return of(call(detail::TtlRequest{{key}}));
  return of(call(detail::ExistRequest{{key}}));
}

std::string Subject::write(const Step& step) {
  const Key key{step.hash_key, step.sort_key};
  if (step.kind == Kind::kSet) {
    return of(call(detail::SetRequest{key, step.value, {.ttl_seconds = step.seconds}}));
  }
  if (step.kind == Kind::kDel) return of(call(detail::DelRequest{{key}}));
  return of(call(detail::IncrRequest{key, step.by, {.ttl = step.ttlChange()}}));
}

std::string Subject::readSeveral(const Step& step) {
  if (step.kind == Kind::kMultiGetRange) {
    return of(call(detail::MultiGetRangeRequest{step.hash_key, step.range(), limitsOf(step)}));
  }
  if (step.kind == Kind::kSortKeyCount) {
    return of(call(detail::SortKeyCountRequest{step.hash_key}));
  }
  MultiGetOptions limits = limitsOf(step);
  limits.reverse = false;
  return of(call(detail::MultiGetRequest{step.hash_key, sortKeysOf(step), limits}));
}

std::string Subject::writeSeveral(const Step& step) {
  if (step.kind == Kind::kMultiDel) {
    return of(call(detail::MultiDelRequest{step.hash_key, sortKeysOf(step)}));
  }
  std::vector<EntryView> entries;
  for (const Entry& entry : step.entries) entries.push_back({entry.sort_key, entry.value});
  return of(call(detail::MultiSetRequest{step.hash_key, entries, {.ttl_seconds = step.seconds}}));
}

std::string Subject::checkAndWrite(const Step& step) {
  using Text = std::optional<std::string_view>;
  const Text other = step.there ? Text(step.other) : std::nullopt;
  if (step.kind == Kind::kCompareExchange) {
    return of(call(detail::CompareExchangeRequest{
        {step.hash_key, step.sort_key}, other, step.value, {.ttl_seconds = step.seconds}}));
  }
  const Check check{step.sort_key, step.check, step.operand};
  const CheckOptions options{.return_value = step.return_value};
  if (step.kind == Kind::kCheckAndSet) {
    return of(call(detail::CheckAndSetRequest{
        step.hash_key, check, {other, step.value, step.seconds}, options}));
  }
  std::vector<Mutation> mutations;
  for (const Entry& entry : step.entries) {
    mutations.push_back(entry.value.empty()
                            ? Mutation::del(entry.sort_key)
                            : Mutation::set(entry.sort_key, entry.value, step.seconds));
  }
  return of(call(detail::CheckAndMutateRequest{step.hash_key, check, mutations, options}));
}

std::string Subject::scan(const Step& step) {
  absl::StatusOr<Scanner> scanner = SimTable(table_).scan(
      step.hash_key, step.range(), {.page_size = kPageSize, .no_value = step.no_value});
  if (!scanner.ok()) return failed(scanner.status());
  const absl::StatusOr<std::vector<Row>> rows = drain(*scanner);
  if (!rows.ok()) return failed(rows.status());
  std::vector<Entry> found;
  for (const Row& row : *rows) found.push_back({row.sort_key, row.value});
  return outcome::ofEntries(found, true);
}

std::string Subject::scanTable(const Step& step) {
  const ScanOptions options{.hash_key_filter = {step.filter, step.pattern},
                            .page_size = kPageSize,
                            .no_value = step.no_value};
  absl::StatusOr<std::vector<Scanner>> scanners = SimTable(table_).unorderedScanners(2, options);
  if (!scanners.ok()) return failed(scanners.status());
  std::vector<std::pair<std::string, Row>> found;
  for (Scanner& scanner : *scanners) {
    const absl::StatusOr<std::vector<Row>> rows = drain(scanner);
    if (!rows.ok()) return failed(rows.status());
    for (const Row& row : *rows) found.emplace_back(row.hash_key, row);
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.sort_key) < std::tie(b.first, b.second.sort_key);
  });
  std::vector<Entry> entries;
  for (const auto& [hash_key, row] : found) {
    entries.push_back({text(hash_key, "/", row.sort_key), row.value});
  }
  return outcome::ofEntries(entries, true);
}

absl::StatusOr<std::vector<Row>> Subject::drain(Scanner& scanner) {
  std::vector<Row> rows;
  while (true) {
    std::optional<absl::StatusOr<std::vector<Row>>> page;
    scanner.asyncNextPage(
        [&page](absl::StatusOr<std::vector<Row>> more) { page = std::move(more); });
    world_.reactor().runUntil([&page] { return page.has_value(); }, 1min);
    if (!page->ok()) return page->status();
    if ((*page)->empty()) return rows;
    std::move((*page)->begin(), (*page)->end(), std::back_inserter(rows));
  }
}

}  // namespace bridle::internal::sim
