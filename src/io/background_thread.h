#pragma once

#include <functional>
#include <string>
#include <thread>

#include "absl/status/statusor.h"

namespace bridle::internal {

// A thread with a name (Linux keeps 15 characters) and all signals blocked, so that they reach the
// threads of the program that uses the library. ResourceExhausted if the system has none to give.
absl::StatusOr<std::thread> startThread(const std::string& name, std::function<void()> body);

}  // namespace bridle::internal
