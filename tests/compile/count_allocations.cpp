// In a source of its own, so that no compiler sees these functions and their callers together and "optimises" the pair.
#include "count_allocations.h"

#include <cstdlib>
#include <new>

namespace {
long count = 0;
}  // namespace

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

namespace stribeck::test {

long allocations() { return count; }

}  // namespace stribeck::test
