#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "route/meta_call.h"
#include "wire/messages.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

// One request of the admin API to the meta servers.
struct MetaQuestion {
  std::string title;  // for texts: `createTable "t"`
  std::string_view rpc;
  std::string args;
  Repeat repeat = Repeat::kRead;
  double timeout_ms = 0;
  bool awaits_creation = false;  // asked again as long as the table is being created
  std::string problem = {};      // not empty: what is wrong with the request, which is not sent
};

template <typename Request>
MetaQuestion questionOf(std::string title, std::string_view rpc, const Request& request,
                        double timeout_ms, Repeat repeat = Repeat::kRead) {
  MetaQuestion question{std::move(title), rpc, {}, repeat, timeout_ms};
  wire::appendArgs(question.args, request);
  return question;
}

std::string titleOf(std::string_view operation, std::string_view table);

// Does the answer say that the table is being created?
bool isCreating(std::string_view answer);

// What is wrong with the name of a table that shall come into being; empty: nothing.
std::string problemWithNewName(std::string_view name);

// The error of an operation of that title: `why` with the facts that come with it.
absl::Status adminError(std::string_view title, const absl::Status& why);
// The same for an error in the server's answer, with its explanation, if there is one.
absl::Status adminError(std::string_view title, const wire::error_code& error,
                        std::string_view hint);

template <typename Response>
std::string_view hintOf(const Response& response) {
  if constexpr (requires { response.hint_message; }) {
    return response.hint_message;
  } else if constexpr (requires { response.hint_msg; }) {
    return response.hint_msg;
  } else {
    return {};
  }
}

// The answer, if it is a good one.
template <typename Response>
absl::StatusOr<Response> readAnswer(std::string_view title, std::string_view answer) {
  absl::StatusOr<Response> response = wire::decodeResult<Response>(answer);
  if (!response.ok()) return adminError(title, response.status());
  if (response->err.value() != wire::ServerError::kOk) {
    return adminError(title, response->err, hintOf(*response));
  }
  return response;
}

// The same where the answer says nothing but whether it was done.
template <typename Response>
absl::Status readOutcome(std::string_view title, std::string_view answer) {
  return readAnswer<Response>(title, answer).status();
}

}  // namespace bridle::internal
