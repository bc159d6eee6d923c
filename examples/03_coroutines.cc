// Coroutines on a loop of the application: the client starts no thread of its own.
//
//   03_coroutines 127.0.0.1:34601 usertable

#include <bridle/client.h>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <iostream>

namespace asio = boost::asio;

asio::awaitable<absl::Status> work(bridle::Client& client, std::string name) {
  absl::StatusOr<bridle::Table> table = co_await client.asyncOpenTable(name);
  if (!table.ok()) co_return table.status();

  const absl::Status written = co_await table->asyncSet({"user_1", "city"}, "Paris");
  if (!written.ok()) co_return written;

  const auto value = co_await table->asyncGet({"user_1", "city"}, {.timeout_ms = 500});
  if (!value.ok()) co_return value.status();
  std::cout << "city: " << value->value_or("(none)") << "\n";
  co_return absl::OkStatus();
}

int main(int argc, char** argv) {
  const std::string meta = argc > 1 ? argv[1] : "127.0.0.1:34601";
  const std::string name = argc > 2 ? argv[2] : "usertable";

  asio::io_context io(1);
  absl::StatusOr<bridle::Client> client =
      bridle::Client::connect({.meta_servers = {meta}}, io.get_executor());
  if (!client.ok()) return std::cerr << client.status() << "\n", 1;

  absl::Status result;
  asio::co_spawn(io, work(*client, name), [&](std::exception_ptr, absl::Status status) {
    result = std::move(status);
    client->close();  // ends the client's work on the loop, so that run() returns
  });
  io.run();
  if (!result.ok()) return std::cerr << result << "\n", 1;
}
