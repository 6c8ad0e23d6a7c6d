#include "../maxwell_slip.h"

namespace stribeck::translational {

/// Springs behind blocks that slip, in parallel (Jenkins elements; Masing, Iwan): hysteresis that remembers every reversal until it is
/// passed.
///     F = W (f_1 + ... + f_N) + f v;  df_i/dt = k_i v while |f_i| < c_i,  0 while it slips forwards or backwards at f_i = +-c_i
/// F is transmitted from R to C. There are as many elements as `stiffnesses` has entries; `levels` are c_i. W is 1, or with normal_force
/// "signal" the normal force Fn, and k_i and c_i are over Fn. An element that slips holds again where v turns; each such change is an
/// event. It does not depend on the rate of motion; with one element a cycle of amplitude X > c/k loses 4 c (X - c/k). Passive. Source:
/// Iwan (1966), A distributed-element model for hysteresis and its steady-state dynamic response, J. Appl. Mech. 33, 893-900. Assumes
/// elements without mass that share one deflection.
void iwan_friction(ComponentBuilder& c) { partial::iwan_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
