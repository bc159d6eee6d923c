#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "bridle/client.h"
#include "bridle/onebox.h"
#include "support/status_matchers.h"

namespace bridle {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;
using testing::SizeIs;

using Value = absl::StatusOr<std::optional<std::string>>;

// A onebox with three replica servers and a table "t" of four partitions, and a client of it.
class ApiTest : public testing::Test {
 protected:
  void SetUp() override {
    auto onebox = Onebox::start({.replicas = 3, .metas = 2, .tables = {{"t", 4}}});
    ASSERT_THAT(onebox, IsOk());
    onebox_ = *std::move(onebox);
    connect({});
  }

  void connect(ClientOptions options) {
    if (options.meta_servers.empty()) options.meta_servers = onebox_->metaServers();
    auto client = Client::connect(options);
    ASSERT_THAT(client, IsOk());
    client_.emplace(*std::move(client));
  }

  Table open(const TableOptions& options = {}) {
    absl::StatusOr<Table> table = client_->openTable("t", options);
    EXPECT_THAT(table, IsOk());
    return *std::move(table);
  }

  void addFault(const OneboxFault& fault) { ASSERT_THAT(onebox_->addFault(fault), IsOk()); }

  std::unique_ptr<Onebox> onebox_;
  std::optional<Client> client_;
};

// The code that errors of bridle carry beside their text.
inline ErrorCode codeOf(const absl::Status& status) {
  const std::optional<ErrorInfo> info = errorInfo(status);
  EXPECT_TRUE(info.has_value()) << status;
  return info.has_value() ? info->code : ErrorCode::kRefused;
}

}  // namespace bridle
