#pragma once
// The brakes by eddy currents of both domains.
#include "temperature.h"

namespace stribeck::partial {

struct EddyCurrentWords {
  const char *peak_force, *force_unit, *peak_force_doc, *speed_unit;
  double peak_velocity;
};

inline void eddy_current_brake(ComponentBuilder& c, const RelativeMotion& motion, const EddyCurrentWords& words) {
  auto most = c.parameter(words.peak_force, 100, words.force_unit, words.peak_force_doc).at_least(0);
  auto peak = c.parameter("peak_velocity", words.peak_velocity, words.speed_unit, "speed at which it is reached").above(0);
  constexpr double kCopper = 0.00393;  // 1/K at 20 degC, the figure of tables
  const Expression warm = per_temperature(c, kCopper, "of the conductor");
  const Expression excitation = c.input("excitation", "1", "field over the one at which the brake is as given", 1);
  const Expression s = motion.velocity / (peak * warm);
  c.relation("Kloss's formula", motion.force == 2 * most * square(excitation) * s / (1 + square(s)));
  c.causality(motion.force, fixed_force_out);
  c.dissipates(motion.force * motion.velocity);
}

}  // namespace stribeck::partial
