#include "simulation/state_watch.h"

#include <algorithm>
#include <set>

#include "base/constants.h"
#include "base/index.h"

namespace stribeck {

StateWatch::StateWatch(const SortedSystem& sorted) : sorted_(sorted) {
  if (sorted.varying_levels.empty()) return;
  const FlatSystem& flat = *sorted.flat;
  for (std::size_t v = 0; v < flat.variables.size(); ++v) {
    const FlatVariable& variable = flat.variables[v];
    if (variable.alias_of != -1 || variable.value == ExprId::none) continue;
    variables_.push_back(static_cast<std::int32_t>(v));
    expressions_.push_back(variable.value);
  }
  std::set<ExprId> coefficients;  // another choice looks at others than the present one
  for (std::size_t e = 0; e < flat.equations.size(); ++e) {
    if (flat.equations[e].kind != EquationKind::derivative) continue;
    for (const IncidenceTerm& term : sorted.incidence[e])
      if ((flat.pool.content(term.partial) & ~kParameter) != 0) coefficients.insert(term.partial);
  }
  expressions_.insert(expressions_.end(), coefficients.begin(), coefficients.end());
}

MotionPoint StateWatch::point(const Machine& machine) const {
  MotionPoint point;
  point.variables.assign(sorted_.flat->variables.size(), 0.0);
  const std::vector<Register>& watched = machine.program().watched;
  for (std::size_t k = 0; k < watched.size(); ++k) {
    if (k < variables_.size())
      point.variables[at(variables_[k])] = machine.value(watched[k]);
    else
      point.coefficients[expressions_[k]] = machine.value(watched[k]);
  }
  return point;
}

bool StateWatch::is_poor(const MotionPoint& point) const {
  return std::any_of(sorted_.varying_levels.begin(), sorted_.varying_levels.end(),
                     [&](const SelectionLevel& level) { return selection_quality(level, point.coefficients) < kSelectionQuality; });
}

}  // namespace stribeck
