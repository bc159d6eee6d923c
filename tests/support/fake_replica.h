#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "rrdb_types.h"
#include "support/later.h"
#include "unit/rpc/scripted_server.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::test {

// What a replica does with one request.
struct Answer {
  enum class Kind : std::uint8_t {
    kGood,     // OK; a read gives the replica's name
    kStorage,  // a storage status: 1 is "no such record"
    kError,    // a framework error, by name
    kEmpty,    // ERR_OK and nothing else
    kGarbage,  // ERR_OK and a body that does not decode
    kNoise,    // bytes that are no reply
    kReset,    // the connection breaks
    kSilence,
  };

  Kind kind = Kind::kGood;
  internal::Duration after{};
  std::string error = {};
  std::int32_t status = 0;
};

inline Answer good(internal::Duration after = {}) {
  return {.after = after};
}
inline Answer absent(internal::Duration after = {}) {
  return {.kind = Answer::Kind::kStorage, .after = after, .status = 1};
}
inline Answer storage(std::int32_t status, internal::Duration after = {}) {
  return {.kind = Answer::Kind::kStorage, .after = after, .status = status};
}
inline Answer error(std::string name, internal::Duration after = {}) {
  return {.kind = Answer::Kind::kError, .after = after, .error = std::move(name)};
}
inline Answer does(Answer::Kind kind, internal::Duration after = {}) {
  return {.kind = kind, .after = after};
}

// A replica server of a simulated network that answers by a script and writes down what it was
// asked.
class FakeReplica {
 public:
  struct Request {
    internal::TimePoint at;
    internal::wire::RequestHeader header;
    std::string rpc;
    std::string args;
  };

  FakeReplica(internal::SimNetwork& network, const internal::Endpoint& address, std::string name)
      : network_(network),
        later_(network.reactor()),
        server_(network, address),
        name_(std::move(name)) {
    server_.script = [this](const ScriptedServer::Request& request) { receive(request); };
  }

  // One answer for each request to come, in order; the last one for all further ones.
  void answers(std::vector<Answer> script) {
    script_ = std::move(script);
    next_ = 0;
  }
  void answers(const Answer& always) { answers(std::vector{always}); }

  void stop() { server_.stop(); }
  void start() { server_.start(); }
  void breakConnections() { network_.resetLinks(internal::SimRoute::toServer(server_.address())); }

  const std::vector<Request>& requests() const { return requests_; }
  void forgetRequests() { requests_.clear(); }
  const internal::Endpoint& address() const { return server_.address(); }
  const std::string& name() const { return name_; }
  std::size_t connections() const { return server_.accepted(); }

 private:
  void receive(const ScriptedServer::Request& request) {
    requests_.push_back({network_.reactor().now(), request.header, request.rpc, request.args});
    server_.requests.clear();
    const Answer& answer = script_.at(next_);
    if (next_ + 1 < script_.size()) ++next_;
    if (answer.kind == Answer::Kind::kSilence) return;
    later_.after(answer.after, [this, answer, request] { act(answer, request); });
  }

  void act(const Answer& answer, const ScriptedServer::Request& request) {
    switch (answer.kind) {
      case Answer::Kind::kGood:
      case Answer::Kind::kStorage:
        return server_.reply(request, resultOf(request.rpc, answer.status));
      case Answer::Kind::kError:
        return server_.reply(request, internal::wire::errorFromName(answer.error), "");
      case Answer::Kind::kEmpty:
        return server_.reply(request, "");
      case Answer::Kind::kGarbage:
        return server_.reply(request, "garbage");
      case Answer::Kind::kNoise:
        return server_.send(request.connection, "HTTP/1.1 400 Bad Request");
      case Answer::Kind::kReset:
        return breakConnections();
      case Answer::Kind::kSilence:
        return;
    }
  }

  std::string resultOf(std::string_view rpc, std::int32_t status) const {
    std::string bytes;
    if (rpc == internal::wire::rpc_names::kGet) {
      internal::wire::read_response response;
      response.error = status;
      response.value.bytes = status == 0 ? name_ : "";
      internal::wire::appendResult(bytes, response);
    } else if (rpc == internal::wire::rpc_names::kTtl) {
      internal::wire::ttl_response response;
      response.error = status;
      response.ttl_seconds = 100;
      internal::wire::appendResult(bytes, response);
    } else {
      internal::wire::update_response response;
      response.error = status;
      internal::wire::appendResult(bytes, response);
    }
    return bytes;
  }

  internal::SimNetwork& network_;
  Later later_;
  ScriptedServer server_;
  const std::string name_;
  std::vector<Answer> script_{Answer{}};
  std::size_t next_ = 0;
  std::vector<Request> requests_;
};

}  // namespace bridle::test
