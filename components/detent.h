#pragma once
// The notches shared by translational.detent and rotational.detent.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Units and defaults in which the domains differ.
struct DetentWords {
  const char *peak, *force_unit, *position_unit, *damping_unit;
  double width;
};

/// `x` is the position of R relative to C, zero in the middle of a notch.
inline void detent(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const DetentWords& words) {
  const bool repeats = c.option("notches", "one|row", "one notch, or a row of them, each beginning where the one before ends") == 1;
  auto peak = c.parameter(words.peak, 10, words.force_unit, "most that it takes to leave a notch slowly").at_least(0);
  auto width = c.parameter("width", words.width, words.position_unit, "of a notch, from top to top").above(0);
  auto damping = c.parameter("damping", 0, words.damping_unit, "viscous friction besides").at_least(0);
  const Expression turn = 2 * pi * x / width;
  const Expression climb = peak * width / (2 * pi) * (1 - cos(turn)), top = peak * width / pi;
  const Condition inside = abs(x) < 0.5 * width;
  const Expression hold = repeats ? peak * sin(turn) : if_else(inside, peak * sin(turn), 0);
  c.relation("detent law", motion.force == hold + damping * motion.velocity);
  c.causality(motion.force, fixed_force_out);
  c.stores(repeats ? climb : if_else(inside, climb, top));
  c.dissipates(damping * square(motion.velocity));
}

}  // namespace stribeck::partial
