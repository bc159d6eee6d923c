#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bridle/client.h"
#include "bridle/onebox.h"

namespace bridle {

// A table of a cluster on loopback, whose client runs on the benchmark's thread, so that its CPU
// time is what is measured; the servers run on another.
class LoopTable {
 public:
  LoopTable(int servers, int partitions, const TableOptions& options = {})
      : onebox_(*Onebox::start({.replicas = servers, .tables = {{"t", partitions}}})),
        client_(*Client::connect({.meta_servers = onebox_->metaServers()}, io_.get_executor())) {
    client_.asyncOpenTable(
        "t", options, [this](absl::StatusOr<Table> table) { table_.emplace(*std::move(table)); });
    while (!table_.has_value()) runOne();
  }

  Table& table() { return *table_; }
  void runOne() { io_.run_one(); }

  // Each call tells its end.
  void ended(bool ok) {
    failed_ += !ok;
    ++done_;
  }
  int failed() const { return failed_; }

  // Until so many have ended since the last time.
  void waitFor(int calls) {
    while (done_ < calls) runOne();
    done_ = 0;
  }

  void fill(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
      table().asyncSet({key}, std::string(100, 'v'),
                       [this](const absl::Status& status) { ended(status.ok()); });
    }
    waitFor(static_cast<int>(keys.size()));
  }

 private:
  std::unique_ptr<Onebox> onebox_;
  boost::asio::io_context io_{1};
  Client client_;
  std::optional<Table> table_;
  int done_ = 0;
  int failed_ = 0;
};

}  // namespace bridle
