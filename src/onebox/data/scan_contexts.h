#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "base/time.h"
#include "onebox/data/scan_state.h"
#include "wire/frame.h"

namespace bridle::internal::onebox {

// The scans that a server has not finished, in its memory. Each is taken up again by the id that
// the last batch came with, which is good for one use, on the same partition, for five minutes.
//
// A scan goes on over the records as they are then. (The production server's goes on over those
// that it found when the scan began.)
class ScanContexts {
 public:
  // Different seeds and servers have different ids. Those of every other server are negative, as
  // about half of all ids are in production.
  ScanContexts(std::uint64_t seed, int server);

  // The id of the new context, never -1 or 0.
  std::int64_t keep(const wire::RequestHeader& from, ScanState state, TimePoint now);

  // nullopt if there is no such context, or none any more.
  std::optional<ScanState> take(const wire::RequestHeader& from, std::int64_t id, TimePoint now);

  void clear();

 private:
  struct Context {
    std::int32_t app_id;
    std::int32_t partition_index;
    TimePoint expires;
    ScanState state;
  };
  using Contexts = std::map<std::int64_t, Context>;  // by age

  void makeRoom(TimePoint now);
  void drop(Contexts::iterator context);

  std::int64_t last_id_;
  Contexts contexts_;
  std::size_t bytes_ = 0;
};

}  // namespace bridle::internal::onebox
