#include "base/memory.h"

#include <cstdlib>  // defines __GLIBC__ where it is

#if defined(__has_feature)
#define STRIBECK_HAS_FEATURE(name) __has_feature(name)
#else
#define STRIBECK_HAS_FEATURE(name) 0
#endif
// The address sanitizer has a heap of its own.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !STRIBECK_HAS_FEATURE(address_sanitizer)
#define STRIBECK_GLIBC_HEAP
#include <malloc.h>
#include <sys/mman.h>

#include <limits>
#include <memory>
#endif

namespace stribeck {

#ifdef STRIBECK_GLIBC_HEAP
namespace {

/// Reserves the heap's first part, as addresses alone, and asks for pages of 2 MiB there: what is touched all over (hash tables, the pool
/// of expressions) then misses the address cache less often. Where it is refused, all goes on as usual.
void ask_for_large_pages() {
  constexpr std::size_t kReserved = std::size_t{3} << 29U, kPage = std::size_t{2} << 20U;
  void* const first = std::malloc(kReserved);
  if (first == nullptr) return;
  void* aligned = first;
  std::size_t space = kReserved;
  if (std::align(kPage, kPage, aligned, space) != nullptr) madvise(aligned, space & ~(kPage - 1), MADV_HUGEPAGE);
  std::free(first);
}

}  // namespace
#endif

void keep_freed_memory() {
#ifdef STRIBECK_GLIBC_HEAP
  constexpr int kPiece = 64 << 20, kNever = std::numeric_limits<int>::max();
  mallopt(M_TOP_PAD, kPiece);
  mallopt(M_TRIM_THRESHOLD, kNever);
  mallopt(M_MMAP_MAX, 0);  // its threshold cannot be set this high
  ask_for_large_pages();
#endif
}

}  // namespace stribeck
