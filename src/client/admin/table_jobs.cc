// The life of a table: create, drop, recall, rename, list.
#include <algorithm>
#include <utility>

#include "base/status.h"
#include "bridle/admin.h"
#include "client/admin/admin_job.h"
#include "wire/rpc_names.h"

namespace bridle {
namespace internal {
namespace {

TableStatus statusOf(wire::app_status::type status) {
  switch (status) {
    case wire::app_status::AS_AVAILABLE:
      return TableStatus::kAvailable;
    case wire::app_status::AS_CREATING:
      return TableStatus::kCreating;
    case wire::app_status::AS_DROPPING:
      return TableStatus::kDropping;
    case wire::app_status::AS_DROPPED:
      return TableStatus::kDropped;
    case wire::app_status::AS_RECALLING:
      return TableStatus::kRecalling;
    default:
      return TableStatus::kUnknown;
  }
}

TableInfo tableInfoOf(const wire::app_info& info) {
  return {.name = info.app_name,
          .app_id = info.app_id,
          .status = statusOf(info.status),
          .partitions = info.partition_count,
          .replicas = info.max_replica_count,
          .envs = info.envs,
          .created_at = info.create_second,
          .dropped_at = info.drop_second,
          .expires_at = info.expire_second};
}

bool matches(const Filter& filter, std::string_view name) {
  switch (filter.type) {
    case Filter::Type::kNone:
      return true;
    case Filter::Type::kAnywhere:
      return name.find(filter.pattern) != name.npos;
    case Filter::Type::kPrefix:
      return name.starts_with(filter.pattern);
    case Filter::Type::kPostfix:
      return name.ends_with(filter.pattern);
    case Filter::Type::kExact:
      return name == filter.pattern;
  }
  return true;
}

// Chosen here, since only newer servers can match names, and all answers are small.
absl::StatusOr<std::vector<TableInfo>> readTables(std::string_view title, std::string_view answer,
                                                  std::optional<TableStatus> status,
                                                  const Filter& name) {
  const auto response = readAnswer<wire::configuration_list_apps_response>(title, answer);
  if (!response.ok()) return response.status();
  std::vector<TableInfo> tables;
  for (const wire::app_info& info : response->infos) {
    TableInfo table = tableInfoOf(info);
    if (status.has_value() && table.status != *status) continue;
    if (matches(name, table.name)) tables.push_back(std::move(table));
  }
  std::sort(tables.begin(), tables.end(),
            [](const TableInfo& a, const TableInfo& b) { return a.app_id < b.app_id; });
  return tables;
}

MetaQuestion allTables(std::string title, double timeout_ms) {
  wire::configuration_list_apps_request request;
  request.status = wire::app_status::AS_INVALID;
  return questionOf(std::move(title), wire::rpc_names::kListApps, request, timeout_ms);
}

absl::StatusOr<int> readCreated(std::string_view title, std::string_view answer) {
  const auto response = readAnswer<wire::configuration_create_app_response>(title, answer);
  if (!response.ok()) return response.status();
  return response->appid;
}

absl::StatusOr<TableInfo> readRecalled(std::string_view title, std::string_view answer) {
  const auto response = readAnswer<wire::configuration_recall_app_response>(title, answer);
  if (!response.ok()) return response.status();
  return tableInfoOf(response->info);
}

MetaQuestion createQuestion(std::string_view name, const CreateTableOptions& options) {
  wire::configuration_create_app_request request;
  request.app_name = std::string(name);
  request.options.partition_count = options.partitions;
  request.options.replica_count = options.replicas;
  request.options.success_if_exist = options.success_if_exists;
  request.options.app_type = "pegasus";
  request.options.is_stateful = true;
  request.options.envs = options.envs;
  MetaQuestion question = questionOf(
      titleOf("createTable", name), wire::rpc_names::kCreateApp, request, options.timeout_ms,
      options.success_if_exists ? Repeat::kAlways : Repeat::kIfNotExecuted);
  question.awaits_creation = options.success_if_exists;
  question.problem = problemWithNewName(name);
  if (question.problem.empty() && options.partitions < 1) {
    question.problem = text("partitions is ", options.partitions, "; it must be at least 1");
  }
  if (question.problem.empty() && options.replicas < 1) {
    question.problem = text("replicas is ", options.replicas, "; it must be at least 1");
  }
  return question;
}

}  // namespace
}  // namespace internal

using detail::JobStart;
using internal::Repeat;
using internal::text;
using internal::titleOf;
namespace rpc_names = internal::wire::rpc_names;
namespace wire = internal::wire;

std::string_view tableStatusName(TableStatus status) {
  switch (status) {
    case TableStatus::kAvailable:
      return "available";
    case TableStatus::kCreating:
      return "creating";
    case TableStatus::kDropping:
      return "dropping";
    case TableStatus::kDropped:
      return "dropped";
    case TableStatus::kRecalling:
      return "recalling";
    case TableStatus::kUnknown:
      break;
  }
  return "unknown";
}

JobStart Admin::createTableJob(std::string_view name, const CreateTableOptions& options) const {
  internal::MetaQuestion question = internal::createQuestion(name, options);
  if (!options.wait) {
    return internal::adminJob<absl::StatusOr<int>>(client_, std::move(question),
                                                   internal::readCreated);
  }
  return internal::awaitTableJob<int>(client_, std::move(question), internal::readCreated,
                                      [table = std::string(name)](int) { return table; });
}

JobStart Admin::dropTableJob(std::string_view name, const DropTableOptions& options) const {
  wire::configuration_drop_app_request request;
  request.app_name = std::string(name);
  request.options.success_if_not_exist = options.success_if_not_exists;
  if (options.reserve_seconds != 0) request.options.__set_reserve_seconds(options.reserve_seconds);
  internal::MetaQuestion question = internal::questionOf(
      titleOf("dropTable", name), rpc_names::kDropApp, request, options.timeout_ms,
      options.success_if_not_exists ? Repeat::kAlways : Repeat::kIfNotExecuted);
  if (options.reserve_seconds < 0) {
    question.problem = text("reserve_seconds is ", options.reserve_seconds,
                            "; it must be at least 0 (as the cluster's settings say)");
  }
  return internal::adminJob<absl::Status>(
      client_, std::move(question), internal::readOutcome<wire::configuration_drop_app_response>);
}

JobStart Admin::recallTableJob(int app_id, const RecallTableOptions& options) const {
  wire::configuration_recall_app_request request;
  request.app_id = app_id;
  request.new_app_name = std::string(options.new_name);
  internal::MetaQuestion question =
      internal::questionOf(text("recallTable ", app_id), rpc_names::kRecallApp, request,
                           options.timeout_ms, Repeat::kIfNotExecuted);
  if (!options.new_name.empty()) question.problem = internal::problemWithNewName(options.new_name);
  if (!options.wait) {
    return internal::adminJob<absl::StatusOr<TableInfo>>(client_, std::move(question),
                                                         internal::readRecalled);
  }
  return internal::awaitTableJob<TableInfo>(client_, std::move(question), internal::readRecalled,
                                            [](const TableInfo& table) { return table.name; });
}

JobStart Admin::renameTableJob(std::string_view name, std::string_view new_name,
                               const AdminOptions& options) const {
  wire::configuration_rename_app_request request;
  request.old_app_name = std::string(name);
  request.new_app_name = std::string(new_name);
  internal::MetaQuestion question =
      internal::questionOf(titleOf("renameTable", name), rpc_names::kRenameApp, request,
                           options.timeout_ms, Repeat::kIfNotExecuted);
  question.problem = internal::problemWithNewName(new_name);
  return internal::adminJob<absl::Status>(
      client_, std::move(question), internal::readOutcome<wire::configuration_rename_app_response>);
}

JobStart Admin::listTablesJob(const ListTablesOptions& options) const {
  return internal::adminJob<absl::StatusOr<std::vector<TableInfo>>>(
      client_, internal::allTables("listTables", options.timeout_ms),
      [status = options.status, type = options.name.type,
       pattern = std::string(options.name.pattern)](auto title, auto answer) {
        return internal::readTables(title, answer, status, {type, pattern});
      });
}

JobStart Admin::tableEnvsJob(std::string_view name, const AdminOptions& options) const {
  return internal::adminJob<absl::StatusOr<Envs>>(
      client_, internal::allTables(titleOf("tableEnvs", name), options.timeout_ms),
      [table = std::string(name)](std::string_view title,
                                  std::string_view answer) -> absl::StatusOr<Envs> {
        const auto tables =
            internal::readTables(title, answer, TableStatus::kAvailable, Filter::exact(table));
        if (!tables.ok()) return tables.status();
        if (!tables->empty()) return tables->front().envs;
        return internal::adminError(title, wire::ServerError::kAppNotExist, "");
      });
}

}  // namespace bridle
