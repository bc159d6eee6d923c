#include "client/scan/scan_token.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "base/crc64.h"
#include "base/limits.h"
#include "base/status.h"
#include "wire/byte_reader.h"
#include "wire/key_codec.h"

namespace bridle::internal {
namespace {

constexpr std::string_view kKind = "bridle-scan-";
constexpr std::string_view kHead = "bridle-scan-2.";
constexpr std::size_t kNumberBytes = 8;

void put(std::string& out, std::int64_t number) {
  char bytes[kNumberBytes];
  wire::storeBigEndian(bytes, static_cast<std::uint64_t>(number));
  out.append(bytes, kNumberBytes);
}

void put(std::string& out, std::string_view text) {
  put(out, static_cast<std::int64_t>(text.size()));
  out.append(text);
}

void put(std::string& out, const KeyFilter& filter) {
  put(out, static_cast<std::int64_t>(filter.type));
  put(out, filter.pattern);
}

// Reads the fields one after the other. What is out of its range makes all of it bad.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : in_(bytes) {}

  std::int64_t number(std::int64_t least, std::int64_t most) {
    const auto value = static_cast<std::int64_t>(in_.u64());
    return value < least || value > most ? fail() : value;
  }
  bool flag() { return number(0, 1) != 0; }
  std::string string() { return std::string(in_.bytes(in_.u64())); }
  // One that a server can bear.
  std::string rawKey() {
    std::string key = string();
    if (!wire::splitRawKey(key).ok()) good_ = false;
    return key;
  }
  std::string rawKeyOrNone() {
    std::string key = string();
    if (!key.empty() && !wire::splitRawKey(key).ok()) good_ = false;
    return key;
  }
  KeyFilter filter() {
    const auto type = static_cast<Filter::Type>(number(0, static_cast<int>(Filter::Type::kExact)));
    return {type, string()};
  }
  bool good() const { return good_ && in_.ok(); }
  bool atEnd() const { return in_.rest().empty(); }

 private:
  std::int64_t fail() {
    good_ = false;
    return 0;
  }

  wire::ByteReader in_;
  bool good_ = true;
};

ScanPlan readPlan(Fields& in) {
  ScanPlan plan;
  plan.one_hash_key = in.flag();
  plan.start = in.rawKey();
  plan.stop = in.string();
  plan.start_inclusive = in.flag();
  plan.stop_inclusive = in.flag();
  plan.hash_key_filter = in.filter();
  plan.sort_key_filter = in.filter();
  return plan;
}

ScanSegment readSegment(Fields& in) {
  ScanSegment segment;
  segment.partition = static_cast<std::int32_t>(in.number(-1, limits::kMaxPartitions));
  segment.width = static_cast<std::int32_t>(in.number(0, limits::kMaxPartitions));
  segment.last_key = in.rawKeyOrNone();
  segment.first_key = in.rawKeyOrNone();
  const std::int64_t moved_keys = in.number(0, ScanSegment::kMaxSplits);
  for (std::int64_t i = 0; i < moved_keys; ++i) segment.moved_keys.push_back(in.rawKeyOrNone());
  return segment;
}

bool fits(const ScanSegment& segment, const ScanPlan& plan) {
  if (plan.one_hash_key) return segment.partition == ScanSegment::kOneHashKey;
  return segment.partition >= 0 && segment.partition < segment.width;
}

// A filter on hash keys in a scan of one hash key would end the server, and so would one that is
// longer than any.
bool sound(const ScanToken& token) {
  if (!token.plan.one_hash_key) {
    return token.plan.hash_key_filter.pattern.size() <= limits::kMaxHashKeyBytes;
  }
  return !token.plan.hash_key_filter && token.position.segments.size() <= 1 &&
         !wire::splitRawKey(token.plan.start)->hash_key.empty();
}

absl::Status damaged() {
  return invalidArgument("the token of a scan is damaged, or of another version of bridle");
}

}  // namespace

std::string encodeScanToken(const ScanToken& token) {
  std::string bytes;
  put(bytes, token.table);
  put(bytes, token.position.app_id);
  put(bytes, std::int64_t{token.plan.one_hash_key});
  put(bytes, token.plan.start);
  put(bytes, token.plan.stop);
  put(bytes, std::int64_t{token.plan.start_inclusive});
  put(bytes, std::int64_t{token.plan.stop_inclusive});
  put(bytes, token.plan.hash_key_filter);
  put(bytes, token.plan.sort_key_filter);
  put(bytes, static_cast<std::int64_t>(token.position.segments.size()));
  for (const ScanSegment& segment : token.position.segments) {
    put(bytes, segment.partition);
    put(bytes, segment.width);
    put(bytes, segment.last_key);
    put(bytes, segment.first_key);
    put(bytes, static_cast<std::int64_t>(segment.moved_keys.size()));
    for (const std::string& key : segment.moved_keys) put(bytes, key);
  }
  put(bytes, static_cast<std::int64_t>(crc64(bytes)));
  return text(kHead, absl::WebSafeBase64Escape(bytes));
}

absl::StatusOr<ScanToken> decodeScanToken(std::string_view encoded) {
  if (!encoded.starts_with(kKind)) return invalidArgument("this is no token of a scan");
  std::string bytes;
  if (!encoded.starts_with(kHead) ||
      !absl::WebSafeBase64Unescape(toAbsl(encoded.substr(kHead.size())), &bytes) ||
      bytes.size() < kNumberBytes) {
    return damaged();
  }
  const std::string_view all = bytes;
  const std::string_view content = all.substr(0, all.size() - kNumberBytes);
  if (wire::loadBigEndian<std::uint64_t>(all.data() + content.size()) != crc64(content)) {
    return damaged();
  }
  Fields in(content);
  ScanToken token{.table = in.string()};
  token.position.app_id = static_cast<std::int32_t>(in.number(1, INT32_MAX));
  token.plan = readPlan(in);
  const std::int64_t count = in.number(0, limits::kMaxPartitions);
  for (std::int64_t i = 0; i < count && in.good(); ++i) {
    token.position.segments.push_back(readSegment(in));
    if (!fits(token.position.segments.back(), token.plan)) return damaged();
  }
  if (!in.good() || !in.atEnd() || !sound(token)) return damaged();
  return token;
}

}  // namespace bridle::internal
