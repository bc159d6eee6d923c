#include "io/name_lookup.h"

#include <netdb.h>
#include <netinet/in.h>

#include <boost/asio/post.hpp>
#include <mutex>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "base/limits.h"
#include "base/status.h"
#include "io/background_thread.h"
#include "io/link_errors.h"

namespace bridle::internal {
namespace {

using Answer = absl::StatusOr<std::vector<Endpoint>>;

std::string resolverReason(int code) {
  if (code == EAI_NONAME) return std::string(kUnknownName);
  return absl::AsciiStrToLower(gai_strerror(code));
}

// Blocks.
Answer lookUp(const HostPort& name) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;  // each address once
  addrinfo* first = nullptr;
  const int code = getaddrinfo(name.host.c_str(), nullptr, &hints, &first);
  if (code != 0) return resolveFailed(name.host, resolverReason(code));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(first, freeaddrinfo);
  std::vector<Endpoint> endpoints;
  for (const addrinfo* at = first; at != nullptr; at = at->ai_next) {
    const auto& address = *reinterpret_cast<const sockaddr_in*>(at->ai_addr);
    endpoints.push_back({ntohl(address.sin_addr.s_addr), name.port});
  }
  return endpoints;
}

absl::Status tooMany(const HostPort& name) {
  return statusOf(absl::StatusCode::kResourceExhausted, "resolve ", name.host, ": ",
                  limits::kMaxNameLookups, " lookups are under way already; try again later");
}

}  // namespace

// Where the threads hand in their answers. What waits for them never leaves the loop's thread.
class NameLookups::Desk final : public std::enable_shared_from_this<Desk> {
 public:
  explicit Desk(AsioReactor& reactor) : reactor_(&reactor) {}

  std::uint64_t enter(std::weak_ptr<void> owner, Network::Resolved done);
  std::size_t waiting() const { return waiting_.size(); }
  void close();

  void deliver(std::uint64_t ticket, Answer answer);  // any thread

 private:
  struct Waiting {
    std::weak_ptr<void> owner;
    Network::Resolved done;
  };

  void onAnswer(std::uint64_t ticket, Answer answer);

  std::mutex mutex_;
  AsioReactor* reactor_;  // null once the network is gone, whose loop may be gone as well
  std::uint64_t next_ticket_ = 0;
  absl::flat_hash_map<std::uint64_t, Waiting> waiting_;
};

std::uint64_t NameLookups::Desk::enter(std::weak_ptr<void> owner, Network::Resolved done) {
  waiting_.emplace(next_ticket_, Waiting{std::move(owner), std::move(done)});
  return next_ticket_++;
}

void NameLookups::Desk::close() {
  const std::lock_guard lock(mutex_);
  reactor_ = nullptr;
  waiting_.clear();
}

void NameLookups::Desk::deliver(std::uint64_t ticket, Answer answer) {
  const std::lock_guard lock(mutex_);
  if (reactor_ == nullptr) return;
  boost::asio::post(reactor_->executor(),
                    [self = shared_from_this(), ticket, answer = std::move(answer)]() mutable {
                      self->onAnswer(ticket, std::move(answer));
                    });
}

void NameLookups::Desk::onAnswer(std::uint64_t ticket, Answer answer) {
  const auto place = waiting_.find(ticket);
  if (place == waiting_.end()) return;  // closed
  const Waiting waiting = std::move(place->second);
  waiting_.erase(place);
  const AsioReactor::Turn turn(*reactor_);
  if (const std::shared_ptr<void> alive = waiting.owner.lock()) waiting.done(std::move(answer));
}

NameLookups::NameLookups(AsioReactor& reactor) : desk_(std::make_shared<Desk>(reactor)) {}

NameLookups::~NameLookups() {
  desk_->close();
}

void NameLookups::start(const HostPort& name, std::weak_ptr<void> owner, Network::Resolved done) {
  const std::uint64_t ticket = desk_->enter(std::move(owner), std::move(done));
  const absl::StatusOr<Endpoint> literal = parseEndpoint(name.toString());
  if (literal.ok()) return desk_->deliver(ticket, std::vector{*literal});
  if (desk_->waiting() > limits::kMaxNameLookups) return desk_->deliver(ticket, tooMany(name));
  absl::StatusOr<std::thread> thread = startThread(
      "bridle-resolve", [desk = desk_, ticket, name] { desk->deliver(ticket, lookUp(name)); });
  if (!thread.ok()) return desk_->deliver(ticket, thread.status());
  thread->detach();
}

}  // namespace bridle::internal
