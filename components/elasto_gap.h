#pragma once
// The compliant one-sided contact shared by translational.elasto_gap and rotational.elasto_gap.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Units and defaults in which the domains differ.
struct ElastoGapWords {
  const char* natural_length;
  const char* position_unit;
  const char* stiffness_unit;
  const char* damping_unit;
  double damping;
};

enum class ElastoGapLaw { linear, power };

/// `x` is the position of R relative to C, made by the caller. Stored and dissipated power add up to that of the push exactly.
inline void elasto_gap(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const ElastoGapWords& words) {
  const auto law = static_cast<ElastoGapLaw>(
      c.option("law", "linear|power", "linear: stiffness is constant; power: the elastic part grows with a power of the depth"));
  auto free = c.parameter(words.natural_length, 0, words.position_unit, "position of R relative to C below which the sides touch");
  auto k = c.parameter("stiffness", 1e6, words.stiffness_unit, "elasticity of the contact").above(0);
  auto d = c.parameter("damping", words.damping, words.damping_unit, "damping, never more than the elastic part").at_least(0);
  const Expression depth = max(free - x, 0), rate = -motion.velocity;
  Expression elastic = k * depth, stored = 0.5 * k * square(depth);
  if (law == ElastoGapLaw::power) {
    auto n = c.parameter("exponent", 1.5, "1", "power of the depth: 1.5 between spheres after Hertz").at_least(1);
    auto reference =
        c.parameter("reference_depth", 1, words.position_unit, "depth at which the elastic part is stiffness times it").above(0);
    elastic = k * reference * pow(depth / reference, n);
    stored = k * square(reference) * pow(depth / reference, n + 1) / (n + 1);
  }
  const Condition touching = free - x > 0;
  const Expression braking = min(max(d * rate, -elastic), elastic);
  c.relation("contact law", motion.force == if_else(touching, -(elastic + braking), 0));
  c.causality(motion.force, fixed_force_out);
  c.stores(if_else(touching, stored, 0));
  c.dissipates(if_else(touching, braking * rate, 0));
}

}  // namespace stribeck::partial
