#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "onebox/store/store.h"

namespace bridle::internal::onebox {

enum class Role : std::uint8_t { kNone, kPrimary, kSecondary };

// Who serves a partition, by index of the replica servers. It is what the meta server tells about.
struct PartitionConfig {
  std::int64_t ballot = 1;  // grows with each change
  std::optional<int> primary;
  std::vector<int> secondaries;
  std::vector<int> last_drops;  // servers that left, most recent last, until they are back
};

// The replica group of one partition: its configuration and its copies. A copy that is served is
// always complete.
class Partition {
 public:
  // Made on `servers`, all of them running; the first leads.
  explicit Partition(const std::vector<int>& servers);

  const PartitionConfig& config() const { return config_; }
  Role roleOf(int server) const;
  int serving() const;  // how many copies there are, the primary's included

  // The number of the last write.
  std::int64_t decree() const { return decree_; }

  // What `server` has; its role is not kNone.
  const Store& copyAt(int server) const;

  // Applies one write to every copy that is served, and gives its decree. A write that is refused
  // after it has got its number changes nothing.
  std::int64_t write(std::span<const Change> changes);

  // The first secondary takes over from a primary. The copy of a stopped server is lost, but the
  // last one of all is kept: only its server can lead the partition again.
  void serverStopped(int server);
  void serverStarted(int server);  // joins as a secondary, with a copy of the primary's records

  // Exchanges the primary with its first secondary; false if there is none.
  bool movePrimary();

 private:
  struct Copy {
    int server;
    bool running = true;
    std::unique_ptr<Store> store;  // null: not served
  };

  Copy* find(int server);
  void join(Copy& copy);
  void leave(Copy& copy);

  PartitionConfig config_;
  std::vector<Copy> copies_;
  std::int64_t decree_ = 0;
};

}  // namespace bridle::internal::onebox
