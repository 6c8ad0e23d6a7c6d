#pragma once
// Play between elastic flanks, shared by both domains.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// What one domain calls the quantities of play.
struct BacklashWords {
  const char *position_unit, *stiffness_unit, *damping_unit;
  double stiffness, play;
};

enum class BacklashLaw { limited_damping, full_damping, smooth };

/// What one flank does: its push, its elastic energy and the power it turns into heat.
struct Flank {
  Expression push, stored, dissipated;
};

/// One flank, pressed by `depth` at `rate`; it never pulls.
inline Flank flank(BacklashLaw law, const Expression& depth, const Expression& rate, const Expression& stiffness,
                   const Expression& damping) {
  const Condition touching = depth >= 0;
  const Expression elastic = stiffness * depth, viscous = damping * rate;
  const Expression braking = law == BacklashLaw::limited_damping ? if_else(viscous >= elastic, elastic, viscous) : viscous;
  const Condition pressing = elastic + viscous >= 0;
  const Expression heat = if_else(pressing, braking, -max(elastic, 0)) * rate;
  return {if_else(touching, if_else(pressing, elastic + braking, 0), 0), if_else(touching, 0.5 * stiffness * square(depth), 0),
          if_else(touching, heat, 0)};
}

inline void flanks(ComponentBuilder& c, const RelativeMotion& motion, BacklashLaw law, const Expression& x, const Expression& half,
                   const BacklashWords& words) {
  const Parameter k = c.parameter("stiffness", words.stiffness, words.stiffness_unit, "of a flank in contact").above(0);
  const Parameter d = c.parameter("damping", 0, words.damping_unit, "of a flank in contact").at_least(0);
  const Flank ahead = flank(law, x - half, motion.velocity, k, d), behind = flank(law, -x - half, -motion.velocity, k, d);
  c.relation("flanks", motion.force == ahead.push - behind.push);
  c.stores(ahead.stored + behind.stored);
  c.dissipates(ahead.dissipated + behind.dissipated);
}

/// By how much the flanks overlap, rounded by q where contact begins: share of the full slope, overlap, and its integral.
struct Rounded {
  Expression slope, value, integral;
};
inline Rounded rounded(const Expression& u, const Expression& q) {
  const Expression size = abs(u), root = sqrt(square(u) + square(q)), z = size / q;
  const Expression value = max(u, 0) + 0.5 * square(q) / (root + size);            // (root + u)/2 without its cancellation
  const Expression area = log(z + sqrt(square(z) + 1)) * square(q) + size * root;  // asinh(z) q^2 + |u| root
  return {value / root, value, 0.25 * (square(u) + sign(u) * area)};
}

inline void smooth_play(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const Expression& half,
                        const BacklashWords& words) {
  const Parameter k2 = c.parameter("stiffness", words.stiffness, words.stiffness_unit, "of a flank in contact").above(0);
  const Parameter d2 = c.parameter("damping", 0, words.damping_unit, "of a flank in contact").at_least(0);
  const Parameter k1 = c.parameter("inner_stiffness", 0, words.stiffness_unit, "smooth only: within the play").between(0, k2);
  const Parameter d1 = c.parameter("inner_damping", 0, words.damping_unit, "smooth only: within the play").between(0, d2);
  const Parameter ep = c.parameter("rounding", 1e-4, "1", "smooth only: over which share of half the play contact begins").above(0);
  const Rounded ahead = rounded(x - half, ep * half), behind = rounded(-x - half, ep * half);
  const Expression damping = d1 + (d2 - d1) * (ahead.slope + behind.slope);
  c.relation("rounded flanks", motion.force == k1 * x + (k2 - k1) * (ahead.value - behind.value) + damping * motion.velocity);
  c.stores(0.5 * k1 * square(x) + (k2 - k1) * (ahead.integral + behind.integral));
  c.dissipates(damping * square(motion.velocity));
}

inline void elastic_backlash(ComponentBuilder& c, const RelativeMotion& motion, const Expression& position, const BacklashWords& words) {
  const auto law = static_cast<BacklashLaw>(c.option(
      "law", "limited_damping|full_damping|smooth",
      "limited_damping: damping no greater than the elastic force, so that contact begins and ends without a jump; full_damping: from the "
      "first touch on, never pulling; smooth: rounded, without events, with a little stiffness and damping inside the play if wanted"));
  Parameter play = c.parameter("backlash", words.play, words.position_unit, "whole play, from flank to flank");
  const Parameter offset = c.parameter("offset", 0, words.position_unit, "position of R relative to C in the middle of the play");
  const Expression x = position - offset;
  c.causality(motion.force, fixed_force_out);
  if (law == BacklashLaw::smooth) {
    play.above(0);
    return smooth_play(c, motion, x, play / 2, words);
  }
  play.at_least(0);
  flanks(c, motion, law, x, play / 2, words);
}

}  // namespace stribeck::partial
