#include "../magic_formula.h"

namespace stribeck::translational {

/// Friction by the magic formula of tyres: smooth through v = 0, with a peak and a lower level beyond it. It creeps instead of sticking.
///     F = N D sin(C atan(B v - E (B v - atan(B v))))
///     D = mu_p,  C = 2 - 2/pi asin(mu_s/mu_p),  B = 2/(C v_p),  E = (B v_p - tan(pi/(2 C)))/(B v_p - atan(B v_p))
/// so that mu_p is reached at v_p and mu_s far beyond; the slope at rest is twice that of the chord to the peak. given slope: it is k, and
/// B = k/(C D); given coefficients: B, C, D and E themselves. mu_s goes from 0 to mu_p; as high as that there is no peak, and C = 1, E = 0.
/// N is the normal_force, or
/// the signal Fn. F is transmitted from R to C. The smaller v_p, the stiffer. Shown as variables: B (stiffness), C (shape), E (curvature).
/// Source: Bakker, Nyborg, Pacejka (1987), Tyre modelling for use in vehicle dynamics studies, SAE 870421; as Sommer, ME 481 notes, Penn
/// State, chooses them. Assumes friction that depends on the velocity alone, at one temperature.
void pacejka_friction(ComponentBuilder& c) { partial::pacejka_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
