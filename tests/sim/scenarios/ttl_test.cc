// How long records live.
#include <functional>

#include "base/limits.h"
#include "base/pegasus_time.h"
#include "sim/scenarios/scan_fixture.h"

namespace bridle::internal::sim {
namespace {

class TtlTest : public ScanTest {
 protected:
  using Write = std::function<absl::Status(const std::string& sort_key, int ttl_seconds)>;

  // Each operation that takes a TTL, for a record that is not there.
  std::vector<std::pair<std::string, Write>> writes() {
    using Checked = absl::StatusOr<CheckResult>;
    return {
        {"set",
         [this](const std::string& key, int ttl) {
           return client_->await(t_, SetRequest{{"h", key}, "1", {ttl}});
         }},
        {"multiSet",
         [this](const std::string& key, int ttl) {
           return run<absl::Status>([&](auto handler) {
             table().asyncMultiSet("h", {{key, "1"}}, {.ttl_seconds = ttl}, handler);
           });
         }},
        {"incr",
         [this](const std::string& key, int ttl) {
           const IncrOptions options{.ttl = ttl == 0 ? TtlChange::clear() : TtlChange::set(ttl)};
           return client_->await(t_, detail::IncrRequest{{"h", key}, 1, options}).status();
         }},
        {"checkAndSet",
         [this](const std::string& key, int ttl) {
           return run<Checked>([&](auto handler) {
                    table().asyncCheckAndSet("h", {key, CheckType::kNotExist},
                                             {.value = "1", .ttl_seconds = ttl}, handler);
                  })
               .status();
         }},
        {"checkAndMutate",
         [this](const std::string& key, int ttl) {
           return run<Checked>([&](auto handler) {
                    table().asyncCheckAndMutate("h", {key, CheckType::kNotExist},
                                                {Mutation::set(key, "1", ttl)}, handler);
                  })
               .status();
         }},
        {"compareExchange",
         [this](const std::string& key, int ttl) {
           const detail::CompareExchangeRequest request{{"h", key}, std::nullopt, "1", {ttl}};
           return client_->await(t_, request).status();
         }},
        {"batchSet",
         [this](const std::string& key, int ttl) {
           const std::vector<SetItem> items{{{"h", key}, "1", ttl}};
           return run<std::vector<absl::Status>>(
                      [&](auto handler) { table().asyncBatchSet(items, handler); })
               .front();
         }},
        {"batchMultiSet", [this](const std::string& key, int ttl) {
           const std::vector<MultiSetItem> items{{"h", {{key, "1"}}, ttl}};
           return run<std::vector<absl::Status>>(
                      [&](auto handler) { table().asyncBatchMultiSet(items, handler); })
               .front();
         }}};
  }

  std::optional<Ttl> ttl(const std::string& sort_key) {
    const auto ttl = client_->await(t_, detail::TtlRequest{{{"h", sort_key}}});
    EXPECT_THAT(ttl, IsOk());
    return *ttl;
  }
  // That can be written now.
  int longest() {
    return static_cast<int>(limits::kMaxExpireTs - pegasusSeconds(world_->reactor().unixSeconds()));
  }
};

TEST_F(TtlTest, A62_EachOperationWritesEachTtlAndTtlTellsIt) {
  for (const auto& [name, write] : writes()) {
    SCOPED_TRACE(name);
    EXPECT_THAT(write(name + " never", 0), IsOk());
    EXPECT_EQ(ttl(name + " never"), Ttl{Ttl::kForever});
    EXPECT_THAT(write(name + " soon", 1), IsOk());
    EXPECT_EQ(ttl(name + " soon"), Ttl{1});
    EXPECT_THAT(write(name + " late", longest()), IsOk());
    EXPECT_EQ(ttl(name + " late"), Ttl{longest()});
  }
  pass(2s);
  for (const auto& [name, write] : writes()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(ttl(name + " never"), Ttl{Ttl::kForever});
    EXPECT_EQ(ttl(name + " soon"), std::nullopt) << "it has expired";
    EXPECT_EQ(ttl(name + " late"), Ttl{longest()});
    EXPECT_THAT(write(name + " soon", 0), IsOk()) << "as if it had never been there";
    EXPECT_EQ(ttl(name + " soon"), Ttl{Ttl::kForever});
  }
}

TEST_F(TtlTest, A62_WhatNoServerCanKeepIsRefused) {
  for (const auto& [name, write] : writes()) {
    for (const int seconds : {-1, longest() + 1, INT32_MAX}) {
      EXPECT_THAT(write(name, seconds), FailsWith(StatusCode::kInvalidArgument,
                                                  HasSubstr(text("ttl_seconds is ", seconds))))
          << name;
    }
    EXPECT_EQ(ttl(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace bridle::internal::sim
