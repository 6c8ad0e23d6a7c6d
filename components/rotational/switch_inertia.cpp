#include "../resting_bodies.h"

namespace stribeck::rotational {

/// A rotor in a fixed bearing with friction by the switch model: near rest an acceleration that brings it to rest takes the place of
/// friction.
///     slips, |w| > eta:  T_f = (T_C + (T_s - T_C) exp(-(w/w_S)^2)) sign(w) + f w; law "coulomb": T_C sign(w) + f w
///     sticks, else:  T_f = T + J w/tau, rest "drifts": T_f = T;  at most T_s, and at least -T_s: there it begins to slip
/// T is the sum of all torques that act on it through port I, positive forwards; eta is dead_speed, tau rest_time. rotational.dry_friction
/// sticks without a band and between any bodies: this is for comparison. Written after accounts of it, not after the paper; these compare
/// |T| with T_s, which leaves no solution where T depends on the acceleration. Source: Leine, van Campen, de Kraker, van den Steen (1998),
/// Stick-slip vibrations induced by alternate friction models, Nonlinear Dyn. 16, 41-54. Not passive: within the band a torque against the
/// motion does not slow it down, and takes work from it. Assumes that what acts on the body goes through its port alone.
void switch_inertia(ComponentBuilder& c) { partial::switch_body(c, partial::kRotationalBody); }

}  // namespace stribeck::rotational
