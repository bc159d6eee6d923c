#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/link.h"

namespace bridle::test {

// A link with its user, who writes down what he is told. A reaction set for an event runs last.
class LinkRecorder final : public internal::LinkUser {
 public:
  void dial(internal::Network& network, const internal::Endpoint& to) {
    link = network.dial(to, *this);
  }
  void write(std::string bytes) { link->write(bytes); }

  void onLinkOpen() override {
    opened = true;
    if (on_open) on_open();
  }
  void onLinkBytes(std::span<const char> bytes) override {
    received.append(bytes.data(), bytes.size());
    pieces.push_back(bytes.size());
    if (on_bytes) on_bytes();
  }
  void onLinkDrained() override {
    ++drained;
    if (on_drained) on_drained();
  }
  void onLinkClosed(const absl::Status& why) override {
    closed = why;
    if (on_closed) on_closed();
  }

  std::unique_ptr<internal::Link> link;
  bool opened = false;
  std::string received;
  std::vector<std::size_t> pieces;
  int drained = 0;
  std::optional<absl::Status> closed;

  std::function<void()> on_open;
  std::function<void()> on_bytes;
  std::function<void()> on_drained;
  std::function<void()> on_closed;
};

// Accepts each link into a recorder of its own. `greet` sees it before it is started.
class ListenerRecorder final : public internal::LinkListener {
 public:
  internal::LinkUser* onAccept(std::unique_ptr<internal::Link> link) override {
    if (refusing) return nullptr;
    accepted.push_back(std::make_unique<LinkRecorder>());
    accepted.back()->link = std::move(link);
    if (greet) greet(*accepted.back());
    return accepted.back().get();
  }

  bool refusing = false;
  std::vector<std::unique_ptr<LinkRecorder>> accepted;
  std::function<void(LinkRecorder&)> greet;
};

}  // namespace bridle::test
