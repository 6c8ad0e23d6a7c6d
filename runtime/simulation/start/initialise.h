#pragma once
// Consistent initial values from targets with priorities, or from rest (design section 4, hard parts 8).
#include <vector>

#include "base/diagnostic.h"
#include "program/machine.h"
#include "simulation/events/conditions.h"
#include "simulation/loop/model_ode.h"
#include "simulation/start/initial_target.h"

namespace stribeck {

/// The states that are velocities.
std::vector<std::size_t> speed_states(const Program& program);

struct InitialState {
  std::vector<double> x;
  std::vector<Diagnostic> notes;  ///< low targets that could not be met, with the achieved values; and choices that were made
  /// This state, with the notes on choices of an earlier one from which it was found.
  InitialState with_choices_of(const InitialState& earlier) &&;
};

/// High targets hold exactly or Failure initial.conflict names them; low ones are met as closely as possible (least squares) without
/// disturbing the high ones; the rest stays as near as possible to the declared start values, or to `from` if that is not empty. Speeds
/// that no target determines are those of least kinetic energy, as of a system that the targets set in motion from rest.
InitialState initialise(Machine& machine, Conditions& conditions, const InitialTargets& targets, double start_s,
                        std::vector<double> from = {});

/// Throws Failure initial.conflict for high targets that do not hold in the steady state that was found.
void require_targets(const Snapshot& now, const InitialTargets& targets);

}  // namespace stribeck
