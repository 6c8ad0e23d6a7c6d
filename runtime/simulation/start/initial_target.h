#pragma once
// The initial targets of a run.
#include <cstddef>
#include <vector>

#include "program/machine.h"

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

inline const TargetCode& code_of(const InitialTarget& target, const Machine& machine) {
  return machine.program().start.targets[target.number];
}
/// The value of the target's variable as evaluated last; section `outputs` must have run.
inline double value_of(const InitialTarget& target, const Machine& machine) { return machine.value(code_of(target, machine).value); }

}  // namespace stribeck
