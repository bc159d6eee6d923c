#pragma once

#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "onebox/store/store.h"

namespace bridle::internal::onebox {

struct PartitionId {
  int app_id = 0;
  int index = 0;
};

// What a cluster knows about its tables, as bytes that only their writer understands.
struct SavedTables {
  std::string cluster;                // what concerns all of them; empty in a new storage
  std::map<int, std::string> tables;  // by app id
};

// Where the records of a cluster are.
class Storage {
 public:
  virtual ~Storage() = default;

  // The store of a partition: a new one without records, or as it was left. One at a time; the
  // storage must outlive it.
  virtual std::unique_ptr<Store> create(const PartitionId& partition) = 0;
  virtual std::unique_ptr<Store> open(const PartitionId& partition) = 0;

  // Does anything outlive the process? If not, nothing needs to be saved.
  virtual bool durable() const = 0;

  // Replaces what was saved, and removes the records of tables that are no more.
  virtual void save(SavedTables tables) = 0;
  virtual const SavedTables& saved() const = 0;

  // Some write could not be stored, and what was written since may be lost; or something could not
  // be read, and what was found since may lack it.
  virtual bool failed() const = 0;

  // The same with the reason, as Unavailable; looks also whether anybody took the files away.
  virtual absl::Status check() = 0;
};

}  // namespace bridle::internal::onebox
