#pragma once

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "bridle/client.h"
#include "client/client_core.h"
#include "io/link.h"

namespace bridle::internal {

// The loops that a client runs on: its own threads, or a loop of the application.
class Loops {
 public:
  virtual ~Loops() = default;

  virtual std::vector<Network*> networks() = 0;
  virtual absl::Status start(const std::shared_ptr<ClientCore>& core) = 0;

  // Closes `core` on each loop, then ends the loops, as far as they are ours.
  virtual void close(ClientCore& core) = 0;

  // Waits for the threads to end, unless called on one of them. After close().
  virtual void join() = 0;
};

std::shared_ptr<Loops> ownLoops(int count);
std::shared_ptr<Loops> borrowedLoop(const Client::Executor& executor);

}  // namespace bridle::internal
