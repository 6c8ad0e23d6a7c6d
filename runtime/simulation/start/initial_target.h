#pragma once
// The initial targets of a run.
#include <cstddef>
#include <vector>

#include "program/snapshot.h"

namespace stribeck {

struct InitialTarget {
  std::size_t number = 0;  ///< in StartCode::targets
  double value = 0;        ///< SI
  Priority priority = Priority::high;
};
using InitialTargets = std::vector<InitialTarget>;

/// The targets that the program was compiled with.
inline InitialTargets targets_of(const Program& program) {
  InitialTargets targets;
  for (const TargetCode& code : program.start.targets) targets.push_back({targets.size(), code.asked, code.priority});
  return targets;
}

inline const TargetCode& code_of(const InitialTarget& target, const Program& program) { return program.start.targets[target.number]; }
/// The value of the target's variable at a point at which section `outputs` has run, too.
inline double value_of(const InitialTarget& target, const Snapshot& now) { return now.value(code_of(target, now.program()).value); }

}  // namespace stribeck
