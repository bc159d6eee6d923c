// Admin: tables, nodes and settings of a cluster.
#pragma once

#include <boost/asio/deferred.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bridle/admin_types.h"
#include "bridle/detail/job.h"

namespace bridle {

namespace internal {
class ClientCore;
}

// The administration of a cluster: a handle that is cheap to copy. Get one from Client::admin. Each
// operation is one request to the meta server that leads, found among those of the client's
// options.
//
// Thread-safety, lifetime, the blocking form, and the asynchronous form with its handlers and
// cancellation are as described for Table. Strings and maps are read inside the initiating call.
// Cancelling ends the wait; the request may be executed all the same.
//
// What is asked again: everything may be asked of several meta servers until one answers. Queries,
// setTableEnvs, deleteTableEnvs and clearTableEnvs are also asked again after a connection broke or
// a server kept silent, which may execute them twice with the same effect; so are createTable and
// dropTable where their options make a second time a success. Everything else is asked again only
// if it was surely not executed, and fails with ErrorCode::kOutcomeUnknown otherwise: look, with
// listTables or partitions, what has become of it.
//
// Errors (bridle/error.h): kInvalidArgument (nothing was sent), kMetaUnavailable (names each server
// and what came of it), kTableNotFound, kTableUnavailable (being created or dropped, or not usable
// in time), kRefused (with the code of the server, such as ERR_APP_EXIST, and its explanation),
// kOutcomeUnknown, kCancelled, kClosed, kWrongThread.
class Admin {
 public:
  // For the library: see Client::admin.
  explicit Admin(std::shared_ptr<internal::ClientCore> client) : client_(std::move(client)) {}

  // Makes a table, and waits until each partition has a primary and all its secondaries; a table
  // that is not usable before the time-out is kTableUnavailable with how far it came, and it
  // exists. Its name has the characters A-Z a-z 0-9 _ . : only. The result is the app id.
  absl::StatusOr<int> createTable(std::string_view name, const CreateTableOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncCreateTable(std::string_view name, const CreateTableOptions& options = {},
                        Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<int>>(createTableJob(name, options), token);
  }
  template <detail::JobTokenFor<absl::StatusOr<int>> Token>
  auto asyncCreateTable(std::string_view name, Token&& token) {
    return asyncCreateTable(name, CreateTableOptions{}, std::forward<Token>(token));
  }

  // Its records are kept for a while, see recallTable. Replica servers go on serving it for some
  // seconds. A name that createTable would refuse is allowed: other tools may have made the table.
  absl::Status dropTable(std::string_view name, const DropTableOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncDropTable(std::string_view name, const DropTableOptions& options = {},
                      Token&& token = {}) {
    return detail::initiateJob<absl::Status>(dropTableJob(name, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncDropTable(std::string_view name, Token&& token) {
    return asyncDropTable(name, DropTableOptions{}, std::forward<Token>(token));
  }

  // Brings a dropped table back, found by the app id that listTables tells, and waits until it is
  // usable, like createTable. Never recall a table that was dropped before it was usable: replica
  // servers may end over it.
  absl::StatusOr<TableInfo> recallTable(int app_id, const RecallTableOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncRecallTable(int app_id, const RecallTableOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<TableInfo>>(recallTableJob(app_id, options), token);
  }
  template <detail::JobTokenFor<absl::StatusOr<TableInfo>> Token>
  auto asyncRecallTable(int app_id, Token&& token) {
    return asyncRecallTable(app_id, RecallTableOptions{}, std::forward<Token>(token));
  }

  // Handles that are open go on with the routes they have, and find the table gone when they ask
  // for new ones.
  absl::Status renameTable(std::string_view name, std::string_view new_name,
                           const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncRenameTable(std::string_view name, std::string_view new_name,
                        const AdminOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::Status>(renameTableJob(name, new_name, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncRenameTable(std::string_view name, std::string_view new_name, Token&& token) {
    return asyncRenameTable(name, new_name, AdminOptions{}, std::forward<Token>(token));
  }

  // By app id.
  absl::StatusOr<std::vector<TableInfo>> listTables(const ListTablesOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncListTables(const ListTablesOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::vector<TableInfo>>>(listTablesJob(options),
                                                                       token);
  }
  template <detail::JobTokenFor<absl::StatusOr<std::vector<TableInfo>>> Token>
  auto asyncListTables(Token&& token) {
    return asyncListTables(ListTablesOptions{}, std::forward<Token>(token));
  }

  // The replica servers that the cluster knows.
  absl::StatusOr<std::vector<NodeInfo>> listNodes(const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncListNodes(const AdminOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::vector<NodeInfo>>>(listNodesJob(options), token);
  }
  template <detail::JobTokenFor<absl::StatusOr<std::vector<NodeInfo>>> Token>
  auto asyncListNodes(Token&& token) {
    return asyncListNodes(AdminOptions{}, std::forward<Token>(token));
  }

  // What the meta server tells about itself, such as "meta_servers", "primary_meta_server",
  // "meta_function_level", "cluster_name".
  using ClusterInfo = std::map<std::string, std::string>;
  absl::StatusOr<ClusterInfo> clusterInfo(const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncClusterInfo(const AdminOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<ClusterInfo>>(clusterInfoJob(options), token);
  }
  template <detail::JobTokenFor<absl::StatusOr<ClusterInfo>> Token>
  auto asyncClusterInfo(Token&& token) {
    return asyncClusterInfo(AdminOptions{}, std::forward<Token>(token));
  }

  // Settings of a table, such as "default_ttl" (seconds), "replica.read_throttling",
  // "replica.deny_client_request". Servers check keys and values, and act on a change only after a
  // while (up to 30 s as shipped). Deleting "default_ttl" does not switch it off; set it to 0.
  using Envs = std::map<std::string, std::string>;
  absl::StatusOr<Envs> tableEnvs(std::string_view name, const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncTableEnvs(std::string_view name, const AdminOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<Envs>>(tableEnvsJob(name, options), token);
  }
  template <detail::JobTokenFor<absl::StatusOr<Envs>> Token>
  auto asyncTableEnvs(std::string_view name, Token&& token) {
    return asyncTableEnvs(name, AdminOptions{}, std::forward<Token>(token));
  }

  // Adds to the envs or replaces some; those that are not named stay. At least one.
  absl::Status setTableEnvs(std::string_view name, const Envs& envs,
                            const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncSetTableEnvs(std::string_view name, const Envs& envs, const AdminOptions& options = {},
                         Token&& token = {}) {
    return detail::initiateJob<absl::Status>(setTableEnvsJob(name, envs, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncSetTableEnvs(std::string_view name, const Envs& envs, Token&& token) {
    return asyncSetTableEnvs(name, envs, AdminOptions{}, std::forward<Token>(token));
  }

  // At least one key. One that is not set is no error.
  absl::Status deleteTableEnvs(std::string_view name, const std::vector<std::string>& keys,
                               const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncDeleteTableEnvs(std::string_view name, const std::vector<std::string>& keys,
                            const AdminOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::Status>(deleteTableEnvsJob(name, keys, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncDeleteTableEnvs(std::string_view name, const std::vector<std::string>& keys,
                            Token&& token) {
    return asyncDeleteTableEnvs(name, keys, AdminOptions{}, std::forward<Token>(token));
  }

  // Deletes all envs, or with the prefix "p" those whose keys begin with "p.".
  absl::Status clearTableEnvs(std::string_view name, std::string_view prefix = {},
                              const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncClearTableEnvs(std::string_view name, std::string_view prefix = {},
                           const AdminOptions& options = {}, Token&& token = {}) {
    return detail::initiateJob<absl::Status>(clearTableEnvsJob(name, prefix, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncClearTableEnvs(std::string_view name, std::string_view prefix, Token&& token) {
    return asyncClearTableEnvs(name, prefix, AdminOptions{}, std::forward<Token>(token));
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncClearTableEnvs(std::string_view name, Token&& token) {
    return asyncClearTableEnvs(name, std::string_view{}, std::forward<Token>(token));
  }

  // Where the partitions of a table are now.
  absl::StatusOr<TablePartitions> partitions(std::string_view name,
                                             const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncPartitions(std::string_view name, const AdminOptions& options = {},
                       Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<TablePartitions>>(partitionsJob(name, options),
                                                                token);
  }
  template <detail::JobTokenFor<absl::StatusOr<TablePartitions>> Token>
  auto asyncPartitions(std::string_view name, Token&& token) {
    return asyncPartitions(name, AdminOptions{}, std::forward<Token>(token));
  }

  // Doubles the partitions of a table while it is in use; `new_partitions` must be twice the
  // present number. Returns when the split has begun.
  absl::Status startSplit(std::string_view name, int new_partitions,
                          const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncStartSplit(std::string_view name, int new_partitions, const AdminOptions& options = {},
                       Token&& token = {}) {
    return detail::initiateJob<absl::Status>(startSplitJob(name, new_partitions, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncStartSplit(std::string_view name, int new_partitions, Token&& token) {
    return asyncStartSplit(name, new_partitions, AdminOptions{}, std::forward<Token>(token));
  }

  // How far the split of a table is; nullopt: none is under way.
  absl::StatusOr<std::optional<SplitInfo>> querySplit(std::string_view name,
                                                      const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncQuerySplit(std::string_view name, const AdminOptions& options = {},
                       Token&& token = {}) {
    return detail::initiateJob<absl::StatusOr<std::optional<SplitInfo>>>(
        querySplitJob(name, options), token);
  }
  template <detail::JobTokenFor<absl::StatusOr<std::optional<SplitInfo>>> Token>
  auto asyncQuerySplit(std::string_view name, Token&& token) {
    return asyncQuerySplit(name, AdminOptions{}, std::forward<Token>(token));
  }

  // The split rests, and goes on.
  absl::Status pauseSplit(std::string_view name, const SplitControlOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncPauseSplit(std::string_view name, const SplitControlOptions& options = {},
                       Token&& token = {}) {
    return detail::initiateJob<absl::Status>(pauseSplitJob(name, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncPauseSplit(std::string_view name, Token&& token) {
    return asyncPauseSplit(name, SplitControlOptions{}, std::forward<Token>(token));
  }
  absl::Status restartSplit(std::string_view name, const SplitControlOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncRestartSplit(std::string_view name, const SplitControlOptions& options = {},
                         Token&& token = {}) {
    return detail::initiateJob<absl::Status>(restartSplitJob(name, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncRestartSplit(std::string_view name, Token&& token) {
    return asyncRestartSplit(name, SplitControlOptions{}, std::forward<Token>(token));
  }

  // Takes the split back, to the `old_partitions` that there were; refused (ERR_CHILD_REGISTERED)
  // once a new partition is in use.
  absl::Status cancelSplit(std::string_view name, int old_partitions,
                           const AdminOptions& options = {});
  template <typename Token = boost::asio::deferred_t>
  auto asyncCancelSplit(std::string_view name, int old_partitions, const AdminOptions& options = {},
                        Token&& token = {}) {
    return detail::initiateJob<absl::Status>(cancelSplitJob(name, old_partitions, options), token);
  }
  template <detail::JobTokenFor<absl::Status> Token>
  auto asyncCancelSplit(std::string_view name, int old_partitions, Token&& token) {
    return asyncCancelSplit(name, old_partitions, AdminOptions{}, std::forward<Token>(token));
  }

 private:
  using Job = detail::JobStart;
  Job createTableJob(std::string_view name, const CreateTableOptions& options) const;
  Job dropTableJob(std::string_view name, const DropTableOptions& options) const;
  Job recallTableJob(int app_id, const RecallTableOptions& options) const;
  Job renameTableJob(std::string_view name, std::string_view new_name,
                     const AdminOptions& options) const;
  Job listTablesJob(const ListTablesOptions& options) const;
  Job listNodesJob(const AdminOptions& options) const;
  Job clusterInfoJob(const AdminOptions& options) const;
  Job tableEnvsJob(std::string_view name, const AdminOptions& options) const;
  Job setTableEnvsJob(std::string_view name, const Envs& envs, const AdminOptions& options) const;
  Job deleteTableEnvsJob(std::string_view name, const std::vector<std::string>& keys,
                         const AdminOptions& options) const;
  Job clearTableEnvsJob(std::string_view name, std::string_view prefix,
                        const AdminOptions& options) const;
  Job partitionsJob(std::string_view name, const AdminOptions& options) const;
  Job startSplitJob(std::string_view name, int new_partitions, const AdminOptions& options) const;
  Job querySplitJob(std::string_view name, const AdminOptions& options) const;
  Job pauseSplitJob(std::string_view name, const SplitControlOptions& options) const;
  Job restartSplitJob(std::string_view name, const SplitControlOptions& options) const;
  Job cancelSplitJob(std::string_view name, int old_partitions, const AdminOptions& options) const;

  std::shared_ptr<internal::ClientCore> client_;
};

}  // namespace bridle
