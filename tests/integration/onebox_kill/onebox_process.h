#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace bridle::test {

// `bridle onebox` as a process of its own.
class OneboxProcess {
 public:
  // Waits until it is ready, or has ended.
  explicit OneboxProcess(const std::vector<std::string>& arguments);
  ~OneboxProcess();  // kill -9, if it still runs
  OneboxProcess(const OneboxProcess&) = delete;
  OneboxProcess& operator=(const OneboxProcess&) = delete;

  bool ready() const { return ready_; }
  const std::string& output() const { return output_; }  // with its errors

  pid_t pid() const { return pid_; }

  void kill();  // -9
  int end();    // as Ctrl-C does; the exit status
  int wait();   // for its end: the exit status, or -1

 private:
  bool readMore();

  pid_t pid_ = 0;
  int pipe_ = -1;
  bool ready_ = false;
  std::string output_;
};

}  // namespace bridle::test
