// Options from a TOML file, for programs that are tuned without being built again.
// conf/client.toml shows every key with its default.
//
//   auto config = bridle::loadConfig("client.toml");
//   if (!config.ok()) return fail(config.status());
//   auto client = bridle::Client::connect(config->client);
//   auto table = (*client)->openTable("usertable", config->forTable("usertable"));
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "bridle/options.h"

namespace bridle {

// What a file says; what it leaves out has the default of bridle/options.h.
struct Config {
  ClientOptions client;  // [client]
  TableOptions table;    // [table]: of every table without a section of its own

  // [tables.NAME]: of one table. What the section leaves out is as in [table].
  std::map<std::string, TableOptions, std::less<>> tables;

  // The options of the table with this name. The reference lives as long as this Config.
  const TableOptions& forTable(std::string_view name) const;
};

// Reads and checks a file of at most 64 KiB. Thread-safe; keeps nothing open. Costs disk reads and
// some milliseconds of parsing: for the start of a program, not for each call.
//
// Strict: an unknown section or key, a value of the wrong type or out of range, a key given twice
// and broken TOML are all refused with InvalidArgument, and the text says where and what to write:
//
//   client.toml:12: unknown key "backup_reqest_ms" in [table]; did you mean "backup_request_ms"?
//
// meta_servers may be left out, for programs that get it from elsewhere; Client::connect insists on
// it. A file that cannot be read gives NotFound, PermissionDenied or the like, with its path.
absl::StatusOr<Config> loadConfig(const std::string& path);

}  // namespace bridle
