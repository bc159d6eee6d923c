#include "onebox/server/frame_server.h"

#include <utility>

#include "base/limits.h"

namespace bridle::internal::onebox {

absl::Status FrameServer::listen(const Endpoint& at) {
  auto port = network_.listen(at, *this);
  if (!port.ok()) return port.status();
  port_ = *std::move(port);
  return absl::OkStatus();
}

void FrameServer::stop() {
  port_.reset();
  network_.reactor().cancelTurnEnd(*this);
  touched_.clear();
  connections_.clear();
}

Connection* FrameServer::find(std::uint64_t id) {
  const auto found = connections_.find(id);
  return found == connections_.end() || found->second->closed_ ? nullptr : found->second.get();
}

LinkUser* FrameServer::onAccept(std::unique_ptr<Link> link) {
  if (connections_.size() >= limits::kMaxConnectionsPerServer) return nullptr;
  const std::uint64_t id = ++last_id_;
  auto& connection = connections_[id];
  connection = std::make_unique<Connection>(*this, id, std::move(link));
  return connection.get();
}

void FrameServer::touch(Connection& connection) {
  if (connection.touched_) return;
  connection.touched_ = true;
  touched_.push_back(&connection);
  network_.reactor().atTurnEnd(*this);
}

void FrameServer::onTurnEnd() {
  for (Connection* const connection : touched_) {
    connection->touched_ = false;
    if (connection->closed_) {
      connections_.erase(connection->id_);
    } else {
      connection->flush();
    }
  }
  touched_.clear();
}

}  // namespace bridle::internal::onebox
