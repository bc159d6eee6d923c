#include "io/sim_connection.h"

#include <utility>

#include "io/link_errors.h"
#include "io/sim_host.h"

namespace bridle::internal {
namespace {

constexpr std::uint64_t kFirstEphemeralPort = 32'768;
constexpr std::uint64_t kEphemeralPorts = 28'000;

Endpoint ephemeral(const Endpoint& host, std::uint64_t id) {
  return {host.ipv4, static_cast<std::uint16_t>(kFirstEphemeralPort + id % kEphemeralPorts)};
}

}  // namespace

// One end of a connection, as its user holds it.
class SimLink final : public Link {
 public:
  SimLink(std::shared_ptr<SimConnection> connection, SimConnection::End end, std::size_t& count)
      : connection_(std::move(connection)), end_(end), count_(count) {
    ++count_;
  }
  ~SimLink() override {
    --count_;
    connection_->closeEnd(end_);
  }

  void write(std::string& bytes) override { connection_->write(end_, bytes); }
  Endpoint peer() const override { return connection_->peerOf(end_); }

 private:
  const std::shared_ptr<SimConnection> connection_;
  const SimConnection::End end_;
  std::size_t& count_;
};

SimConnection::SimConnection(SimNetwork& network, const Endpoint& host, const Endpoint& server)
    : network_(network),
      id_(network.next_connection_++),
      address_{ephemeral(host, id_), server},
      streams_{{network.reactor_, network.conditions_, {host, server}, *this},
               {network.reactor_, network.conditions_, {server, host}, *this}} {
  network_.connections_.emplace(id_, this);
}

SimConnection::~SimConnection() {
  network_.connections_.erase(id_);
}

std::unique_ptr<Link> SimConnection::dial(LinkUser& user) {
  user_[kDialler] = &user;
  if (!network_.conditions_.faulty(SimFault::kIgnoreDials, route())) {
    streams_[kDialler].send({SimParcel::Kind::kOpen, {}, {}}, network_.rng_);
  }
  return makeLink(kDialler);
}

std::unique_ptr<Link> SimConnection::makeLink(End end) {
  return std::make_unique<SimLink>(shared_from_this(), end, network_.links_);
}

void SimConnection::write(End end, std::string& bytes) {
  const std::string sent = std::exchange(bytes, {});
  if (closed_[end]) return;
  const SimPath& path = network_.conditions_.path(streams_[end].route());
  if (network_.rng_.chance(path.reset_chance)) return reset();
  streams_[end].write(sent, network_.rng_);
}

void SimConnection::closeEnd(End end) {
  if (closed_[end]) return;
  closed_[end] = true;
  user_[end] = nullptr;
  const End other = otherThan(end);
  streams_[other].clear();
  const absl::Status why = connectionLost(address_[end], kClosedByPeer);
  streams_[end].send({SimParcel::Kind::kClose, {}, why}, network_.rng_);
}

void SimConnection::reset() {
  for (const End end : {kDialler, kServer}) {
    streams_[end].closeAtOnce(connectionLost(address_[end], kResetByPeer));
  }
}

void SimConnection::wake() {
  for (SimStream& stream : streams_) stream.wake();
}

void SimConnection::onParcel(SimStream& from, SimParcel parcel) {
  const std::shared_ptr<SimConnection> alive = shared_from_this();
  const End reader = &from == &streams_[kDialler] ? kServer : kDialler;
  if (parcel.kind == SimParcel::Kind::kClose) return tellClosed(reader, parcel.why);
  if (parcel.kind == SimParcel::Kind::kOpen && reader == kServer) return acceptDial();
  if (user_[reader] == nullptr) return;
  if (parcel.kind == SimParcel::Kind::kOpen) {
    user_[reader]->onLinkOpen();
  } else {
    user_[reader]->onLinkBytes(parcel.bytes);
  }
}

void SimConnection::onWriteAccepted(SimStream& from) {
  const std::shared_ptr<SimConnection> alive = shared_from_this();
  LinkUser* const writer = user_[&from == &streams_[kDialler] ? kDialler : kServer];
  if (writer != nullptr) writer->onLinkDrained();
}

void SimConnection::acceptDial() {
  const auto port = network_.ports_.find(address_[kServer]);
  if (port == network_.ports_.end() ||
      network_.conditions_.faulty(SimFault::kRefuseDials, route())) {
    closed_[kServer] = true;
    const absl::Status why = connectFailed(address_[kServer], kConnectionRefused);
    streams_[kServer].send({SimParcel::Kind::kClose, {}, why}, network_.rng_);
    return;
  }
  streams_[kServer].send({SimParcel::Kind::kOpen, {}, {}}, network_.rng_);
  LinkUser* const user = port->second->listener().onAccept(makeLink(kServer));
  if (user == nullptr) return closeEnd(kServer);
  if (!closed_[kServer]) user_[kServer] = user;
}

void SimConnection::tellClosed(End end, const absl::Status& why) {
  closed_[end] = true;
  LinkUser* const user = std::exchange(user_[end], nullptr);
  if (user != nullptr) user->onLinkClosed(why);
}

}  // namespace bridle::internal
