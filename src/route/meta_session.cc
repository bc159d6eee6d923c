#include "route/meta_session.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"
#include "wire/messages.h"
#include "wire/rpc_names.h"
#include "wire/thrift_io.h"

namespace bridle::internal {

MetaSession::MetaSession(Network& network, const MetaOptions& options)
    : cluster_(network, options) {}

MetaSession::~MetaSession() = default;

MetaCall& MetaSession::call(std::string rpc, std::string args, TimePoint deadline, Repeat repeat,
                            Done done) {
  MetaCall::Owner& owner = *this;
  calls_.push_back(std::make_unique<MetaCall>(cluster_, owner, std::move(rpc), std::move(args),
                                              deadline, repeat, std::move(done)));
  MetaCall& call = *calls_.back();
  call.start();
  return call;
}

std::vector<std::unique_ptr<MetaCall>>::iterator MetaSession::placeOf(const MetaCall& call) {
  return std::find_if(calls_.begin(), calls_.end(),
                      [&call](const auto& open) { return open.get() == &call; });
}

MetaCall& MetaSession::queryConfig(const std::string& table, std::vector<std::int32_t> partitions,
                                   TimePoint deadline, Done done) {
  wire::query_cfg_request request;
  request.app_name = table;
  request.partition_indices = std::move(partitions);
  std::string args;
  wire::appendArgs(args, request);
  return call(std::string(wire::rpc_names::kQueryConfig), std::move(args), deadline,
              std::move(done));
}

bool MetaSession::cancel(MetaCall& call) {
  const auto place = placeOf(call);
  if (place == calls_.end()) return false;  // cancelAll() is about to end it
  const bool may_have_executed = call.giveUp();
  calls_.erase(place);
  return may_have_executed;
}

void MetaSession::onMetaCallEnd(MetaCall& call, absl::StatusOr<std::string> result) {
  const auto place = placeOf(call);
  const Done done = call.takeDone();
  calls_.erase(place);
  done(std::move(result));
}

void MetaSession::cancelAll(const absl::Status& why) {
  std::vector<std::unique_ptr<MetaCall>> calls = std::exchange(calls_, {});
  for (std::unique_ptr<MetaCall>& call : calls) {
    const Done done = call->takeDone();
    call.reset();
    done(why);
  }
}

std::string MetaSession::serverList() const {
  return absl::StrJoin(cluster_.options.servers, ",",
                       [](std::string* out, const HostPort& server) { *out += server.toString(); });
}

}  // namespace bridle::internal
