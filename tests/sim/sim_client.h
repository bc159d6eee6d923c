#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bridle/detail/requests.h"
#include "client/client_core.h"
#include "client/table_core.h"
#include "sim/sim_loop.h"
#include "sim/tap.h"
#include "sim/world.h"

namespace bridle::internal::sim {

using TablePtr = std::shared_ptr<detail::TableCore>;

// A client of a world, with as many loops as its options say.
class SimClient {
 public:
  // Options without meta servers get all of the world.
  SimClient(World& world, ClientOptions options, int index = 0, TapUser* tap = nullptr);
  ~SimClient();  // closes
  SimClient(const SimClient&) = delete;
  SimClient& operator=(const SimClient&) = delete;

  World& world() { return world_; }
  ClientCore& core() { return *core_; }
  ClientStats stats() const { return core_->stats(); }

  // Starts an operation as if on that loop, or without one as if on a thread of the application.
  template <typename Request, typename Handler>
  void start(const TablePtr& table, const Request& request, Handler handler,
             std::optional<std::size_t> loop = 0) {
    loops_->current = loop.has_value() ? loops_->all[*loop].get() : nullptr;
    detail::initiate(table.get(), request, handler);
    loops_->current = nullptr;
  }

  // The blocking forms of a simulated world: time goes on until the result is there.
  template <typename Request>
  typename Request::Completion await(const TablePtr& table, const Request& request) {
    std::optional<typename Request::Completion> result;
    start(table, request, [&result](typename Request::Completion completion) {
      result.emplace(std::move(completion));
    });
    world_.reactor().runUntil([&result] { return result.has_value(); }, kPatience);
    return std::move(result).value();
  }

  absl::StatusOr<TablePtr> open(const std::string& name, const TableOptions& options = {});
  absl::StatusOr<std::optional<std::string>> get(const TablePtr& table, std::string_view key,
                                                 double timeout_ms = 0) {
    return await(table, detail::GetRequest{{{key}, {timeout_ms}}});
  }
  absl::StatusOr<bool> exist(const TablePtr& table, std::string_view key, double timeout_ms = 0) {
    return await(table, detail::ExistRequest{{{key}, {timeout_ms}}});
  }
  absl::StatusOr<std::optional<Ttl>> ttl(const TablePtr& table, std::string_view key,
                                         double timeout_ms = 0) {
    return await(table, detail::TtlRequest{{{key}, {timeout_ms}}});
  }
  absl::Status set(const TablePtr& table, std::string_view key, std::string_view value,
                   double timeout_ms = 0, int ttl_seconds = 0) {
    return await(table, detail::SetRequest{{key}, value, {ttl_seconds, timeout_ms}});
  }
  absl::Status del(const TablePtr& table, std::string_view key, double timeout_ms = 0) {
    return await(table, detail::DelRequest{{{key}, {timeout_ms}}});
  }

  // Closes each loop in its next turn, which is now, and lets go of the tables.
  void close();
  // The same from inside a handler: at once.
  void closeHere();

 private:
  static constexpr Duration kPatience = 1h;

  // Live until the last table is gone.
  struct Loops {
    std::unique_ptr<TapNetwork> tap;
    const SimLoop* current = nullptr;
    std::vector<std::unique_ptr<SimLoop>> all;
  };

  World& world_;
  const std::shared_ptr<Loops> loops_ = std::make_shared<Loops>();
  std::shared_ptr<ClientCore> core_;
};

}  // namespace bridle::internal::sim
