#include "tools/onebox_command.h"

#include <csignal>
#include <iostream>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/status.h"
#include "bridle/onebox.h"
#include "tools/onebox_flags.h"

namespace bridle::internal {
namespace {

constexpr int kFailed = 1;
constexpr int kUsageError = 2;

void tell(std::string_view line) {
  std::cerr << text("bridle onebox: ", line, "\n");
}

absl::StatusOr<std::unique_ptr<Onebox>> start(const OneboxConfig& config) {
  absl::StatusOr<std::unique_ptr<Onebox>> onebox = Onebox::start(config.options, tell);
  if (!onebox.ok()) return onebox;
  for (const OneboxFault& fault : config.faults) {
    const absl::StatusOr<int> added = (*onebox)->addFault(fault);
    if (!added.ok()) return added.status();
  }
  return onebox;
}

// What a onebox refuses begins with its name, as do all lines here.
int complain(const absl::Status& status) {
  tell(toStd(absl::StripPrefix(status.message(), "onebox: ")));
  return absl::IsInvalidArgument(status) || absl::IsNotFound(status) ? kUsageError : kFailed;
}

bool writeAddresses(const Onebox& onebox) {
  std::cout << "meta_servers " << absl::StrJoin(onebox.metaServers(), ",") << "\n";
  for (const std::string& server : onebox.replicaServers())
    std::cout << "replica " << server << "\n";
  std::cout << "ready" << std::endl;
  return std::cout.good();
}

}  // namespace

int runOneboxCommand(const OneboxCommand& command) {
  const absl::StatusOr<OneboxConfig> config = readOneboxFlags(command);
  if (!config.ok()) return complain(config.status());

  // Blocked before any thread starts, so that only sigwait() below gets them.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);

  const absl::StatusOr<std::unique_ptr<Onebox>> onebox = start(*config);
  if (!onebox.ok()) return complain(onebox.status());
  if (!writeAddresses(**onebox)) {
    tell("the addresses of its servers cannot be written to the standard output");
    return kFailed;
  }
  int signal = 0;
  sigwait(&ends, &signal);
  return (*onebox)->storageStatus().ok() ? 0 : kFailed;
}

}  // namespace bridle::internal
