#include <functional>

#include "stribeck/component.hpp"

namespace stribeck {
namespace {

/// What the diagram gives of the curve.
enum class Given { peak, slope, coefficients };

/// Its coefficients, C, E and B as expressions of C where they depend on it.
struct MagicFormula {
  Expression peak, shape;
  std::function<Expression(const Expression&)> curvature, stiffness;
};

MagicFormula magic_formula(ComponentBuilder& c, const DomainWords& in) {
  const auto given =
      c.option<Given>("given", {{"peak", Given::peak}, {"slope", Given::slope}, {"coefficients", Given::coefficients}},
                      "what tells the curve: its peak and the level far beyond; the slope at rest besides; or B, C, D and E");
  const Parameter peak = c.parameter("peak_coefficient", 0.9, "1", "greatest friction over normal force, D").above(0);
  if (given == Given::coefficients) {
    auto B = c.parameter("stiffness_factor", 130, in("s/{m}"), "coefficients: B").above(0);
    auto C = c.parameter("shape_factor", 1.5, "1", "coefficients: C").above(0).at_most(2);
    auto E = c.parameter("curvature_factor", 0, "1", "coefficients: E").at_most(1);
    return {peak, C, [=](const Expression&) { return E; }, [=](const Expression&) { return B; }};
  }
  auto sliding =
      c.parameter("sliding_coefficient", 0.6, "1", "friction over normal force at high speed; as high as the peak: there is none")
          .between(0, peak);
  auto peak_velocity = c.parameter("peak_velocity", 0.1, in("{m}/s"), "speed of greatest friction").above(0);
  std::function<Expression(const Expression&)> stiffness = [=](const Expression& shape) { return 2 / shape / peak_velocity; };
  std::function<Expression(const Expression&)> at_peak = [](const Expression& shape) { return 2 / shape; };  // B times its speed
  if (given == Given::slope) {
    auto slope = c.parameter("slope", 20, in("s/{m}"), "slope: of friction over normal force, per speed, at rest").above(0);
    stiffness = [=](const Expression& shape) { return slope / (shape * peak); };
    at_peak = [=](const Expression& shape) { return slope / (shape * peak) * peak_velocity; };
  }
  const auto curvature = [=](const Expression& shape) {
    const Expression u = at_peak(shape);
    return if_else(sliding >= peak, 0, (u - tan(pi / (2 * shape))) / (u - atan(u)));
  };
  return {peak, 2 - (2 / pi) * asin(sliding / peak), curvature, stiffness};
}

}  // namespace

/// Friction by the magic formula of tyres: smooth through {v} = 0, with a peak and a lower level beyond it.
///     {F} ={| r} N D sin(C atan(B {v} - E (B {v} - atan(B {v}))))
///     D = mu_p,  C = 2 - 2/pi asin(mu_s/mu_p),  B = 2/(C {v}_p),  E = (B {v}_p - tan(pi/(2 C)))/(B {v}_p - atan(B {v}_p))
/// so that mu_p is reached at {v}_p and mu_s far beyond; the slope at rest is twice that of the chord to the peak. given slope: it is k,
/// and B = k/(C D); given coefficients: B, C, D and E themselves. mu_s goes from 0 to mu_p; as high as that there is no peak, and C = 1, E
/// = 0. N is the normal_force, or the signal Fn{|; r is effective_radius}. {F} is transmitted from R to C. Shown as variables: B
/// (stiffness), C (shape), E (curvature).
/// Limits: it creeps instead of sticking. The smaller {v}_p, the stiffer.
/// Source: Bakker, Nyborg, Pacejka (1987), Tyre modelling for use in vehicle dynamics studies, SAE 870421; as Sommer, ME 481 notes, Penn
/// State, chooses them.
/// Assumes friction that depends on the velocity alone, at one temperature.
void pacejka_friction(ComponentBuilder& c, const DomainWords& in) {
  const bool loaded = c.option<bool>("load", {{"constant", false}, {"signal", true}},
                                     "whether normal_force or the signal Fn presses the surfaces together");
  const RelativeMotion motion = relative_motion(c, in);
  Expression N = 0;
  if (loaded) {
    N = max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0);
  } else {
    N = c.parameter("normal_force", 100, "N", "that presses the surfaces together").at_least(0);
  }
  if (in.turns) N *= c.parameter("effective_radius", 0.1, "m", "lever of the friction force").above(0);
  const MagicFormula law = magic_formula(c, in);
  const Expression v = motion.velocity;
  const Expression shape = c.named("shape", "1", "C of the magic formula", law.shape);
  const Expression curvature = c.named("curvature", "1", "E of the magic formula", law.curvature(shape));
  const Expression stiffness = c.named("stiffness", in("s/{m}"), "B of the magic formula", law.stiffness(shape));
  const Expression u = stiffness * v;
  c.relation("magic formula", motion.force == N * law.peak * sin(shape * atan(u - curvature * (u - atan(u)))));
  c.causality(motion.force, fixed_force_out);
  c.dissipates(motion.force * v);
}

}  // namespace stribeck
