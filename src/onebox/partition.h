#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"
#include "io/reactor.h"
#include "onebox/store/storage.h"

namespace bridle::internal::onebox {

enum class Role : std::uint8_t { kNone, kPrimary, kSecondary };

// Who serves a partition, by index of the replica servers. It is what the meta server tells about.
struct PartitionConfig {
  std::int64_t ballot = 1;  // grows with each change
  std::optional<int> primary;
  std::vector<int> secondaries;
  std::vector<int> last_drops;  // servers that left, most recent last, until they are back
};

// What the partitions of a cluster stand on.
struct PartitionHost {
  Storage& storage;
  Reactor& reactor;

  // Secondaries learn that a write is committed, and apply it, with the next write or with the
  // group check, which has this interval. Without it they have each write at once.
  std::optional<Duration> group_check = {};
};

// The replica group of one partition: its configuration and its records. Copies that are served
// differ in the last write at most, so they share one store; a server that left and comes back
// copies what it missed, which here means that it has it.
class Partition {
 public:
  // Made on `servers`, all of them running; the first leads.
  Partition(const PartitionHost& host, const PartitionId& id, const std::vector<int>& servers);

  // With this configuration, which is new to it and has a primary; the last drops do not run.
  Partition(const PartitionHost& host, const PartitionId& id, PartitionConfig config);

  // As it was saved, with its records; all of its servers run now.
  static Partition restore(const PartitionHost& host, const PartitionId& id, PartitionConfig saved);

  Partition(Partition&&) noexcept;
  Partition& operator=(Partition&&) noexcept;
  ~Partition();

  const PartitionConfig& config() const { return config_; }
  Role roleOf(int server) const;
  int serving() const;  // how many copies there are, the primary's included

  // The number of the last write.
  std::int64_t decree() const { return store_->decree(); }

  // What `server` has; its role is not kNone.
  const Store& copyAt(int server) const;

  // Applies one write, and gives its decree. A write that is refused after it has got its number
  // changes nothing.
  std::int64_t write(std::span<const Change> changes);

  // The first secondary takes over from a primary. If all have left, only the server that led last
  // can lead again: the others may lack something.
  void serverStopped(int server);
  void serverStarted(int server);  // joins as a secondary

  // More copies, on `running` servers that have none, or fewer; the primary's stays.
  void resize(int copies, const std::vector<int>& running);

  // Exchanges the primary with its first secondary; false if there is none.
  bool movePrimary();

 private:
  class Lag;
  Partition(const PartitionHost& host, PartitionConfig config, std::unique_ptr<Store> store);

  struct Copy {
    int server;
    bool running = true;
  };

  Copy* find(int server);
  void startAll();
  void lead(int server);
  void join(int server);
  void joinAll();
  void leave(int server);
  void removeCopy();
  void changed();

  PartitionConfig config_;
  std::vector<Copy> copies_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Lag> lag_;  // null: secondaries have each write at once
};

}  // namespace bridle::internal::onebox
