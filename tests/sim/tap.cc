#include "sim/tap.h"

#include <string>
#include <utility>

#include "base/limits.h"
#include "wire/framer.h"

namespace bridle::internal::sim {
namespace {

// Stands between a link and its user.
class TapLink final : public Link, private LinkUser {
 public:
  TapLink(TapUser& tap, const TapUser::Connection& connection, LinkUser& user)
      : tap_(tap), connection_(connection), user_(user) {}

  ~TapLink() override { tap_.onEnd(connection_); }

  void dial(Network& network) { link_ = network.dial(connection_.server, *this); }

  void write(std::string& bytes) override {
    const auto tell = [this](std::string_view frame) {
      const absl::StatusOr<wire::Request> request = wire::decodeRequest(frame);
      if (request.ok()) tap_.onRequest(connection_, *request);
      return true;
    };
    requests_.feed(bytes, tell).IgnoreError();
    link_->write(bytes);
  }
  Endpoint peer() const override { return link_->peer(); }

 private:
  void onLinkOpen() override { user_.onLinkOpen(); }
  void onLinkDrained() override { user_.onLinkDrained(); }
  void onLinkClosed(const absl::Status& why) override {
    tap_.onEnd(connection_);
    user_.onLinkClosed(why);
  }

  void onLinkBytes(std::span<const char> bytes) override {
    const auto tell = [this](std::string_view frame) {
      const absl::StatusOr<wire::Reply> reply = wire::decodeReply(frame);
      if (reply.ok()) tap_.onReply(connection_, *reply);
      return true;
    };
    replies_.feed(bytes, tell).IgnoreError();  // whoever sends garbage is not heard any more
    TapUser& tap = tap_;
    user_.onLinkBytes(bytes);  // may destroy this
    tap.onReplyTaken();
  }

  TapUser& tap_;
  const TapUser::Connection connection_;
  LinkUser& user_;
  std::unique_ptr<Link> link_;
  wire::Framer requests_{wire::measureThftRequest, limits::kMaxFrameBytes};
  wire::Framer replies_{wire::measureReply, limits::kMaxFrameBytes};
};

}  // namespace

std::unique_ptr<Link> TapNetwork::dial(const Endpoint& to, LinkUser& user) {
  auto link = std::make_unique<TapLink>(user_, TapUser::Connection{dials_++, to}, user);
  link->dial(network_);
  return link;
}

}  // namespace bridle::internal::sim
