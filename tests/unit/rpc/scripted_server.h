#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/endpoint.h"
#include "base/limits.h"
#include "io/link.h"
#include "io/sim_network.h"
#include "wire/errors.h"
#include "wire/frame.h"
#include "wire/framer.h"

namespace bridle::test {

// A server of a simulated network that does with each request what the test says. It writes down
// what it was sent.
class ScriptedServer final : private internal::LinkListener {
 public:
  struct Request {
    std::size_t connection = 0;
    internal::wire::RequestHeader header;
    std::string rpc;
    std::int32_t seq = 0;
    std::string args;
  };
  using Script = std::function<void(const Request& request)>;

  ScriptedServer(internal::SimNetwork& network, const internal::Endpoint& address)
      : network_(network), address_(address) {
    start();
  }

  // No effect if it runs.
  void start() {
    if (port_ == nullptr) port_ = *network_.host(address_.ipv4).listen(address_, *this);
  }

  // As if its process was killed.
  void stop() {
    port_.reset();
    for (auto& connection : connections_) connection->link.reset();
  }

  void send(std::size_t connection, std::string bytes) {
    connections_.at(connection)->send(std::move(bytes));
  }
  void reply(const Request& request, std::string_view result) {
    reply(request, internal::wire::ServerError::kOk, result);
  }
  void reply(const Request& request, internal::wire::ServerError error, std::string_view result) {
    std::string frame;
    internal::wire::appendReply(frame, errorName(error), request.rpc, request.seq, result);
    send(request.connection, std::move(frame));
  }
  void echo(const Request& request) { reply(request, request.args); }

  const internal::Endpoint& address() const { return address_; }
  std::size_t accepted() const { return connections_.size(); }

  Script script;                     // not set: never an answer
  std::vector<Request> requests;     // all so far
  std::vector<std::size_t> arrived;  // sizes of the pieces in which bytes came

 private:
  struct Connection final : internal::LinkUser {
    Connection(ScriptedServer& server_in, std::size_t id_in, std::unique_ptr<internal::Link> made)
        : server(server_in), id(id_in), link(std::move(made)) {}

    void onLinkOpen() override {}
    void onLinkBytes(std::span<const char> bytes) override {
      server.arrived.push_back(bytes.size());
      const absl::Status fed = framer.feed(bytes, [this](std::string_view frame) {
        const auto request = internal::wire::decodeRequest(frame);
        if (!request.ok()) return false;
        server.receive({id, request->header, std::string(request->rpc), request->seq,
                        std::string(request->args)});
        return link != nullptr;
      });
      if (!fed.ok()) link.reset();
    }
    void onLinkDrained() override {
      writing = false;
      writeNext();
    }
    void onLinkClosed(const absl::Status&) override { link.reset(); }

    void send(std::string bytes) {
      queue.push_back(std::move(bytes));
      if (!writing) writeNext();
    }
    void writeNext() {
      if (queue.empty() || link == nullptr) return;
      writing = true;
      link->write(queue.front());
      queue.pop_front();
    }

    ScriptedServer& server;
    const std::size_t id;
    std::unique_ptr<internal::Link> link;
    internal::wire::Framer framer{internal::wire::measureThftRequest,
                                  internal::limits::kMaxFrameBytes};
    std::deque<std::string> queue;
    bool writing = false;
  };

  internal::LinkUser* onAccept(std::unique_ptr<internal::Link> link) override {
    connections_.push_back(
        std::make_unique<Connection>(*this, connections_.size(), std::move(link)));
    return connections_.back().get();
  }

  void receive(Request request) {
    requests.push_back(std::move(request));
    if (script) script(Request(requests.back()));
  }

  internal::SimNetwork& network_;
  const internal::Endpoint address_;
  std::unique_ptr<internal::ListeningPort> port_;
  std::vector<std::unique_ptr<Connection>> connections_;
};

}  // namespace bridle::test
