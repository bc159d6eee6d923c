#pragma once

#include <string>

namespace bridle::internal::sim {

// What is written to stderr if the process crashes from now on.
void setCrashNote(const std::string& note);

}  // namespace bridle::internal::sim
