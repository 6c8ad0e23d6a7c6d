#include "../magic_formula.h"

namespace stribeck::rotational {

/// Friction by the magic formula of tyres: smooth through w = 0, with a peak and a lower level beyond it. It creeps instead of sticking.
///     T = r N D sin(C atan(B w - E (B w - atan(B w))))
///     D = mu_p,  C = 2 - 2/pi asin(mu_s/mu_p),  B = 2/(C w_p),  E = (B w_p - tan(pi/(2 C)))/(B w_p - atan(B w_p))
/// so that mu_p is reached at w_p and mu_s far beyond; the slope at rest is twice that of the chord to the peak. given slope: it is k, and
/// B = k/(C D); given coefficients: B, C, D and E themselves. mu_s goes from 0 to mu_p; as high as that there is no peak, and C = 1, E = 0.
/// N is the normal_force, or
/// the signal Fn; r is effective_radius. T is transmitted from R to C. The smaller w_p, the stiffer. Shown as variables: B (stiffness), C
/// (shape), E (curvature). Source: Bakker, Nyborg, Pacejka (1987), Tyre modelling for use in vehicle dynamics studies, SAE 870421; as
/// Sommer, ME 481 notes, Penn State, chooses them. Assumes friction that depends on the velocity alone, at one temperature.
void pacejka_friction(ComponentBuilder& c) { partial::pacejka_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
