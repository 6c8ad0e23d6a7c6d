#pragma once
// A rule for searches that change all inconsistent modes at once: elements that stuck before the event are released last.
#include <cstddef>
#include <vector>

namespace stribeck {

/// Reverts in `next` the changes of elements that were held, as long as any other element changes. A friction that breaks loose acts with
/// its static force for no time at all, so that this force must not make its neighbours slip if the kinetic force would let them stick.
/// `held` may be empty if no element was held.
inline void keep_held(const std::vector<bool>& held, const std::vector<int>& modes, std::vector<int>& next) {
  bool others_change = false;
  for (std::size_t i = 0; i < held.size(); ++i) others_change = others_change || (!held[i] && next[i] != modes[i]);
  for (std::size_t i = 0; others_change && i < held.size(); ++i)
    if (held[i]) next[i] = modes[i];
}

}  // namespace stribeck
