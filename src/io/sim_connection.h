#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "io/link.h"
#include "io/sim_network.h"
#include "io/sim_stream.h"

namespace bridle::internal {

// Both ends of a simulated connection, kept alive by their links.
class SimConnection final : public std::enable_shared_from_this<SimConnection>,
                            private SimStream::Ends {
 public:
  enum End { kDialler, kServer };

  SimConnection(SimNetwork& network, const Endpoint& host, const Endpoint& server);
  ~SimConnection();

  std::unique_ptr<Link> dial(LinkUser& user);
  void write(End end, std::string& bytes);
  void closeEnd(End end);  // its link was destroyed
  void reset();
  void wake();  // the conditions have changed

  const Endpoint& peerOf(End end) const { return address_[otherThan(end)]; }
  const SimRoute& route() const { return streams_[kDialler].route(); }

 private:
  static End otherThan(End end) { return end == kDialler ? kServer : kDialler; }

  void onParcel(SimStream& from, SimParcel parcel) override;
  void onWriteAccepted(SimStream& from) override;
  void acceptDial();
  std::unique_ptr<Link> makeLink(End end);
  void tellClosed(End end, const absl::Status& why);

  SimNetwork& network_;
  const std::uint64_t id_;
  const Endpoint address_[2];
  LinkUser* user_[2] = {};  // null before the accept and after the end
  bool closed_[2] = {};     // told of the end, or its link was destroyed
  SimStream streams_[2];    // by the end that writes
};

}  // namespace bridle::internal
