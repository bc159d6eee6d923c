// A onebox with a data directory, killed again and again while it is written to: what it has
// acknowledged, it has.

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "bridle/client.h"
#include "counter_writer.h"
#include "onebox_process.h"
#include "record_writer.h"
#include "support/status_matchers.h"
#include "support/temp_dir.h"
#include "table_writer.h"

namespace bridle::test {
namespace {

using namespace std::chrono_literals;

constexpr int kKills = 50;
constexpr int kRecordWriters = 3;

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
    for (const auto& writer : writers_) {
      threads.emplace_back([&] {
        while (!enough) writer->writeNext();
      });
    }
    during();
    enough = true;
    for (std::thread& thread : threads) thread.join();
  }

  // By each writer.
  std::vector<int> acknowledged() const {
    std::vector<int> counts;
    for (const auto& writer : writers_) counts.push_back(writer->acknowledged());
    return counts;
  }

  TempDir folder_;
  int port_ = kFirstPort + static_cast<int>(::getpid()) % 2000 * kServers;
  std::unique_ptr<OneboxProcess> process_;
  std::unique_ptr<Client> client_;
  std::unique_ptr<Table> table_;
  std::vector<std::unique_ptr<Writer>> writers_;
};

TEST_F(KillTest, EveryAcknowledgedWriteSurvives) {
  start();
  if (HasFatalFailure()) return;
  connect();
  for (int i = 0; i < kRecordWriters; ++i) {
    writers_.push_back(std::make_unique<RecordWriter>(*table_, "records" + std::to_string(i)));
  }
  writers_.push_back(std::make_unique<CounterWriter>(*table_, "counters"));
  writers_.push_back(std::make_unique<TableWriter>(client_->admin(), "short_lived"));
  for (int kill = 1; kill <= kKills && !HasFailure(); ++kill) {
    SCOPED_TRACE("kill " + std::to_string(kill));
    const std::vector<int> before = acknowledged();
    underLoad([&] {
      std::this_thread::sleep_for(50ms + kill * 1ms);
      process_->kill();
      start();
    });
    EXPECT_THAT(acknowledged(), testing::Pointwise(testing::Gt(), before));
    for (const auto& writer : writers_) writer->check();
  }
  std::cout << testing::PrintToString(acknowledged()) << " acknowledged writes outlived " << kKills
            << " kills\n";
}

}  // namespace
}  // namespace bridle::test
