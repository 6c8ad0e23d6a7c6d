#pragma once
// How a stage says which of its struct's invariants is broken.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace stribeck {

/// Thrown by require(), caught by first_broken().
struct BrokenInvariant {
  std::string what;
};

inline void require(bool holds, const char* what) {
  if (!holds) throw BrokenInvariant{what};
}
/// With the name of what breaks it, which is asked for only then.
template <typename Name>
void require(bool holds, const char* what, Name name) {
  if (!holds) throw BrokenInvariant{what + (": " + name())};
}

inline bool is_below(std::int64_t number, std::size_t count) { return number >= 0 && static_cast<std::size_t>(number) < count; }

/// The first invariant that a check finds broken, in words; empty if it finds none.
template <typename Check>
std::string first_broken(Check check) {
  try {
    check();
  } catch (const BrokenInvariant& broken) {
    return broken.what;
  }
  return {};
}

}  // namespace stribeck
