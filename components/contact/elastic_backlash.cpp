#include "contact/flank.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

void flanks(ComponentBuilder& c, const RelativeMotion& motion, partial::BacklashLaw law, const Expression& x, const Expression& half,
            const DomainWords& in) {
  const Parameter k = c.parameter("stiffness", 1e5, in("{N}/{m}"), "of a flank in contact").above(0);
  const Parameter d = c.parameter("damping", 0, in("{N}*s/{m}"), "of a flank in contact").at_least(0);
  const partial::Flank ahead = partial::flank(law, x - half, motion.velocity, k, d),
                       behind = partial::flank(law, -x - half, -motion.velocity, k, d);
  c.relation("flanks", motion.force == ahead.push - behind.push);
  c.stores(ahead.stored + behind.stored);
  c.dissipates(ahead.dissipated + behind.dissipated);
}

/// By how much the flanks overlap, rounded by q where contact begins: share of the full slope, overlap, and its integral.
struct Rounded {
  Expression slope, value, integral;
};
Rounded rounded(const Expression& u, const Expression& q) {
  const Expression size = abs(u), root = sqrt(square(u) + square(q)), z = size / q;
  const Expression value = max(u, 0) + 0.5 * square(q) / (root + size);            // (root + u)/2 without its cancellation
  const Expression area = log(z + sqrt(square(z) + 1)) * square(q) + size * root;  // asinh(z) q^2 + |u| root
  return {value / root, value, 0.25 * (square(u) + sign(u) * area)};
}

void smooth_play(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const Expression& half, const DomainWords& in) {
  const Parameter k2 = c.parameter("stiffness", 1e5, in("{N}/{m}"), "of a flank in contact").above(0);
  const Parameter d2 = c.parameter("damping", 0, in("{N}*s/{m}"), "of a flank in contact").at_least(0);
  const Parameter k1 = c.parameter("inner_stiffness", 0, in("{N}/{m}"), "smooth only: within the play").between(0, k2);
  const Parameter d1 = c.parameter("inner_damping", 0, in("{N}*s/{m}"), "smooth only: within the play").between(0, d2);
  const Parameter ep = c.parameter("rounding", 1e-4, "1", "smooth only: over which share of half the play contact begins").above(0);
  const Rounded ahead = rounded(x - half, ep * half), behind = rounded(-x - half, ep * half);
  const Expression damping = d1 + (d2 - d1) * (ahead.slope + behind.slope);
  c.relation("rounded flanks", motion.force == k1 * x + (k2 - k1) * (ahead.value - behind.value) + damping * motion.velocity);
  c.stores(0.5 * k1 * square(x) + (k2 - k1) * (ahead.integral + behind.integral));
  c.dissipates(damping * square(motion.velocity));
}

}  // namespace

/// Play between elastic flanks{|, as of teeth or keys}: no {force} within it, a spring and a damper beyond it.
///     limited_damping:  {F} = c + min(c, e) but not below 0,  c = k (|{x}| - b/2),  e = d d|{x}|/dt
///     full_damping:     {F} = c + e but not below 0
/// for |{x} - offset| > b/2, in the direction of {x}; b is the backlash, from flank to flank. {F} is transmitted from R to C. `smooth`
/// rounds both corners over a share ep of b/2 by (sqrt(u^2 + q^2) + u)/2 in place of max(u, 0). A flank never pulls. As Modelica's
/// ElastoBacklash and ElastoBacklash2, and 20-sim's backlash.
/// Assumes flanks without mass that follow Hooke's law with a damper beside it.
/// Source: Modelica Standard Library 4.1, Rotational.Components.ElastoBacklash and ElastoBacklash2; 20-sim, Backlash.
void elastic_backlash(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  const Expression position = c.displacement(motion.r, motion.c, in("{x}"), in("{position} of R relative to C"));
  using partial::BacklashLaw;
  const auto law = c.option<BacklashLaw>(
      "law",
      {{"limited_damping", BacklashLaw::limited_damping}, {"full_damping", BacklashLaw::full_damping}, {"smooth", BacklashLaw::smooth}},
      "limited_damping: damping no greater than the elastic force, so that contact begins and ends without a jump; full_damping: from the "
      "first touch on, never pulling; smooth: rounded, without events, with a little stiffness and damping inside the play if wanted");
  Parameter play = c.parameter("backlash", 0.001, in("{m}"), "whole play, from flank to flank");
  const Parameter offset = c.parameter("offset", 0, in("{m}"), "position of R relative to C in the middle of the play");
  const Expression x = position - offset;
  c.causality(motion.force, fixed_force_out);
  if (law == BacklashLaw::smooth) {
    play.above(0);
    return smooth_play(c, motion, x, play / 2, in);
  }
  play.at_least(0);
  flanks(c, motion, law, x, play / 2, in);
}

}  // namespace stribeck
