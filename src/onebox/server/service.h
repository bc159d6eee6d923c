#pragma once

#include <cstdint>
#include <string>

#include "onebox/fault_rules.h"
#include "onebox/rpc.h"
#include "onebox/server/incoming.h"
#include "wire/errors.h"
#include "wire/thrift_io.h"

namespace bridle::internal::onebox {

// What becomes of one request: a reply with an error name, a result or both, nothing at all, the
// end of the connection, or a delay.
class Answer {
 public:
  enum class Kind : std::uint8_t { kReply, kNothing, kClose, kLater };

  Kind kind() const { return kind_; }
  wire::ServerError error() const { return error_; }
  const std::string& result() const { return result_; }
  Duration delay() const { return delay_; }

  void clear() {
    kind_ = Kind::kReply;
    error_ = wire::ServerError::kOk;
    result_.clear();
  }

  template <typename Response>
  void respond(const Response& response) {
    wire::appendResult(result_, response);
  }
  void refuse(wire::ServerError error) {
    error_ = error;
    result_.clear();
  }
  void addError(wire::ServerError error) { error_ = error; }  // the result is sent all the same
  void sayNothing() { kind_ = Kind::kNothing; }
  void closeConnection() { kind_ = Kind::kClose; }  // the request was ill-formed

  // The request is served again after `delay`, as one that was throttled; or, if `then` is an
  // error, refused with it.
  void serveLater(Duration delay, wire::ServerError then) {
    kind_ = Kind::kLater;
    delay_ = delay;
    error_ = then;
  }

 private:
  Kind kind_ = Kind::kReply;
  wire::ServerError error_ = wire::ServerError::kOk;
  Duration delay_{};
  std::string result_;  // its capacity serves request after request
};

// What a kind of server does with requests.
class Service {
 public:
  Service(bool at_meta, int index) : at_meta_(at_meta), index_(index) {}
  virtual ~Service() = default;

  bool atMeta() const { return at_meta_; }
  int index() const { return index_; }  // among the servers of its kind

  virtual FaultSubject subjectOf(Rpc rpc, const wire::RequestHeader& header) const = 0;
  virtual void serve(Rpc rpc, const Incoming& request, Answer& answer) = 0;

  virtual void onStop() {}  // what a server has in memory only is lost

 private:
  const bool at_meta_;
  const int index_;
};

}  // namespace bridle::internal::onebox
