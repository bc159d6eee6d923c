// How the library, which is compiled, and a completion handler, whose type only the user's code
// knows, share one block of memory. Nothing here is for direct use.
#pragma once

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/recycling_allocator.hpp>
#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace bridle::detail {

// A started operation: room for the library's state of the call, the handler, and the encoded
// request.
class Operation {
 public:
  static constexpr std::size_t kStateBytes = 640;

  // Where the library keeps its state of the call, constructed and destroyed by it.
  void* state() { return state_; }

  // The bytes of the request, kept until the end.
  std::string_view args() const { return {args_, args_size_}; }

  // Ends the operation: `result` points to the argument of the handler, which is moved from. The
  // block is released, then the handler goes to its executor.
  void deliver(void* result) { deliver_(*this, result, false); }

  // The same from inside the initiating function, where the handler must not run at once.
  void deliverLater(void* result) { deliver_(*this, result, true); }

 protected:
  using Deliver = void (*)(Operation&, void* result, bool later);

  Operation(Deliver end, char* args, std::size_t args_size)
      : deliver_(end), args_(args), args_size_(args_size) {}
  ~Operation() = default;

 private:
  Deliver deliver_;
  char* args_;
  std::size_t args_size_;
  alignas(std::max_align_t) std::byte state_[kStateBytes];
};

template <typename Completion, typename Handler>
class HandlerOperation final : public Operation {
 public:
  // One allocation from the handler's associated allocator; by default Asio's recycling one, which
  // on a thread that runs an io_context takes the block of an operation that has ended.
  static HandlerOperation& create(Handler&& handler, std::string_view args) {
    Allocator allocator = allocatorOf(handler);
    const std::size_t units = unitsFor(args.size());
    Unit* const block = std::allocator_traits<Allocator>::allocate(allocator, units);
    char* const copy = reinterpret_cast<char*>(block) + sizeof(HandlerOperation);
    args.copy(copy, args.size());
    return *::new (static_cast<void*>(block))
        HandlerOperation(std::move(handler), copy, args.size());
  }

 private:
  struct alignas(std::max_align_t) Unit {
    std::byte bytes[alignof(std::max_align_t)];
  };
  using Executor = boost::asio::associated_executor_t<Handler>;
  using Work = std::decay_t<decltype(boost::asio::prefer(
      std::declval<const Executor&>(), boost::asio::execution::outstanding_work.tracked))>;
  using Allocator = typename std::allocator_traits<boost::asio::associated_allocator_t<
      Handler, boost::asio::recycling_allocator<void>>>::template rebind_alloc<Unit>;

  static Allocator allocatorOf(const Handler& handler) {
    return Allocator(
        boost::asio::get_associated_allocator(handler, boost::asio::recycling_allocator<void>()));
  }

  static std::size_t unitsFor(std::size_t args_size) {
    return (sizeof(HandlerOperation) + args_size + sizeof(Unit) - 1) / sizeof(Unit);
  }

  HandlerOperation(Handler&& handler, char* args, std::size_t args_size)
      : Operation(&HandlerOperation::end, args, args_size),
        handler_(std::move(handler)),
        work_(boost::asio::prefer(boost::asio::get_associated_executor(handler_),
                                  boost::asio::execution::outstanding_work.tracked)) {}

  static void end(Operation& base, void* result, bool later) {
    auto& self = static_cast<HandlerOperation&>(base);
    Handler handler(std::move(self.handler_));
    Work work(std::move(self.work_));
    Completion value(std::move(*static_cast<Completion*>(result)));
    release(self, handler);
    Allocator allocator = allocatorOf(handler);
    auto run = boost::asio::bind_allocator(
        allocator, [handler = std::move(handler), value = std::move(value)]() mutable {
          std::move(handler)(std::move(value));
        });
    if (later) {
      boost::asio::post(work, std::move(run));
    } else {
      boost::asio::dispatch(work, std::move(run));
    }
  }

  static void release(HandlerOperation& self, const Handler& handler) {
    Allocator allocator = allocatorOf(handler);
    const std::size_t units = unitsFor(self.args().size());
    self.~HandlerOperation();
    std::allocator_traits<Allocator>::deallocate(allocator, reinterpret_cast<Unit*>(&self), units);
  }

  Handler handler_;
  Work work_;
};

}  // namespace bridle::detail
