#include "onebox_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace bridle::test {

OneboxProcess::OneboxProcess(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {BRIDLE_TOOL, "onebox"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it must not outlive a test that crashes
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    ::execv(BRIDLE_TOOL, argv.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
  while (!ready_ && readMore()) ready_ = output_.find("\nready\n") != output_.npos;
}

OneboxProcess::~OneboxProcess() {
  kill();
  ::close(pipe_);
}

void OneboxProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  wait();
}

int OneboxProcess::end() {
  ::kill(pid_, SIGTERM);
  return wait();
}

int OneboxProcess::wait() {
  while (readMore()) {
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool OneboxProcess::readMore() {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::read(pipe_, buffer.data(), buffer.size());
  if (count <= 0) return false;
  output_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

}  // namespace bridle::test
