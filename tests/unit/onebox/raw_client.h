#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "gtest/gtest.h"
#include "io/sim_network.h"
#include "support/link_recorder.h"
#include "wire/frame.h"
#include "wire/framer.h"
#include "wire/thrift_io.h"

namespace bridle::internal::onebox {

struct ReceivedReply {
  std::string error;
  std::string ack;
  std::int32_t seq = 0;
  std::string result;

  // The result's struct; a test failure and an empty one if there is none.
  template <typename T>
  T as() const {
    const absl::StatusOr<T> decoded = wire::decodeResult<T>(result);
    EXPECT_TRUE(decoded.ok()) << error << ": " << decoded.status();
    return decoded.ok() ? *decoded : T();
  }
};

// Sends bytes to a server of a simulated network and takes its stream apart into replies.
class RawClient {
 public:
  RawClient(SimNetwork& network, const Endpoint& server) : reactor_(network.reactor()) {
    recorder_.on_bytes = [this] { takeReplies(); };
    recorder_.dial(network.host(0x0a0000ff), server);
    run();
  }

  void send(std::string bytes) { recorder_.write(std::move(bytes)); }

  // Sends, and lets a second of virtual time pass.
  void exchange(std::string bytes) {
    send(std::move(bytes));
    run();
  }

  // The reply to one more request, a test failure if it is not exactly one.
  ReceivedReply call(std::string frame) {
    replies.clear();
    exchange(std::move(frame));
    EXPECT_EQ(replies.size(), 1U) << "closed: " << closed();
    return replies.size() == 1 ? replies.front() : ReceivedReply{};
  }

  bool open() const { return recorder_.opened && !recorder_.closed; }
  bool closed() const { return recorder_.closed.has_value(); }
  const std::string& bytes() const { return recorder_.received; }
  std::size_t writes() const { return recorder_.pieces.size(); }  // of the server

  std::vector<ReceivedReply> replies;
  bool take_replies = true;  // false: only bytes() is kept

 private:
  void run() { reactor_.runFor(std::chrono::seconds(1)); }

  void takeReplies() {
    if (!take_replies) return;
    const std::string fresh = recorder_.received.substr(taken_);
    taken_ = recorder_.received.size();
    const absl::Status status = framer_.feed(fresh, [this](std::string_view frame) {
      const absl::StatusOr<wire::Reply> reply = wire::decodeReply(frame);
      EXPECT_TRUE(reply.ok()) << reply.status();
      replies.push_back({std::string(reply->error_name), std::string(reply->ack), reply->seq,
                         std::string(reply->result)});
      return true;
    });
    EXPECT_TRUE(status.ok()) << status;
  }

  SimReactor& reactor_;
  test::LinkRecorder recorder_;
  wire::Framer framer_{wire::measureReply, limits::kMaxFrameBytes};
  std::size_t taken_ = 0;
};

}  // namespace bridle::internal::onebox
