#include "crash_note.h"

#include <unistd.h>

#include <csignal>

// There with the sanitizers, which end the process without a signal.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace bridle::internal::sim {
namespace {

std::string& crashNote() {
  static std::string note;
  return note;
}

void writeNote() {
  const std::string& note = crashNote();
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, note.data(), note.size());
}

void onSignal(int signal) {
  writeNote();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

bool install() {
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(&writeNote);
    return true;
  }
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) std::signal(signal, &onSignal);
  return true;
}

}  // namespace

void setCrashNote(const std::string& note) {
  static const bool installed = install();
  crashNote() = installed ? note : std::string();
}

}  // namespace bridle::internal::sim
