#pragma once
// Messages of the two failures of an integration: the step became too small, or a value is not finite.
#include <cstdint>
#include <string>

#include "base/diagnostic.h"
#include "simulation/integrator.h"

namespace stribeck {

/// 16 units in the last place of t: the stages of a longer step still differ in time.
double time_resolution(double t);
/// The shortest step that is tried at t: time_resolution(t), or an absolute length where t is nearly zero.
double shortest_step(double t);

/// `culprit` is the index of the state with the largest error, -1 if not known; `because` may be empty.
[[noreturn]] void throw_step_too_small(const Ode& ode, double t, double step_s, std::int32_t culprit, const std::string& because);

/// `culprit` is the index of a state whose value or derivative is not finite, -1 if not known.
[[noreturn]] void throw_not_finite(const Ode& ode, double t, std::int32_t culprit);

/// True if a smaller step may avoid what `failure` complains of: a trial state strayed to where the model has no value.
bool smaller_step_may_help(const Failure& failure);

}  // namespace stribeck
