#pragma once
// The two-sided stop shared by translational.hard_stop and rotational.hard_stop.
#include "rigid_contact.h"
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Units and defaults in which the domains differ.
struct HardStopWords {
  const char* position_unit;
  const char* stiffness_unit;
  const char* damping_unit;
  double damping;
  const char* transition_unit;
  double transition;  ///< in transition_unit
  const RigidContactWords& rigid;
};

enum class StopModel { smooth, damped_rebound, undamped_rebound, restitution };

/// What one side of the stop does: its push (positive outwards), its elastic energy and the power it turns into heat.
struct StopSide {
  Expression push, stored, dissipated;
};

/// One side, `depth` beyond its bound and moving deeper at `rate`. Both energies follow from the push, so that the balance is exact:
/// push * rate = d(stored)/dt + dissipated in each model.
inline StopSide stop_side(StopModel model, const Expression& depth, const Expression& rate, const Expression& stiffness,
                          const Expression& damping, const Expression& transition) {
  const Condition touching = depth >= 0;
  if (model == StopModel::smooth) {
    const Condition full = depth >= transition;
    const Expression xi = depth / transition;
    const Expression share = if_else(full, 1, xi * xi * (3 - 2 * xi));
    // integral of share * stiffness * depth, continued beyond the transition region
    const Expression within = stiffness * square(transition) * pow(xi, 4) * (0.75 - 0.4 * xi);
    const Expression beyond = stiffness * (0.5 * square(depth) - 0.15 * square(transition));
    return {if_else(touching, share * (stiffness * depth + damping * rate), 0), if_else(touching, if_else(full, beyond, within), 0),
            if_else(touching, share * damping * square(rate), 0)};
  }
  const Expression braking = model == StopModel::damped_rebound ? damping * rate : if_else(rate >= 0, damping * rate, 0);
  return {if_else(touching, stiffness * depth + braking, 0), if_else(touching, 0.5 * stiffness * square(depth), 0),
          if_else(touching, braking * rate, 0)};
}

/// Declares parameters, law and energies; `motion` and the position `x` of R relative to C are made by the caller.
inline void hard_stop(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const HardStopWords& words) {
  const auto model = static_cast<StopModel>(c.option(
      "model", "smooth|damped_rebound|undamped_rebound|restitution",
      "smooth: stiffness and damping grow through the transition region; damped_rebound: both act fully from the bound on, so that "
      "the stop may pull while it is left; undamped_rebound: the same, but damping acts only while the stop is pressed deeper; "
      "restitution: "
      "rigid, each impact gives back a share of the speed"));
  auto upper = c.parameter("upper_bound", 0.1, words.position_unit, "position of R relative to C at which the upper stop is touched");
  auto lower =
      c.parameter("lower_bound", -0.1, words.position_unit, "position of R relative to C at which the lower stop is touched").below(upper);
  if (model == StopModel::restitution) return two_sided_contact(c, motion, x, lower, upper, words.rigid, kRestitution);
  auto upper_stiffness = c.parameter("upper_stiffness", 1e6, words.stiffness_unit, "elasticity of the upper stop").above(0);
  auto lower_stiffness = c.parameter("lower_stiffness", 1e6, words.stiffness_unit, "elasticity of the lower stop").above(0);
  auto upper_damping = c.parameter("upper_damping", words.damping, words.damping_unit, "damping in the upper stop").at_least(0);
  auto lower_damping = c.parameter("lower_damping", words.damping, words.damping_unit, "damping in the lower stop").at_least(0);
  auto transition = c.parameter("transition_region", words.transition, words.transition_unit,
                                "smooth only: depth over which stiffness and damping rise from zero to their full values")
                        .above(0);
  const StopSide above = stop_side(model, x - upper, motion.velocity, upper_stiffness, upper_damping, transition);
  const StopSide below = stop_side(model, lower - x, -motion.velocity, lower_stiffness, lower_damping, transition);
  c.relation("stop law", motion.force == above.push - below.push);
  c.causality(motion.force, fixed_force_out);
  c.stores(above.stored + below.stored);
  c.dissipates(above.dissipated + below.dissipated);
}

}  // namespace stribeck::partial
