// What is refused before anything is sent.

#include <array>
#include <climits>
#include <functional>
#include <map>
#include <vector>

#include "base/limits.h"
#include "op_test.h"

namespace bridle::internal::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kLater = 1'700'000'000;  // 248 393 600 seconds after 2016

// The parts of a request that all operations have in some form.
struct Parts {
  std::string_view hash_key = "user1";
  std::string_view sort_key = "name";
  std::string_view value = "value";
  int ttl_seconds = 0;

  Key key() const { return {hash_key, sort_key}; }
};

using ProblemOf = std::function<std::string(const Parts&, const TableOptions&)>;

const std::map<std::string, ProblemOf>& readsOfOneRecord() {
  static const std::map<std::string, ProblemOf> all{
      {"get", [](auto& p, auto& o) { return problemOf(GetRequest{{p.key()}}, o, kLater); }},
      {"exist", [](auto& p, auto& o) { return problemOf(ExistRequest{{p.key()}}, o, kLater); }},
      {"ttl", [](auto& p, auto& o) { return problemOf(TtlRequest{{p.key()}}, o, kLater); }},
      {"batchGet",
       [](auto& p, auto& o) {
         const std::array<Key, 1> keys{p.key()};
         return problemOf(BatchGetRequest{keys}, o, kLater);
       }},
  };
  return all;
}

const std::map<std::string, ProblemOf>& writesOfOneRecord() {
  static const std::map<std::string, ProblemOf> all{
      {"set",
       [](auto& p, auto& o) {
         return problemOf(SetRequest{p.key(), p.value, {p.ttl_seconds}}, o, kLater);
       }},
      {"del", [](auto& p, auto& o) { return problemOf(DelRequest{{p.key()}}, o, kLater); }},
      {"incr",
       [](auto& p, auto& o) {
         return problemOf(IncrRequest{p.key(), 1}, o, kLater);
       }},
  };
  return all;
}

const std::map<std::string, ProblemOf>& readsOfOneHashKey() {
  static const std::map<std::string, ProblemOf> all{
      {"multiGet",
       [](auto& p, auto& o) {
         const std::array<std::string_view, 1> sort_keys{p.sort_key};
         return problemOf(MultiGetRequest{p.hash_key, sort_keys}, o, kLater);
       }},
      {"multiGetRange",
       [](auto& p, auto& o) {
         return problemOf(MultiGetRangeRequest{p.hash_key, {.start = p.sort_key}}, o, kLater);
       }},
      {"sortKeyCount",
       [](auto& p, auto& o) { return problemOf(SortKeyCountRequest{p.hash_key}, o, kLater); }},
  };
  return all;
}

const std::map<std::string, ProblemOf>& writesOfOneHashKey() {
  static const std::map<std::string, ProblemOf> all{
      {"multiSet",
       [](auto& p, auto& o) {
         const std::array<EntryView, 1> entries{{{p.sort_key, p.value}}};
         return problemOf(MultiSetRequest{p.hash_key, entries, {p.ttl_seconds}}, o, kLater);
       }},
      {"multiDel",
       [](auto& p, auto& o) {
         const std::array<std::string_view, 1> sort_keys{p.sort_key};
         return problemOf(MultiDelRequest{p.hash_key, sort_keys}, o, kLater);
       }},
      {"checkAndSet",
       [](auto& p, auto& o) {
         const Assignment set{p.sort_key, p.value, p.ttl_seconds};
         return problemOf(CheckAndSetRequest{p.hash_key, {p.sort_key}, set}, o, kLater);
       }},
      {"checkAndMutate",
       [](auto& p, auto& o) {
         const std::array<Mutation, 1> set{Mutation::set(p.sort_key, p.value, p.ttl_seconds)};
         return problemOf(CheckAndMutateRequest{p.hash_key, {p.sort_key}, set}, o, kLater);
       }},
      {"compareExchange",
       [](auto& p, auto& o) {
         return problemOf(CompareExchangeRequest{p.key(), "", p.value, {p.ttl_seconds}}, o, kLater);
       }},
  };
  return all;
}

using Group = const std::map<std::string, ProblemOf>& (*)();

void forEach(std::initializer_list<Group> groups,
             const std::function<void(const std::string&, const ProblemOf&)>& look) {
  for (const Group group : groups) {
    for (const auto& [name, problem] : group()) look(name, problem);
  }
}

constexpr std::initializer_list<Group> kReads{readsOfOneRecord, readsOfOneHashKey};
constexpr std::initializer_list<Group> kWrites{writesOfOneRecord, writesOfOneHashKey};
constexpr std::initializer_list<Group> kOneRecord{readsOfOneRecord, writesOfOneRecord};
constexpr std::initializer_list<Group> kOneHashKey{readsOfOneHashKey, writesOfOneHashKey};

constexpr std::string_view kValueWriters[] = {"set", "multiSet", "checkAndSet", "checkAndMutate",
                                              "compareExchange"};

bool writesValues(std::string_view name) {
  return std::find(std::begin(kValueWriters), std::end(kValueWriters), name) !=
         std::end(kValueWriters);
}

// What only removes has no limits of ours.
bool removes(std::string_view name) {
  return name == "del" || name == "multiDel";
}

TEST(Checks, A56_EmptyPartsAreAllowedInOperationsOnOneRecord) {
  forEach(kOneRecord, [](const std::string& name, const ProblemOf& problem) {
    for (const std::string_view hash_key : {"", "user1"}) {
      for (const std::string_view sort_key : {"", "name"}) {
        for (const std::string_view value : {"", "value"}) {
          EXPECT_THAT(problem({hash_key, sort_key, value}, {}), IsEmpty()) << name;
        }
      }
    }
  });
}

TEST(Checks, A56_OperationsOnOneHashKeyNeedOne) {
  forEach(kOneHashKey, [](const std::string& name, const ProblemOf& problem) {
    for (const std::string_view sort_key : {"", "name"}) {
      for (const std::string_view value : {"", "value"}) {
        EXPECT_THAT(problem({"user1", sort_key, value}, {}), IsEmpty()) << name;
        EXPECT_THAT(problem({"", sort_key, value}, {}), HasSubstr("the hash key is empty")) << name;
      }
    }
  });
}

TEST(Checks, A56_EmptyListsAreRefused) {
  EXPECT_EQ(problemOf(MultiGetRequest{"h", {}}),
            "the list of sort keys is empty; name at least one");
  EXPECT_THAT(problemOf(MultiDelRequest{"h", {}}), HasSubstr("the list of sort keys is empty"));
  EXPECT_THAT(problemOf(MultiSetRequest{"h", {}}), HasSubstr("the list of entries is empty"));
  EXPECT_THAT(problemOf(CheckAndMutateRequest{"h", {}, {}}),
              HasSubstr("the list of mutations is empty"));
}

constexpr TableOptions kNoLimits{.max_hash_key_bytes = 0,
                                 .max_sort_key_bytes = 0,
                                 .max_value_bytes = 0,
                                 .max_entries_per_write = 0,
                                 .max_write_bytes = 0};

TEST(Checks, A57_WritesHaveLimitsThatReadsHaveNot) {
  const std::string key(1024, 'k');
  const std::string longer_key(1025, 'k');
  const std::string value(409'600, 'v');
  const std::string longer_value(409'601, 'v');
  forEach(kWrites, [&](const std::string& name, const ProblemOf& problem) {
    EXPECT_THAT(problem({key, key, value}, {}), IsEmpty()) << name;
    if (removes(name)) {
      EXPECT_THAT(problem({longer_key, longer_key}, {}), IsEmpty()) << name;
      return;
    }
    EXPECT_EQ(problem({longer_key, key, value}, {}),
              "the hash key has 1025 bytes; max_hash_key_bytes = 1024 of the table allows no more")
        << name;
    EXPECT_EQ(problem({key, longer_key, value}, {}),
              "the sort key has 1025 bytes; max_sort_key_bytes = 1024 of the table allows no more")
        << name;
    EXPECT_THAT(problem({longer_key, longer_key, longer_value}, kNoLimits), IsEmpty()) << name;
    if (!writesValues(name)) return;
    EXPECT_EQ(problem({key, key, longer_value}, {}),
              "the value has 409601 bytes; max_value_bytes = 409600 of the table allows no more")
        << name;
  });
  forEach(kReads, [&](const std::string& name, const ProblemOf& problem) {
    EXPECT_THAT(problem({longer_key, longer_key, ""}, {}), IsEmpty()) << name;
  });
}

TEST(Checks, A57_SoHasTheNumberOfEntriesInOneWrite) {
  const std::vector<std::string_view> sort_keys(1001, "s");
  const std::vector<EntryView> entries(1001);
  const std::vector<Mutation> mutations(1001);
  const auto first = [](const auto& list) { return std::span(list).first(1000); };
  EXPECT_THAT(problemOf(MultiSetRequest{"h", first(entries)}), IsEmpty());
  EXPECT_THAT(problemOf(CheckAndMutateRequest{"h", {}, first(mutations)}), IsEmpty());
  EXPECT_EQ(problemOf(MultiSetRequest{"h", entries}),
            "there are 1001 entries; max_entries_per_write = 1000 allows no more in one write");
  EXPECT_THAT(problemOf(MultiDelRequest{"h", sort_keys}), IsEmpty());
  EXPECT_THAT(problemOf(CheckAndMutateRequest{"h", {}, mutations}),
              HasSubstr("there are 1001 mutations"));
  EXPECT_THAT(problemOf(MultiSetRequest{"h", entries}, kNoLimits), IsEmpty());
  EXPECT_THAT(problemOf(MultiGetRequest{"h", sort_keys}), IsEmpty());
}

TEST(Checks, A57_SoHasAWriteAsAWhole) {
  const std::string value(262'143, 'v');  // with the sort key a quarter of 1 MiB
  const std::vector<EntryView> entries(4, {"s", value});
  EXPECT_EQ(problemOf(MultiSetRequest{"h", entries}),
            "the write has 1048577 bytes; max_write_bytes = 1048576 of the table allows no more");
  EXPECT_THAT(problemOf(MultiSetRequest{"h", std::span(entries).first(3)}), IsEmpty());
  EXPECT_THAT(problemOf(MultiSetRequest{"h", entries}, kNoLimits), IsEmpty());
}

TEST(Checks, TheHashKeyHasTheLimitOfTheProtocol) {
  const std::string longest(65'534, 'k');
  const std::string too_long(65'535, 'k');
  for (const auto groups : {kOneRecord, kOneHashKey}) {
    forEach(groups, [&](const std::string& name, const ProblemOf& problem) {
      EXPECT_THAT(problem({longest}, kNoLimits), IsEmpty()) << name;
      EXPECT_EQ(problem({too_long}, kNoLimits),
                "the hash key has 65535 bytes; at most 65534 are allowed")
          << name;
    });
  }
}

TEST(Checks, ARequestHasTheLimitOfASession) {
  const std::string value(limits::kMaxRequestBytes - 9 - 3 * 32, 'v');
  EXPECT_THAT(problemOf(SetRequest{{"user1", "name"}, value}, kNoLimits), IsEmpty());
  EXPECT_THAT(problemOf(SetRequest{{"user1", "names"}, value}, kNoLimits),
              HasSubstr("the request has 16776193 bytes; at most 16776192 are allowed"));
  const std::vector<std::string_view> sort_keys(600'000, "s");  // 600 KB, and what is around them
  EXPECT_THAT(problemOf(MultiGetRequest{"h", sort_keys}), HasSubstr("at most 16776192"));
}

TEST(Checks, A62_TheTtlHasARange) {
  const int longest = INT_MAX - 248'393'600;
  forEach(kWrites, [&](const std::string& name, const ProblemOf& problem) {
    if (!writesValues(name)) return;
    for (const int good : {0, 1, longest}) {
      EXPECT_THAT(problem({.ttl_seconds = good}, {}), IsEmpty()) << name << good;
    }
    for (const int bad : {-1, longest + 1, INT_MAX, INT_MIN}) {
      EXPECT_THAT(problem({.ttl_seconds = bad}, {}), HasSubstr("ttl_seconds is ")) << name << bad;
    }
  });
}

TEST(Checks, A62_TheTtlBecomesAMomentInSecondsSince2016) {
  const auto moment = [](int ttl) {
    const std::string args = encoded(SetRequest{{"k"}, "v", {ttl}}, {}, kLater);
    return wire::decodeArgs<wire::update_request>(args)->expire_ts_seconds;
  };
  EXPECT_EQ(moment(0), 0);
  EXPECT_EQ(moment(1), 248'393'601);
  EXPECT_EQ(moment(86'400), 248'480'000);
  EXPECT_EQ(moment(INT_MAX - 248'393'600), INT_MAX);
}

TEST(Checks, AClockBefore2016HindersOnlyWhatExpires) {
  EXPECT_THAT(problemOf(SetRequest{{"k"}, "v"}, {}, 0), IsEmpty());
  EXPECT_THAT(problemOf(SetRequest{{"k"}, "v", {10}}, {}, 0), HasSubstr("ttl_seconds is 10"));
}

TEST(Checks, A63_IncrKeepsSetsOrClearsTheTtl) {
  const auto field = [](const TtlChange& ttl) {
    const std::string args = encoded(IncrRequest{{"k"}, 1, {ttl}}, {}, kLater);
    return wire::decodeArgs<wire::incr_request>(args)->expire_ts_seconds;
  };
  EXPECT_EQ(field(TtlChange::keep()), 0);
  EXPECT_EQ(field(TtlChange::clear()), -1);
  EXPECT_EQ(field(TtlChange::set(100)), 248'393'700);
  EXPECT_THAT(problemOf(IncrRequest{{"k"}, 1, {TtlChange::set(0)}}), HasSubstr("0 seconds"));
  EXPECT_THAT(problemOf(IncrRequest{{"k"}, 1, {TtlChange::set(-1)}}), HasSubstr("ttl_seconds is"));
}

TEST(Checks, LimitsOfAMultiGetAreNotNegativeAndAListHasNoReverse) {
  const std::vector<std::string_view> sort_keys{"s"};
  EXPECT_THAT(problemOf(MultiGetRequest{"h", sort_keys, {.max_count = -1}}),
              HasSubstr("max_count is negative"));
  EXPECT_THAT(problemOf(MultiGetRangeRequest{"h", {}, {.max_bytes = -1}}),
              HasSubstr("max_bytes is negative"));
  EXPECT_THAT(problemOf(MultiGetRequest{"h", sort_keys, {.reverse = true}}),
              HasSubstr("reverse has no meaning"));
  EXPECT_THAT(problemOf(MultiGetRangeRequest{"h", {}, {.reverse = true}}), IsEmpty());
}

TEST(Checks, AMutationThatDeletesHasNothingElse) {
  const std::array<Mutation, 1> odd{{{Mutation::Type::kDel, "s", "value"}}};
  EXPECT_THAT(problemOf(CheckAndMutateRequest{"h", {}, odd}), HasSubstr("has a value or a TTL"));
}

TEST(Checks, WhatIsNoneOfAnEnumIsRefused) {
  const std::array<Mutation, 1> mutation{{{static_cast<Mutation::Type>(2), "s"}}};
  EXPECT_THAT(problemOf(CheckAndMutateRequest{"h", {}, mutation}),
              HasSubstr("no such type of mutation"));
  const Check check{"s", static_cast<CheckType>(18)};
  EXPECT_THAT(problemOf(CheckAndSetRequest{"h", check}), HasSubstr("no such type of check"));
  const SortKeyRange range{.filter = {static_cast<Filter::Type>(5), "s"}};
  EXPECT_THAT(problemOf(MultiGetRangeRequest{"h", range}), HasSubstr("no such type of filter"));
}

}  // namespace
}  // namespace bridle::internal::test
