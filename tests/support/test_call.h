#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "call/call.h"
#include "rrdb_types.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::test {

// Decodes the body of a good reply; of a read that found something, into `value`.
using Decode = internal::Taken (*)(std::string_view bytes, std::string& value);

// A call that notes its end.
class TestCall final : public internal::Call {
 public:
  TestCall(internal::CallDriver& driver, internal::Reactor& reactor, const Request& request,
           Decode decode)
      : Call(driver, request), reactor_(reactor), decode_(decode) {}

  internal::Taken take(std::string_view bytes) override { return decode_(bytes, value); }

  void deliver(absl::Status end) override {
    ++ends;
    status = std::move(end);
    ended_at = reactor_.now();
    if (const auto then = on_end) then();
  }

  // Since the start.
  internal::Duration lasted() const { return ended_at - request().started; }

  int ends = 0;
  absl::Status status;
  std::string value;
  internal::TimePoint ended_at;
  std::function<void()> on_end;

 private:
  internal::Reactor& reactor_;
  const Decode decode_;
};

template <typename Response>
internal::Taken takeStatus(const absl::StatusOr<Response>& response) {
  using internal::Verdict;
  if (!response.ok()) return {.verdict = Verdict::kAmbiguous, .problem = "it does not decode"};
  if (response->error <= 1) return {};
  return {.verdict = Verdict::kFinal, .storage_status = response->error};
}

inline internal::Taken decodeRead(std::string_view bytes, std::string& value) {
  const auto response = internal::wire::decodeResult<internal::wire::read_response>(bytes);
  if (response.ok()) value = response->value.bytes;
  return takeStatus(response);
}

inline internal::Taken decodeUpdate(std::string_view bytes, std::string&) {
  return takeStatus(internal::wire::decodeResult<internal::wire::update_response>(bytes));
}

// An operation as far as the call engine knows it.
struct TestOp {
  internal::CallSpec spec;
  Decode decode;
};

inline constexpr TestOp kGet{{.name = "get",
                              .rpc = internal::wire::rpc_names::kGet,
                              .read = true,
                              .idempotent = true,
                              .hedgeable = true},
                             decodeRead};
inline constexpr TestOp kSet{
    {.name = "set", .rpc = internal::wire::rpc_names::kPut, .idempotent = true}, decodeUpdate};
inline constexpr TestOp kIncr{{.name = "incr", .rpc = internal::wire::rpc_names::kIncr},
                              decodeUpdate};

}  // namespace bridle::test
