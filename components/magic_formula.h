#pragma once
// Friction by the magic formula of tyres.
#include <functional>

#include "friction_family.h"

namespace stribeck::partial {

/// Its coefficients, C, E and B as expressions of C where they depend on it.
struct MagicFormula {
  Expression peak, shape;
  std::function<Expression(const Expression&)> curvature, stiffness;
};

inline MagicFormula magic_formula(ComponentBuilder& c, const FrictionWords& words) {
  const int given = c.option("given", "peak|slope|coefficients",
                             "what tells the curve: its peak and the level far beyond; the slope at rest besides; or B, C, D and E");
  const Parameter peak = c.parameter("peak_coefficient", 0.9, "1", "greatest friction over normal force, D").above(0);
  if (given == 2) {
    auto B = c.parameter("stiffness_factor", 130, words.per_speed, "coefficients: B").above(0);
    auto C = c.parameter("shape_factor", 1.5, "1", "coefficients: C").above(0).at_most(2);
    auto E = c.parameter("curvature_factor", 0, "1", "coefficients: E").at_most(1);
    return {peak, C, [=](const Expression&) { return E; }, [=](const Expression&) { return B; }};
  }
  auto sliding =
      c.parameter("sliding_coefficient", 0.6, "1", "friction over normal force at high speed; as high as the peak: there is none")
          .between(0, peak);
  auto peak_velocity = c.parameter("peak_velocity", 0.1, words.domain.across_unit, "speed of greatest friction").above(0);
  std::function<Expression(const Expression&)> stiffness = [=](const Expression& shape) { return 2 / shape / peak_velocity; };
  std::function<Expression(const Expression&)> at_peak = [](const Expression& shape) { return 2 / shape; };  // B times its speed
  if (given == 1) {
    auto slope = c.parameter("slope", 20, words.per_speed, "slope: of friction over normal force, per speed, at rest").above(0);
    stiffness = [=](const Expression& shape) { return slope / (shape * peak); };
    at_peak = [=](const Expression& shape) { return slope / (shape * peak) * peak_velocity; };
  }
  const auto curvature = [=](const Expression& shape) {
    const Expression u = at_peak(shape);
    return if_else(sliding >= peak, 0, (u - tan(pi / (2 * shape))) / (u - atan(u)));
  };
  return {peak, 2 - (2 / pi) * asin(sliding / peak), curvature, stiffness};
}

inline void pacejka_friction(ComponentBuilder& c, const FrictionWords& words) {
  const bool loaded = c.option("load", "constant|signal", "whether normal_force or the signal Fn presses the surfaces together") == 1;
  const RelativeMotion motion = relative_motion(c, words.domain);
  Expression N = 0;
  if (loaded) {
    N = max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0);
  } else {
    N = c.parameter("normal_force", 100, "N", "that presses the surfaces together").at_least(0);
  }
  if (words.turns) N = N * c.parameter("effective_radius", 0.1, "m", "lever of the friction force").above(0);
  const MagicFormula law = magic_formula(c, words);
  const Expression v = motion.velocity;
  const Expression shape = c.named("shape", "1", "C of the magic formula", law.shape);
  const Expression curvature = c.named("curvature", "1", "E of the magic formula", law.curvature(shape));
  const Expression stiffness = c.named("stiffness", words.per_speed, "B of the magic formula", law.stiffness(shape));
  const Expression u = stiffness * v;
  c.relation("magic formula", motion.force == N * law.peak * sin(shape * atan(u - curvature * (u - atan(u)))));
  c.causality(motion.force, fixed_force_out);
  c.dissipates(motion.force * v);
}

}  // namespace stribeck::partial
