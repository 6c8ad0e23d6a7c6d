#pragma once
// The rule that what held before an event is let go last, for modes that are sought by changing all that contradict themselves at once.
#include <cstddef>
#include <vector>

namespace stribeck {

/// Takes back from `next` the changes of what was held, as long as anything else changes. What breaks loose acts with its static force for
/// no time: that takes no speed from what hangs on it, which its kinetic force may let hold. `held` may be empty: nothing was.
inline void keep_held(const std::vector<bool>& held, const std::vector<int>& modes, std::vector<int>& next) {
  bool others_change = false;
  for (std::size_t i = 0; i < held.size(); ++i) others_change = others_change || (!held[i] && next[i] != modes[i]);
  for (std::size_t i = 0; others_change && i < held.size(); ++i)
    if (held[i]) next[i] = modes[i];
}

}  // namespace stribeck
