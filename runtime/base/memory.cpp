#include "base/memory.h"

#include <cstdlib>  // defines __GLIBC__ where it is
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace stribeck {

void keep_freed_memory() {
#if defined(__GLIBC__)
  constexpr int kPiece = 64 << 20, kNever = 1 << 30;
  mallopt(M_TOP_PAD, kPiece);
  mallopt(M_TRIM_THRESHOLD, kNever);
  mallopt(M_MMAP_THRESHOLD, kNever);
#endif
}

}  // namespace stribeck
