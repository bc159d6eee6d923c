#include "onebox/storage_watch.h"

#include <chrono>

#include "base/status.h"

namespace bridle::internal::onebox {
namespace {

constexpr auto kPauseBetweenLooks = std::chrono::seconds(1);

}  // namespace

StorageWatch::StorageWatch(Storage& storage, Reactor& reactor, const Notices& notices)
    : storage_(storage), reactor_(reactor), notices_(notices) {
  if (storage.durable()) reactor.arm(timer_, reactor.now() + kPauseBetweenLooks);
}

absl::Status StorageWatch::check() {
  absl::Status status = storage_.check();
  if (!status.ok() && !told_) {
    told_ = true;
    notices_.tell(toStd(status.message()));
  }
  return status;
}

void StorageWatch::onTime(TimePoint now) {
  if (check().ok()) reactor_.arm(timer_, now + kPauseBetweenLooks);
}

}  // namespace bridle::internal::onebox
