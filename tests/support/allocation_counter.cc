#include "support/allocation_counter.h"

#include <cerrno>
#include <cstddef>

// Asio calls aligned_alloc and the standard library operator new, so the count is taken where both
// end up: in malloc. The sanitizers have taken that place already, but offer a hook.

namespace {

thread_local std::uint64_t count = 0;

}  // namespace

std::uint64_t bridle::test::allocations() {
  return count;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                              void (*on_free)(const volatile void*));
}

namespace {

const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++count; }, [](const volatile void*) {});

}  // namespace

#else

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t n, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}

void* calloc(std::size_t n, std::size_t size) {
  ++count;
  return __libc_calloc(n, size);
}

void* realloc(void* memory, std::size_t size) {
  ++count;
  return __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  ++count;
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"

#endif
