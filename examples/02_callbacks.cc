// A hundred writes, then a hundred reads, all in flight at once, with callbacks and with futures.
//
//   02_callbacks 127.0.0.1:34601 usertable

#include <bridle/client.h>

#include <atomic>
#include <boost/asio/use_future.hpp>
#include <future>
#include <iostream>
#include <latch>
#include <vector>

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";
  const std::string name = argc > 2 ? argv[2] : "usertable";
  constexpr int kRecords = 100;

  absl::StatusOr<bridle::Client> client = bridle::Client::connect({.meta_servers = {meta}});
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;
  absl::StatusOr<bridle::Table> table = client->openTable(name);
  if (!table.ok()) return std::cerr << table.status() << "\n", 1;

  // Callbacks run on the client's loop thread: they must not block, and may start further calls.
  std::atomic<int> written = 0;
  std::latch all_written(kRecords);
  for (int i = 0; i < kRecords; ++i) {
    const std::string key = "user_" + std::to_string(i);
    table->asyncSet({key}, "value of " + key, [&](const absl::Status& status) {
      if (status.ok()) ++written;
      all_written.count_down();
    });
  }
  all_written.wait();
  std::cout << "written: " << written << "\n";

  // Any Asio completion token will do; a future is one.
  using Value = absl::StatusOr<std::optional<std::string>>;
  std::vector<std::future<Value>> reads;
  for (int i = 0; i < kRecords; ++i) {
    reads.push_back(table->asyncGet({"user_" + std::to_string(i)}, boost::asio::use_future));
  }
  int read = 0;
  for (std::future<Value>& future : reads) {
    const Value value = future.get();
    if (value.ok() && value->has_value()) ++read;
  }
  std::cout << "read: " << read << "\n";
}
