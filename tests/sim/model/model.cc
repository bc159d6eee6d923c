#include "model.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/status.h"

namespace bridle::internal::sim {
namespace {

using outcome::kOk;
using outcome::kRefused;

// As the server reads it: one C literal and nothing else.
std::optional<std::int64_t> integer(const std::string& bytes) {
  char* end = nullptr;
  errno = 0;
  const std::int64_t value = std::strtoll(bytes.c_str(), &end, 0);
  if (bytes.empty() || errno != 0 || end != bytes.c_str() + bytes.size()) return std::nullopt;
  return value;
}

bool passes(const std::string& key, Filter::Type type, const std::string& pattern) {
  switch (type) {
    case Filter::Type::kNone:
      return true;
    case Filter::Type::kAnywhere:
      return key.find(pattern) != std::string::npos;
    case Filter::Type::kPrefix:
      return key.starts_with(pattern);
    case Filter::Type::kPostfix:
      return key.ends_with(pattern);
    case Filter::Type::kExact:
      return key == pattern;
  }
  return false;
}

bool within(const Step& step, const std::string& key) {
  if (key < step.start || (key == step.start && !step.start_inclusive)) return false;
  if (step.stop.empty()) return true;
  return key < step.stop || (key == step.stop && step.stop_inclusive);
}

template <typename T>
bool compares(CheckType type, CheckType less, const T& a, const T& b) {
  switch (static_cast<int>(type) - static_cast<int>(less)) {
    case 0:
      return a < b;
    case 1:
      return a <= b;
    case 2:
      return a == b;
    case 3:
      return a >= b;
    default:
      return a > b;
  }
}

std::string valueOf(const Step& step, const std::string& value) {
  return step.no_value ? std::string() : value;
}

bool full(const Step& step, std::size_t count, std::size_t bytes) {
  return (step.max_count > 0 && count >= static_cast<std::size_t>(step.max_count)) ||
         (step.max_bytes > 0 && bytes >= static_cast<std::size_t>(step.max_bytes));
}

}  // namespace

std::vector<std::string> Model::apply(const Step& step, std::int64_t now) {
  now_ = now;
  forgetExpired();
  const Record* const record = find(step.hash_key, step.sort_key);
  switch (step.kind) {
    case Step::Kind::kPass:
      return {kOk};
    case Step::Kind::kGet:
      return {outcome::ofValue(record == nullptr ? nullptr : &record->value)};
    case Step::Kind::kTtl:
      return {ttl(step)};
    case Step::Kind::kExist:
      return {record == nullptr ? "no" : "yes"};
    case Step::Kind::kSet:
      put(step, step.sort_key, step.value, step.seconds);
      return {kOk};
    case Step::Kind::kDel:
      rows_[step.hash_key].erase(step.sort_key);
      return {kOk};
    case Step::Kind::kMultiGet:
      return {multiGet(step)};
    case Step::Kind::kMultiGetRange:
      return range(step);
    case Step::Kind::kSortKeyCount:
      return {text(rows_[step.hash_key].size())};
    case Step::Kind::kMultiSet:
      for (const Entry& e : step.entries) put(step, e.sort_key, e.value, step.seconds);
      return {kOk};
    case Step::Kind::kMultiDel:
      for (const Entry& e : step.entries) rows_[step.hash_key].erase(e.sort_key);
      return {text(step.entries.size())};
    case Step::Kind::kIncr:
      return {incr(step)};
    case Step::Kind::kCheckAndSet:
    case Step::Kind::kCheckAndMutate:
      return {checkAndWrite(step)};
    case Step::Kind::kCompareExchange:
      return {compareExchange(step)};
    case Step::Kind::kScan:
      return {scan(step)};
    case Step::Kind::kScanTable:
      return {scanTable(step)};
  }
  return {};
}

void Model::forgetExpired() {
  for (auto& [hash_key, records] : rows_) {
    std::erase_if(records, [this](const auto& item) {
      return item.second.expires != 0 && item.second.expires <= now_;
    });
  }
}

const Model::Record* Model::find(const std::string& hash_key, const std::string& sort_key) const {
  const auto records = rows_.find(hash_key);
  if (records == rows_.end()) return nullptr;
  const auto record = records->second.find(sort_key);
  return record == records->second.end() ? nullptr : &record->second;
}

void Model::put(const Step& step, const std::string& sort_key, const std::string& value, int ttl) {
  rows_[step.hash_key][sort_key] = {value, ttl == 0 ? 0 : now_ + ttl};
}

std::string Model::ttl(const Step& step) const {
  const Record* const record = find(step.hash_key, step.sort_key);
  if (record == nullptr) return "nothing";
  return record->expires == 0 ? "forever" : text(record->expires - now_);
}

std::string Model::multiGet(const Step& step) const {
  std::vector<Entry> found;
  std::size_t bytes = 0;
  for (const Entry& wanted : step.entries) {
    const Record* const record = find(step.hash_key, wanted.sort_key);
    if (record == nullptr) continue;
    if (full(step, found.size(), bytes)) return outcome::ofEntries(found, false);
    found.push_back({wanted.sort_key, valueOf(step, record->value)});
    bytes += found.back().sort_key.size() + found.back().value.size();
  }
  return outcome::ofEntries(found, true);
}

std::vector<std::string> Model::range(const Step& step) const {
  std::vector<Entry> wanted;
  if (const auto records = rows_.find(step.hash_key); records != rows_.end()) {
    for (const auto& [key, record] : records->second) {
      if (!within(step, key) || !passes(key, step.filter, step.pattern)) continue;
      wanted.push_back({key, valueOf(step, record.value)});
    }
  }
  if (step.reverse) std::reverse(wanted.begin(), wanted.end());
  std::size_t count = 0;
  std::size_t bytes = 0;
  while (count < wanted.size() && !full(step, count, bytes)) {
    bytes += wanted[count].sort_key.size() + wanted[count].value.size();
    ++count;
  }
  const bool all = count == wanted.size();
  wanted.resize(count);
  if (step.reverse) std::reverse(wanted.begin(), wanted.end());
  std::vector<std::string> right;
  if (all) right.push_back(outcome::ofEntries(wanted, true));
  if (full(step, count, bytes)) right.push_back(outcome::ofEntries(wanted, false));
  return right;
}

std::string Model::incr(const Step& step) {
  const Record* const old = find(step.hash_key, step.sort_key);
  std::optional<std::int64_t> value = 0;
  if (old != nullptr && !old->value.empty()) value = integer(old->value);
  std::int64_t sum = 0;
  if (!value || __builtin_add_overflow(*value, step.by, &sum)) return kRefused;
  Record record{text(sum), old == nullptr ? 0 : old->expires};
  if (step.seconds > 0) record.expires = now_ + step.seconds;
  if (step.seconds < 0) record.expires = 0;
  rows_[step.hash_key][step.sort_key] = record;
  return text(sum);
}

bool Model::met(const Step& step, const Record* record, bool& refused) const {
  const CheckType type = step.check;
  const std::string& operand = step.operand;
  if (type == CheckType::kNone) return true;
  if (type == CheckType::kNotExist) return record == nullptr;
  if (type == CheckType::kNotExistOrEmpty) return record == nullptr || record->value.empty();
  if (record == nullptr) return false;
  const std::string& value = record->value;
  if (type == CheckType::kExist) return true;
  if (type == CheckType::kNotEmpty) return !value.empty();
  if (type == CheckType::kMatchAnywhere) return value.find(operand) != value.npos;
  if (type == CheckType::kMatchPrefix) return value.starts_with(operand);
  if (type == CheckType::kMatchPostfix) return value.ends_with(operand);
  if (type < CheckType::kIntLess) return compares(type, CheckType::kBytesLess, value, operand);
  const std::optional<std::int64_t> a = integer(value);
  const std::optional<std::int64_t> b = integer(operand);
  refused = !a || !b;
  return !refused && compares(type, CheckType::kIntLess, *a, *b);
}

std::string Model::checkAndWrite(const Step& step) {
  const Record* const record = find(step.hash_key, step.sort_key);
  bool refused = false;
  CheckResult result{.applied = met(step, record, refused), .value_returned = step.return_value};
  if (refused) return kRefused;
  if (step.return_value && record != nullptr) result.value = record->value;
  if (!result.applied) return outcome::ofCheck(result);
  if (step.kind == Step::Kind::kCheckAndSet) {
    put(step, step.there ? step.other : step.sort_key, step.value, step.seconds);
    return outcome::ofCheck(result);
  }
  for (const Entry& entry : step.entries) {  // an empty value stands for a removal
    if (entry.value.empty()) {
      rows_[step.hash_key].erase(entry.sort_key);
    } else {
      put(step, entry.sort_key, entry.value, step.seconds);
    }
  }
  return outcome::ofCheck(result);
}

std::string Model::compareExchange(const Step& step) {
  const Record* const record = find(step.hash_key, step.sort_key);
  const bool same =
      step.there ? record != nullptr && record->value == step.other : record == nullptr;
  CheckResult result{.applied = same, .value_returned = true};
  if (record != nullptr) result.value = record->value;
  if (same) put(step, step.sort_key, step.value, step.seconds);
  return outcome::ofCheck(result);
}

std::string Model::scan(const Step& step) const {
  Step unlimited = step;
  unlimited.max_count = unlimited.max_bytes = 0;
  unlimited.reverse = false;
  return range(unlimited).front();
}

std::string Model::scanTable(const Step& step) const {
  std::vector<Entry> found;
  for (const auto& [hash_key, records] : rows_) {
    if (!passes(hash_key, step.filter, step.pattern)) continue;
    for (const auto& [key, record] : records) {
      found.push_back({text(hash_key, "/", key), valueOf(step, record.value)});
    }
  }
  return outcome::ofEntries(found, true);
}

}  // namespace bridle::internal::sim
