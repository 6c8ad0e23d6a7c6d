#pragma once

namespace stribeck {

/// For programs, not for libraries: memory that is freed stays with the process, and is asked for in large pieces. Loading a diagram of
/// 10^5 cells grows and drops arrays of a hundred megabytes; to hand each back to the system and fault it in again took a fifth of the
/// time.
void keep_freed_memory();

}  // namespace stribeck
