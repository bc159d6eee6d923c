#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "onebox/table.h"
#include "wire/errors.h"

namespace bridle::internal::onebox {

// What the meta servers know: the tables, where their partitions are, and which replica servers
// run. Times are Unix seconds.
class Catalog {
 public:
  static constexpr int kMaxReplicasOfTable = 5;  // the server's limit

  Catalog(const PartitionHost& host, int servers)
      : host_(host), running_(static_cast<std::size_t>(servers), true) {}

  struct Created {
    wire::ServerError error = wire::ServerError::kOk;
    int app_id = 0;  // 0 on errors
  };
  Created create(const TableSpec& spec, bool success_if_exist, std::int64_t now);

  // A dropped table can be recalled, and is listed, until `reserve_seconds` have passed. One that
  // is being split cannot be dropped.
  wire::ServerError drop(std::string_view name, bool success_if_not_exist,
                         std::int64_t reserve_seconds, std::int64_t now);

  // Under a new name, unless that is empty.
  wire::ServerError recall(int app_id, const std::string& new_name, std::int64_t now);

  wire::ServerError rename(std::string_view old_name, const std::string& new_name);

  // How many copies each partition has from now on, at most as many as servers run.
  void setReplicas(int app_id, int count);

  // Dropped tables whose reserve has run out are gone, with their records.
  void forgetExpired(std::int64_t now);

  // Null if there is none or it was dropped. find(id) is made for every request.
  Table* find(std::string_view name);
  Table* find(int app_id);

  // In the order of their ids, dropped ones as well.
  const std::map<int, Table>& tables() const { return tables_; }

  // What was saved: all of the tables, the greatest app id there ever was, and how often a cluster
  // was started again.
  void restore(std::map<int, Table> tables, int last_id, std::uint32_t restarts);
  int lastId() const { return last_id_; }
  std::uint32_t restarts() const { return restarts_; }
  const PartitionHost& host() const { return host_; }

  // Is there memory for so many more partitions?
  bool hasRoomFor(int partitions) const;

  int servers() const { return static_cast<int>(running_.size()); }
  int runningCount() const { return static_cast<int>(runningServers().size()); }
  bool running(int server) const { return running_[static_cast<std::size_t>(server)]; }
  void serverStopped(int server);
  void serverStarted(int server);

 private:
  wire::ServerError check(const TableSpec& spec) const;
  bool taken(std::string_view name) const { return ids_.contains(name); }
  std::vector<int> runningServers() const;

  const PartitionHost host_;
  std::vector<bool> running_;  // by server
  std::map<int, Table> tables_;
  std::map<std::string, int, std::less<>> ids_;  // of tables that were not dropped
  int last_id_ = 0;
  std::uint32_t restarts_ = 0;
};

}  // namespace bridle::internal::onebox
