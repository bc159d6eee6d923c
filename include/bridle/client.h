// Client: one per Pegasus cluster and process, made once and kept.
#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/admin.h"
#include "bridle/options.h"
#include "bridle/stats.h"
#include "bridle/table.h"

namespace bridle {

// Owns ClientOptions::event_loops threads and, on each, one connection per replica server, shared
// by all tables.
//
//   absl::StatusOr<bridle::Client> client =
//       bridle::Client::connect({.meta_servers = {"127.0.0.1:34601"}});
//   absl::StatusOr<bridle::Table> table =
//       client->openTable("usertable", {.backup_request_ms = 5});
//
// Thread-safety: every method may be called from any thread; moving and destroying a Client needs
// care by the owner. Several clients, also of several clusters, may live in one process. There is
// no global state and no output.
class Client {
 public:
  // Checks the options and starts the loops. No server is asked yet, so it does not wait.
  // InvalidArgument names the bad option.
  static absl::StatusOr<Client> connect(const ClientOptions& options);

  // The same on a loop of the application, which it runs in one thread: no thread is started, and
  // all handlers without an executor of their own run there. Differences:
  // ClientOptions::event_loops is ignored; blocking calls work only while another thread runs the
  // loop; close() and the destructor are called on the loop's thread or while nobody runs it, and
  // before its io_context is destroyed.
  using Executor = boost::asio::io_context::executor_type;
  static absl::StatusOr<Client> connect(const ClientOptions& options, const Executor& executor);

  // Closes.
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  // Asks the meta servers where the partitions of a table are and opens connections to their
  // replicas. Waits for the answer of a meta server, at most for the operation time-out; not for
  // the connections. Each call makes a handle with options of its own; the routes of a table are
  // shared.
  //
  // Errors: kTableNotFound, kTableUnavailable (being created or dropped), kMetaUnavailable (which
  // names each meta server that was tried and what came of it), kInvalidArgument (options),
  // kClosed, kWrongThread.
  absl::StatusOr<Table> openTable(std::string_view name, const TableOptions& options = {});

  // The same for any completion token with the signature void(absl::StatusOr<Table>); see Table
  // about handlers. It ends by the time-out and cannot be cancelled.
  template <typename Token = boost::asio::deferred_t>
  auto asyncOpenTable(std::string_view name, const TableOptions& options = {}, Token&& token = {}) {
    return boost::asio::async_initiate<Token, void(absl::StatusOr<Table>)>(
        [impl = impl_.get()](auto handler, const std::string& table, const TableOptions& chosen) {
          using Handler = decltype(handler);
          startOpening(*impl, table, chosen,
                       detail::HandlerOperation<absl::StatusOr<Table>, Handler>::create(
                           std::move(handler), {}));
        },
        token, std::string(name), options);
  }
  template <detail::JobTokenFor<absl::StatusOr<Table>> Token>
  auto asyncOpenTable(std::string_view name, Token&& token) {
    return asyncOpenTable(name, TableOptions{}, std::forward<Token>(token));
  }

  // The short form: only backup_request_ms.
  absl::StatusOr<Table> openTable(std::string_view name, double backup_request_ms);

  // Tables, nodes and settings of the cluster. The handle may outlive the client; its operations
  // then fail with kClosed.
  Admin admin() const;

  // What was done so far. Counts of running calls may be a moment apart from each other. Some 100
  // us per open table.
  ClientStats stats() const;

  // Ends every running call with ErrorCode::kClosed, each handler exactly once; closes the
  // connections and joins the threads. Afterwards no handler runs on the client's threads, and
  // further operations fail with kClosed. Idempotent. Called inside a handler it cannot join its
  // own thread, which then ends soon after.
  void close();

 private:
  class Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  static void startOpening(Impl& impl, std::string_view name, const TableOptions& options,
                           detail::Operation& operation);

  std::unique_ptr<Impl> impl_;
};

}  // namespace bridle
