#pragma once

#include "absl/status/status.h"
#include "io/reactor.h"
#include "onebox/notices.h"
#include "onebox/store/storage.h"

namespace bridle::internal::onebox {

// Tells once that a storage has failed. It looks from time to time: the directory of a onebox that
// nobody writes to may be gone as well.
class StorageWatch {
 public:
  StorageWatch(Storage& storage, Reactor& reactor, const Notices& notices);
  ~StorageWatch() { reactor_.cancel(timer_); }

  absl::Status check();

 private:
  void onTime(TimePoint now);

  Storage& storage_;
  Reactor& reactor_;
  const Notices& notices_;
  bool told_ = false;
  MemberTimer<&StorageWatch::onTime> timer_{*this};
};

}  // namespace bridle::internal::onebox
