// In a source of its own, so that no compiler sees these functions and their callers together and "optimises" the pair.
#include "count_allocations.h"

#include <cstdlib>
#include <new>

// With the C library of GNU malloc itself is counted, which Eigen and C libraries call as well; where sanitizers or another library have
// one of their own, operator new alone.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STRIBECK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define STRIBECK_SANITIZED 1
#endif
#endif
#if defined(__GLIBC__) && !defined(STRIBECK_SANITIZED)
#define STRIBECK_COUNTS_MALLOC 1
#endif

namespace {
thread_local long count = 0;
}  // namespace

#ifdef STRIBECK_COUNTS_MALLOC

extern "C" {
// What the C library calls its own, so that they can be replaced (The GNU C Library, "Replacing malloc").
void* __libc_malloc(std::size_t size);                      // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t number, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* memory, std::size_t size);       // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept {
  ++count;
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) noexcept {
  ++count;
  return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  ++count;
  return __libc_realloc(memory, size);
}
}

#else

void* operator new(std::size_t size) {
  ++count;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif

namespace stribeck::test {

long allocations() { return count; }

}  // namespace stribeck::test
