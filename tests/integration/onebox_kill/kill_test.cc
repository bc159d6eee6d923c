// A onebox with a data directory, killed again and again while it is written to: what it has
// acknowledged, it has.

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "bridle/client.h"
#include "ledger.h"
#include "onebox_process.h"
#include "support/status_matchers.h"
#include "support/temp_dir.h"

namespace bridle::test {
namespace {

using namespace std::chrono_literals;

constexpr int kKills = 50;
constexpr int kWriters = 4;

// Below the ports that the system gives to clients.
constexpr int kFirstPort = 20'000;
constexpr int kLastPort = 30'000;
constexpr int kServers = 4;

class KillTest : public testing::Test {
 protected:
  // The client must find the servers again, so that they keep their ports.
  void start() {
    const int tries = process_ == nullptr ? 50 : 1;
    for (int i = 0; i < tries; ++i) {
      process_.reset();
      process_ = std::make_unique<OneboxProcess>(arguments());
      if (process_->ready()) return;
      if (tries > 1) port_ = port_ + kServers < kLastPort ? port_ + kServers : kFirstPort;
    }
    FAIL() << process_->output();
  }

  std::vector<std::string> arguments() const {
    return {"--data-dir", folder_.path(), "--table", "t:8", "--port", std::to_string(port_)};
  }

  void connect() {
    auto client = Client::connect({.meta_servers = {"127.0.0.1:" + std::to_string(port_)}});
    ASSERT_THAT(client, IsOk());
    client_ = std::make_unique<Client>(*std::move(client));
    absl::StatusOr<Table> table = client_->openTable("t");
    ASSERT_THAT(table, IsOk());
    table_ = std::make_unique<Table>(*std::move(table));
  }

  // Writes from all writers while `during` runs.
  template <typename During>
  void underLoad(During during) {
    std::atomic<bool> enough = false;
    std::vector<std::thread> threads;
    for (Ledger& ledger : ledgers_) {
      threads.emplace_back([&] {
        while (!enough) ledger.writeNext(*table_);
      });
    }
    during();
    enough = true;
    for (std::thread& thread : threads) thread.join();
  }

  int acknowledged() const {
    int sum = 0;
    for (const Ledger& ledger : ledgers_) sum += ledger.acknowledged();
    return sum;
  }

  TempDir folder_;
  int port_ = kFirstPort + static_cast<int>(::getpid()) % 2000 * kServers;
  std::unique_ptr<OneboxProcess> process_;
  std::unique_ptr<Client> client_;
  std::unique_ptr<Table> table_;
  std::vector<Ledger> ledgers_;
};

TEST_F(KillTest, EveryAcknowledgedWriteSurvives) {
  for (int i = 0; i < kWriters; ++i) ledgers_.emplace_back("writer" + std::to_string(i));
  start();
  if (HasFatalFailure()) return;
  connect();
  for (int kill = 1; kill <= kKills && !HasFailure(); ++kill) {
    SCOPED_TRACE("kill " + std::to_string(kill));
    const int before = acknowledged();
    underLoad([&] {
      std::this_thread::sleep_for(50ms + kill * 1ms);
      process_->kill();
      start();
    });
    EXPECT_GT(acknowledged(), before);
    for (Ledger& ledger : ledgers_) ledger.check(*table_);
  }
  std::cout << acknowledged() << " acknowledged writes outlived " << kKills << " kills\n";
}

TEST_F(KillTest, TheDataDirectoryOfARunningOneboxIsRefused) {
  start();
  ASSERT_TRUE(process_->ready());
  OneboxProcess second({"--data-dir", folder_.path(), "--port", "0"});
  EXPECT_FALSE(second.ready());
  EXPECT_EQ(second.wait(), 1);
  EXPECT_EQ(second.output(), "bridle onebox: data directory " + folder_.path() +
                                 ": is in use by another onebox; end that one, or give another "
                                 "directory\n");
}

TEST_F(KillTest, ATableWithOtherPartitionsIsRefused) {
  start();
  process_->kill();
  OneboxProcess other({"--data-dir", folder_.path(), "--table", "t:16", "--port", "0"});
  EXPECT_EQ(other.wait(), 1);
  EXPECT_EQ(
      other.output(),
      "bridle onebox: table \"t\" exists in the data directory with 8 partitions, not 16; ask "
      "for 8, or use another directory\n");
}

}  // namespace
}  // namespace bridle::test
