// The blocking forms.
#include "bridle/admin.h"

#include "client/job/await_job.h"

namespace bridle {

using internal::awaitJob;

absl::StatusOr<int> Admin::createTable(std::string_view name, const CreateTableOptions& options) {
  return awaitJob<absl::StatusOr<int>>(*client_, "createTable", createTableJob(name, options));
}

absl::Status Admin::dropTable(std::string_view name, const DropTableOptions& options) {
  return awaitJob<absl::Status>(*client_, "dropTable", dropTableJob(name, options));
}

absl::StatusOr<TableInfo> Admin::recallTable(int app_id, const RecallTableOptions& options) {
  return awaitJob<absl::StatusOr<TableInfo>>(*client_, "recallTable",
                                             recallTableJob(app_id, options));
}

absl::Status Admin::renameTable(std::string_view name, std::string_view new_name,
                                const AdminOptions& options) {
  return awaitJob<absl::Status>(*client_, "renameTable", renameTableJob(name, new_name, options));
}

absl::StatusOr<std::vector<TableInfo>> Admin::listTables(const ListTablesOptions& options) {
  return awaitJob<absl::StatusOr<std::vector<TableInfo>>>(*client_, "listTables",
                                                          listTablesJob(options));
}

absl::StatusOr<std::vector<NodeInfo>> Admin::listNodes(const AdminOptions& options) {
  return awaitJob<absl::StatusOr<std::vector<NodeInfo>>>(*client_, "listNodes",
                                                         listNodesJob(options));
}

absl::StatusOr<Admin::ClusterInfo> Admin::clusterInfo(const AdminOptions& options) {
  return awaitJob<absl::StatusOr<ClusterInfo>>(*client_, "clusterInfo", clusterInfoJob(options));
}

absl::StatusOr<Admin::Envs> Admin::tableEnvs(std::string_view name, const AdminOptions& options) {
  return awaitJob<absl::StatusOr<Envs>>(*client_, "tableEnvs", tableEnvsJob(name, options));
}

absl::Status Admin::setTableEnvs(std::string_view name, const Envs& envs,
                                 const AdminOptions& options) {
  return awaitJob<absl::Status>(*client_, "setTableEnvs", setTableEnvsJob(name, envs, options));
}

absl::Status Admin::deleteTableEnvs(std::string_view name, const std::vector<std::string>& keys,
                                    const AdminOptions& options) {
  return awaitJob<absl::Status>(*client_, "deleteTableEnvs",
                                deleteTableEnvsJob(name, keys, options));
}

absl::Status Admin::clearTableEnvs(std::string_view name, std::string_view prefix,
                                   const AdminOptions& options) {
  return awaitJob<absl::Status>(*client_, "clearTableEnvs",
                                clearTableEnvsJob(name, prefix, options));
}

absl::StatusOr<TablePartitions> Admin::partitions(std::string_view name,
                                                  const AdminOptions& options) {
  return awaitJob<absl::StatusOr<TablePartitions>>(*client_, "partitions",
                                                   partitionsJob(name, options));
}

absl::Status Admin::startSplit(std::string_view name, int new_partitions,
                               const AdminOptions& options) {
  return awaitJob<absl::Status>(*client_, "startSplit",
                                startSplitJob(name, new_partitions, options));
}

absl::StatusOr<std::optional<SplitInfo>> Admin::querySplit(std::string_view name,
                                                           const AdminOptions& options) {
  return awaitJob<absl::StatusOr<std::optional<SplitInfo>>>(*client_, "querySplit",
                                                            querySplitJob(name, options));
}

absl::Status Admin::pauseSplit(std::string_view name, const SplitControlOptions& options) {
  return awaitJob<absl::Status>(*client_, "pauseSplit", pauseSplitJob(name, options));
}

absl::Status Admin::restartSplit(std::string_view name, const SplitControlOptions& options) {
  return awaitJob<absl::Status>(*client_, "restartSplit", restartSplitJob(name, options));
}

absl::Status Admin::cancelSplit(std::string_view name, int old_partitions,
                                const AdminOptions& options) {
  return awaitJob<absl::Status>(*client_, "cancelSplit",
                                cancelSplitJob(name, old_partitions, options));
}

}  // namespace bridle
