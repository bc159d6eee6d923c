#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "io/sim_conditions.h"
#include "io/sim_reactor.h"

namespace bridle::internal {

// What travels on a simulated link.
struct SimParcel {
  enum class Kind { kOpen, kBytes, kClose };

  Kind kind = Kind::kOpen;
  std::string bytes;
  absl::Status why;  // of kClose
};

// One direction of a simulated link: parcels on their way, delivered one per turn and in order.
class SimStream {
 public:
  class Ends {
   public:
    virtual void onParcel(SimStream& from, SimParcel parcel) = 0;
    virtual void onWriteAccepted(SimStream& from) = 0;

   protected:
    ~Ends() = default;
  };

  SimStream(SimReactor& reactor, const SimConditions& conditions, const SimRoute& route,
            Ends& ends);
  ~SimStream();

  void send(SimParcel parcel, Rng& rng);
  void write(std::string_view bytes, Rng& rng);  // onWriteAccepted follows when there is room

  void closeAtOnce(const absl::Status& why);  // overtakes whatever is on its way, clogged or not
  void clear();
  void wake();  // the conditions have changed

  const SimRoute& route() const { return route_; }

 private:
  struct Travelling {
    TimePoint arrival;
    SimParcel parcel;
    bool passes_clog = false;
  };

  bool clogged() const;
  void onArrival(TimePoint now);
  void onAccepted(TimePoint now);
  void acceptIfRoom();

  SimReactor& reactor_;
  const SimConditions& conditions_;
  const SimRoute route_;
  Ends& ends_;
  std::deque<Travelling> travelling_;
  std::size_t unread_bytes_ = 0;
  bool black_hole_ = false;
  bool write_waits_ = false;
  TimePoint last_arrival_{};
  MemberTimer<&SimStream::onArrival> arrival_{*this};
  MemberTimer<&SimStream::onAccepted> accepted_{*this};
};

}  // namespace bridle::internal
