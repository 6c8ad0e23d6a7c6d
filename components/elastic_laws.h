#pragma once
// Nonlinear springs and dampers, shared by both domains.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// What one domain calls the quantities of a spring.
struct SpringWords {
  const char *natural, *position_unit, *stiffness_unit, *cubic_unit, *forces, *force_unit, *deformations;
  double stiffness;
};

enum class SpringLaw { cubic, power, table };

inline void nonlinear_spring(ComponentBuilder& c, const RelativeMotion& motion, const Expression& x, const SpringWords& words) {
  const auto law = static_cast<SpringLaw>(c.option("law", "cubic|power|table", "how the force grows with the deformation"));
  const Parameter natural =
      c.parameter(words.natural, 0, words.position_unit, "position of R relative to C at which the spring is relaxed");
  const Expression d = x - natural;
  c.causality(motion.force, preferred_force_out);
  if (law == SpringLaw::table) {
    const List deformations =
        c.ascending_list(words.deformations, words.position_unit, "table only: deformations, beyond natural", {-1, 0, 1});
    const List forces = c.list(words.forces, words.force_unit, "table only: forces at these, linear between, extended beyond", {-1, 0, 1});
    c.relation("spring law", motion.force == c.interpolate(deformations, forces, d, {.ends = "extend"}));
    return c.stores(c.interpolate(deformations, forces, d, {.ends = "extend", .order = -1}));
  }
  Parameter k = c.parameter("stiffness", words.stiffness, words.stiffness_unit, "slope when relaxed; power: of the chord at the reference");
  if (law == SpringLaw::cubic) {
    k.at_least(0);
    const Parameter k3 = c.parameter("cubic_stiffness", 0, words.cubic_unit, "cubic only: of the force that grows with the third power");
    c.relation("spring law", motion.force == k * d + k3 * d * d * d);
    return c.stores(0.5 * k * square(d) + 0.25 * k3 * square(square(d)));
  }
  k.at_least(0);
  const Parameter n = c.parameter("exponent", 1.5, "1", "power only: 1.5 for balls and crossed cylinders (Hertz)").at_least(1);
  const Parameter d_0 =
      c.parameter("reference", 1, words.position_unit, "power only: deformation at which the force is stiffness times it").above(0);
  const Expression share = abs(d) / d_0;
  c.relation("spring law", motion.force == k * d_0 * if_else(d >= 0, 1, -1) * pow(share, n));
  c.stores(k * square(d_0) * pow(share, n + 1) / (n + 1));
}

/// What one domain calls the quantities of a damper.
struct DamperWords {
  const char *linear_unit, *quadratic_unit, *speeds, *speed_unit, *forces, *force_unit;
};

inline void nonlinear_damper(ComponentBuilder& c, const RelativeMotion& motion, const DamperWords& words) {
  const bool by_table = c.option("law", "quadratic|table", "how the force grows with the speed") == 1;
  const Expression v = motion.velocity, speed = abs(v);
  c.causality(motion.force, preferred_force_out);
  c.dissipates(motion.force * v);
  if (by_table) {
    const List speeds = c.ascending_list(words.speeds, words.speed_unit, "table only: speeds, from zero up", {0, 1});
    const List forces =
        c.list(words.forces, words.force_unit, "table only: what opposes motion at these, from zero up, linear between", {0, 1});
    c.each(speeds).at_least(0), c.each(forces).at_least(0);
    const Expression force = max(c.interpolate(speeds, forces, speed, {.ends = "extend"}), 0);
    return c.relation("damper law", motion.force == if_else(v >= 0, force, -force));
  }
  const Parameter d1 = c.parameter("damping", 0, words.linear_unit, "quadratic only: of the part in proportion to the speed").at_least(0);
  const Parameter d2 =
      c.parameter("quadratic_damping", 1, words.quadratic_unit, "quadratic only: of the part that grows with its square").at_least(0);
  c.relation("damper law", motion.force == (d1 + d2 * speed) * v);
}

}  // namespace stribeck::partial
