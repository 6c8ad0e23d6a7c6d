#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Friction by the magic formula of tyres: smooth through v = 0, with a peak and a lower level beyond it. It creeps instead of sticking.
///     F = N D sin(C atan(B v - E (B v - atan(B v))))
///     D = mu_p,  C = 2 - 2/pi asin(mu_s/mu_p),  B = 2/(C v_p),  E = (B v_p - tan(pi/(2 C)))/(B v_p - atan(B v_p))
/// so that mu_p is reached at v_p and mu_s far beyond; the slope at rest is twice that of the chord to the peak. N is the normal_force. F is
/// transmitted from R to C. The smaller v_p, the stiffer.
/// Bakker, Nyborg, Pacejka (1987), Tyre modelling for use in vehicle dynamics studies, SAE 870421.
void pacejka_friction(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto N = c.parameter("normal_force", 100, "N", "that presses the surfaces together").at_least(0);
  auto peak = c.parameter("peak_coefficient", 0.9, "1", "greatest friction over normal force").above(0);
  auto sliding = c.parameter("sliding_coefficient", 0.6, "1", "friction over normal force at high speed").above(0).below(peak);
  auto v_p = c.parameter("peak_velocity", 0.1, "m/s", "speed of greatest friction").above(0);
  const Expression shape = 2 - (2 / pi) * asin(sliding / peak);
  const Expression at_peak = 2 / shape;  // B v_p
  const Expression curvature = (at_peak - tan(pi / (2 * shape))) / (at_peak - atan(at_peak));
  const Expression u = at_peak * v / v_p;
  c.relation("magic formula", F == N * peak * sin(shape * atan(u - curvature * (u - atan(u)))));
  c.causality(F, fixed_force_out);
  c.dissipates(F * v);
}

}  // namespace stribeck::translational
