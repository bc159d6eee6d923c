#include "route/meta_session.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"

namespace bridle::internal {

MetaSession::MetaSession(Network& network, const MetaOptions& options)
    : cluster_(network, options) {}

MetaSession::~MetaSession() = default;

void MetaSession::call(std::string rpc, std::string args, TimePoint deadline, Repeat repeat,
                       Done done) {
  MetaCall::Owner& owner = *this;
  calls_.push_back(std::make_unique<MetaCall>(cluster_, owner, std::move(rpc), std::move(args),
                                              deadline, repeat, std::move(done)));
  calls_.back()->start();
}

void MetaSession::onMetaCallEnd(MetaCall& call, absl::StatusOr<std::string> result) {
  const auto place = std::find_if(calls_.begin(), calls_.end(),
                                  [&call](const auto& open) { return open.get() == &call; });
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
