// Exchanges recorded with a real server: our operations send the same bytes.

#include <map>
#include <set>
#include <vector>

#include "op_test.h"
#include "recorded.h"
#include "wire/rpc_names.h"

namespace bridle::internal::test {
namespace {

using StringViews = std::vector<std::string_view>;

std::string_view view(const wire::blob& blob) {
  return blob.bytes;
}

StringViews views(const std::vector<wire::blob>& blobs) {
  StringViews all;
  for (const wire::blob& blob : blobs) all.push_back(blob.bytes);
  return all;
}

Filter filterOf(wire::filter_type::type type, const wire::blob& pattern) {
  return {static_cast<Filter::Type>(type), pattern.bytes};
}

// Sends the recorded arguments by one of our operations; empty: none of them sends such.
using Resend = std::string (*)(std::string_view args);

template <typename Args, typename Make>
std::string resend(std::string_view bytes, Make make) {
  const absl::StatusOr<Args> args = wire::decodeArgs<Args>(bytes);
  return args.ok() ? make(*args) : "";
}

template <typename Request>
std::string resendRawKey(std::string_view bytes) {
  const std::string raw = wire::decodeBlobArgs(bytes).value_or("");
  const auto parts = wire::splitRawKey(raw);
  if (!parts.ok()) return "";
  return encoded(Request{{{parts->hash_key, parts->sort_key}}});
}

std::string resendSet(std::string_view bytes) {
  return resend<wire::update_request>(bytes, [](const wire::update_request& args) {
    const auto key = wire::splitRawKey(args.key.bytes);
    if (!key.ok()) return std::string();
    return encoded(
        SetRequest{{key->hash_key, key->sort_key}, view(args.value), {args.expire_ts_seconds}});
  });
}

std::string resendIncr(std::string_view bytes) {
  return resend<wire::incr_request>(bytes, [](const wire::incr_request& args) {
    const auto key = wire::splitRawKey(args.key.bytes);
    if (!key.ok() || args.expire_ts_seconds < -1) return std::string();
    const int ttl = args.expire_ts_seconds;
    const IncrOptions options{ttl > 0    ? TtlChange::set(ttl)
                              : ttl == 0 ? TtlChange::keep()
                                         : TtlChange::clear()};
    return encoded(IncrRequest{{key->hash_key, key->sort_key}, args.increment, options});
  });
}

std::string resendMultiGet(std::string_view bytes) {
  return resend<wire::multi_get_request>(bytes, [](const wire::multi_get_request& args) {
    const MultiGetOptions options{.max_count = args.max_kv_count,
                                  .max_bytes = args.max_kv_size,
                                  .no_value = args.no_value,
                                  .reverse = args.reverse};
    const SortKeyRange range{view(args.start_sortkey), view(args.stop_sortkey),
                             args.start_inclusive, args.stop_inclusive,
                             filterOf(args.sort_key_filter_type, args.sort_key_filter_pattern)};
    if (range.filter.type >= Filter::Type::kExact) return std::string();
    if (args.sort_keys.empty()) {
      return encoded(MultiGetRangeRequest{view(args.hash_key), range, options});
    }
    return encoded(MultiGetRequest{view(args.hash_key), views(args.sort_keys), options});
  });
}

std::string resendSortKeyCount(std::string_view bytes) {
  return encoded(SortKeyCountRequest{wire::decodeBlobArgs(bytes).value_or("")});
}

std::string resendMultiSet(std::string_view bytes) {
  return resend<wire::multi_put_request>(bytes, [](const wire::multi_put_request& args) {
    std::vector<EntryView> entries;
    for (const wire::key_value& kv : args.kvs) entries.push_back({view(kv.key), view(kv.value)});
    return encoded(MultiSetRequest{view(args.hash_key), entries, {args.expire_ts_seconds}});
  });
}

std::string resendMultiDel(std::string_view bytes) {
  return resend<wire::multi_remove_request>(bytes, [](const wire::multi_remove_request& args) {
    return encoded(MultiDelRequest{view(args.hash_key), views(args.sort_keys)});
  });
}

template <typename Args>
Check checkOf(const Args& args) {
  return {view(args.check_sort_key), static_cast<CheckType>(args.check_type),
          view(args.check_operand)};
}

std::string resendCheckAndSet(std::string_view bytes) {
  return resend<wire::check_and_set_request>(bytes, [](const wire::check_and_set_request& args) {
    Assignment set{.value = view(args.set_value), .ttl_seconds = args.set_expire_ts_seconds};
    if (args.set_diff_sort_key) set.sort_key = view(args.set_sort_key);
    return encoded(CheckAndSetRequest{
        view(args.hash_key), checkOf(args), set, {.return_value = args.return_check_value}});
  });
}

std::string resendCheckAndMutate(std::string_view bytes) {
  using Args = wire::check_and_mutate_request;
  return resend<Args>(bytes, [](const Args& args) {
    std::vector<Mutation> mutations;
    for (const wire::mutate& m : args.mutate_list) {
      mutations.push_back({static_cast<Mutation::Type>(m.operation), view(m.sort_key),
                           view(m.value), m.set_expire_ts_seconds});
    }
    return encoded(CheckAndMutateRequest{
        view(args.hash_key), checkOf(args), mutations, {.return_value = args.return_check_value}});
  });
}

std::string resendBatchGet(std::string_view bytes) {
  return resend<wire::batch_get_request>(bytes, [](const wire::batch_get_request& args) {
    std::vector<Key> keys;
    for (const wire::full_key& key : args.keys) {
      keys.push_back({view(key.hash_key), view(key.sort_key)});
    }
    return encoded(BatchGetRequest{keys});
  });
}

std::string resendScan(std::string_view bytes) {
  return resend<wire::scan_request>(bytes, [](const wire::scan_request& args) {
    return encoded(ScanRequest{.context_id = args.context_id});
  });
}

std::string resendGetScanner(std::string_view bytes) {
  return resend<wire::get_scanner_request>(bytes, [](const wire::get_scanner_request& args) {
    return encoded(GetScannerRequest{
        .start = view(args.start_key),
        .stop = view(args.stop_key),
        .start_inclusive = args.start_inclusive,
        .stop_inclusive = args.stop_inclusive,
        .batch_size = args.batch_size,
        .no_value = args.no_value,
        .hash_key_filter = filterOf(args.hash_key_filter_type, args.hash_key_filter_pattern),
        .sort_key_filter = filterOf(args.sort_key_filter_type, args.sort_key_filter_pattern),
        .full_scan = args.full_scan,
        .return_expire_ts = args.return_expire_ts,
        .only_count = args.only_return_count});
  });
}

std::string resendClearScanner(std::string_view bytes) {
  return clearScannerArgs(wire::decodeI64Args(bytes).value_or(0));
}

const std::map<std::string_view, Resend>& resends() {
  namespace names = wire::rpc_names;
  static const std::map<std::string_view, Resend> all{
      {names::kGet, resendRawKey<GetRequest>},
      {names::kTtl, resendRawKey<TtlRequest>},
      {names::kRemove, resendRawKey<DelRequest>},
      {names::kPut, resendSet},
      {names::kIncr, resendIncr},
      {names::kMultiGet, resendMultiGet},
      {names::kSortkeyCount, resendSortKeyCount},
      {names::kMultiPut, resendMultiSet},
      {names::kMultiRemove, resendMultiDel},
      {names::kCheckAndSet, resendCheckAndSet},
      {names::kCheckAndMutate, resendCheckAndMutate},
      {names::kBatchGet, resendBatchGet},
      {names::kGetScanner, resendGetScanner},
      {names::kScan, resendScan},
      {names::kClearScanner, resendClearScanner},
  };
  return all;
}

// Requests that none of our operations sends, by the reason.
const std::set<std::string>& notOurs() {
  static const std::set<std::string> names{
      // Fields are left out.
      "multi_get.node_form", "cas.fields_absent", "scan.java_form", "put.absent_ts",
      "put.absent_value",
      // A deprecated limit is set.
      "multi_remove", "multi_remove.v0", "multi_remove.empty", "multi_remove.max_count1",
      // A list of sort keys and a range at once.
      "multi_get.keys.ignored", "multi_get.keys.badfilter",
      // Types that there are not.
      "multi_get.filter_exact4", "multi_get.filter_99", "multi_get.filter_neg", "cas.type_neg",
      // A scan of a whole partition that does not say so, or leaves out nothing that was moved.
      "scan.full.restart.no_full_scan", "scan.full.no_validate", "scan.count.false",
      // Raw keys that are too short.
      "danger.get.bad_key", "danger.get.empty_key", "danger.get.short_key"};
  return names;
}

TEST(RecordedOps, RequestsHaveTheBytesOfOtherClients) {
  int same = 0;
  std::set<std::string> others;
  forEachExchange([&](const json& exchange) {
    if (exchange.at("request_hex").is_null()) return;
    if (exchange.at("request_fields").is_null()) return;  // made by hand
    const std::string frame = wire::fromHex(exchange.at("request_hex").get<std::string>());
    const auto request = wire::decodeRequest(frame);
    ASSERT_THAT(request, IsOk());
    const auto found = resends().find(request->rpc);
    if (found == resends().end()) return;
    if (found->second(request->args) == request->args) {
      ++same;
    } else {
      others.insert(exchange.at("name").get<std::string>());
    }
  });
  EXPECT_EQ(same, 386);
  EXPECT_EQ(others, notOurs());
}

}  // namespace
}  // namespace bridle::internal::test
