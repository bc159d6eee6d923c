// Writes that depend on what is there: a lock, a change of several records, an exchange.
//
//   07_check_and_set 127.0.0.1:34601 usertable

#include <bridle/client.h>

#include <iostream>

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";
  const std::string name = argc > 2 ? argv[2] : "usertable";

  absl::StatusOr<bridle::Client> client = bridle::Client::connect({.meta_servers = {meta}});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  absl::StatusOr<bridle::Table> table = client->openTable(name);
  if (!table.ok()) return std::cerr << table.status() << "\n", 1;
  if (const auto removed = table->multiDel("job_4", {"owner", "state", "result"}); !removed.ok()) {
    return std::cerr << removed.status() << "\n", 1;
  }

  // Whoever comes first owns the job, for a minute.
  for (const char* const worker : {"worker a", "worker b"}) {
    const absl::StatusOr<bridle::CheckResult> taken =
        table->checkAndSet("job_4", {.sort_key = "owner", .type = bridle::CheckType::kNotExist},
                           {.value = worker, .ttl_seconds = 60}, {.return_value = true});
    if (!taken.ok()) return std::cerr << taken.status() << "\n", 1;
    std::cout << worker << (taken->applied ? ": mine" : ": taken by " + taken->value.value_or("?"))
              << "\n";
  }

  // Several records of the hash key change together, if the owner is still the same.
  const absl::StatusOr<bridle::CheckResult> done = table->checkAndMutate(
      "job_4", {.sort_key = "owner", .type = bridle::CheckType::kBytesEqual, .operand = "worker a"},
      {bridle::Mutation::set("state", "done"), bridle::Mutation::set("result", "42"),
       bridle::Mutation::del("owner")});
  if (!done.ok()) return std::cerr << done.status() << "\n", 1;
  std::cout << "done: " << (done->applied ? "yes" : "no") << "\n";

  const absl::StatusOr<bridle::CheckResult> exchanged =
      table->compareExchange({"job_4", "state"}, "running", "failed");
  if (!exchanged.ok()) return std::cerr << exchanged.status() << "\n", 1;
  std::cout << (exchanged->applied ? "failed" : "it is " + exchanged->value.value_or("gone"))
            << "\n";
}
