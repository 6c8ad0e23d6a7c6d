#include "contact/rigid_contact.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

enum class StopModel { smooth, damped_rebound, undamped_rebound, restitution };

/// What one side of the stop does: its push (positive outwards), its elastic energy and the power it turns into heat.
struct StopSide {
  Expression push, stored, dissipated;
};

/// One side, `depth` beyond its bound and moving deeper at `rate`. Both energies follow from the push, so that the balance is exact:
/// push * rate = d(stored)/dt + dissipated in each model.
StopSide stop_side(StopModel model, const Expression& depth, const Expression& rate, const Expression& stiffness, const Expression& damping,
                   const Expression& transition) {
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

}  // namespace

/// Elastic, damped or rigid stops that bound how far R {moves|turns} relative to C. Upper stop, {x} beyond upper_bound by p = {x} -
/// upper_bound (the lower one mirrored):
///     smooth:            {F} = s(p/h) (k p + d {v}),  s(q) = 3 q^2 - 2 q^3 for q < 1, then 1;  h = transition_region
///     damped_rebound:    {F} = k p + d {v}
///     undamped_rebound:  {F} = k p + d max({v}, 0)
///     restitution:       p <= 0,  {v}+ = -e {v}- at an impact; see {domain}.contact
/// {F} is transmitted from R to C. k and d are the stiffness and the damping of that side, e the restitution. Between the bounds there is
/// no {force}. The run stops exactly where contact begins and ends. Assumes stops without mass. Limits: with damping the first two pull R
/// back a little while it leaves; the third never pulls. Source: the laws of the block of that name in Simscape; restitution: Newton's law
/// of impact. The polynomial of smooth is reconstructed: the block's own transition is not published.
void hard_stop(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  const Expression x = c.displacement(motion.r, motion.c, in("{x}"), in("{position} of R relative to C"));
  const auto model = c.option<StopModel>(
      "model",
      {{"smooth", StopModel::smooth},
       {"damped_rebound", StopModel::damped_rebound},
       {"undamped_rebound", StopModel::undamped_rebound},
       {"restitution", StopModel::restitution}},
      "smooth: stiffness and damping grow through the transition region; damped_rebound: both act fully from the bound on, so that "
      "the stop may pull while it is left; undamped_rebound: the same, but damping acts only while the stop is pressed deeper; "
      "restitution: rigid, each impact gives back a share of the speed");
  auto upper = c.parameter("upper_bound", 0.1, in("{m}"), "position of R relative to C at which the upper stop is touched");
  auto lower = c.parameter("lower_bound", -0.1, in("{m}"), "position of R relative to C at which the lower stop is touched").below(upper);
  if (model == StopModel::restitution) return partial::two_sided_contact(c, motion, in, x, lower, upper, partial::kRestitution);
  auto upper_stiffness = c.parameter("upper_stiffness", 1e6, in("{N}/{m}"), "elasticity of the upper stop").above(0);
  auto lower_stiffness = c.parameter("lower_stiffness", 1e6, in("{N}/{m}"), "elasticity of the lower stop").above(0);
  auto upper_damping = c.parameter("upper_damping", in(150, 0.01), in("{N}*s/{m}"), "damping in the upper stop").at_least(0);
  auto lower_damping = c.parameter("lower_damping", in(150, 0.01), in("{N}*s/{m}"), "damping in the lower stop").at_least(0);
  auto transition = c.parameter("transition_region", 0.1, in("{mm|deg}"),
                                "smooth only: depth over which stiffness and damping rise from zero to their full values")
                        .above(0);
  const StopSide above = stop_side(model, x - upper, motion.velocity, upper_stiffness, upper_damping, transition);
  const StopSide below = stop_side(model, lower - x, -motion.velocity, lower_stiffness, lower_damping, transition);
  c.relation("stop law", motion.force == above.push - below.push);
  c.causality(motion.force, fixed_force_out);
  c.stores(above.stored + below.stored);
  c.dissipates(above.dissipated + below.dissipated);
}

}  // namespace stribeck
