#include "../resting_bodies.h"

namespace stribeck::translational {

/// A body on ground with friction by the switch model: near rest an acceleration that brings it to rest takes the place of friction.
///     slips, |v| > eta:  F_f = (F_C + (F_s - F_C) exp(-(v/v_S)^2)) sign(v) + f v; law "coulomb": F_C sign(v) + f v
///     sticks, else:  F_f = F + m v/tau, rest "drifts": F_f = F;  at most F_s, and at least -F_s: there it begins to slip
/// F is the sum of all forces that act on it through port M, positive forwards; eta is dead_speed, tau rest_time.
/// translational.dry_friction sticks without a band and between any bodies: this is for comparison. Written after accounts of it, not after
/// the paper; these compare |F| with F_s, which leaves no solution where F depends on the acceleration. Source: Leine, van Campen, de
/// Kraker, van den Steen (1998), Stick-slip vibrations induced by alternate friction models, Nonlinear Dyn. 16, 41-54. Not passive: within
/// the band a force against the motion does not slow it down, and takes work from it. Assumes that what acts on the body goes through its
/// port alone.
void switch_mass(ComponentBuilder& c) { partial::switch_body(c, partial::kTranslationalBody); }

}  // namespace stribeck::translational
