#include "../maxwell_slip.h"

namespace stribeck::rotational {

/// Springs behind blocks that slip, in parallel (Jenkins elements; Masing, Iwan): hysteresis that remembers every reversal until it is
/// passed.
///     T = W (f_1 + ... + f_N) + f w;  df_i/dt = k_i w while |f_i| < c_i,  0 while it slips forwards or backwards at f_i = +-c_i
/// T is transmitted from R to C. There are as many elements as `stiffnesses` has entries; `levels` are c_i. W is 1, or with normal_force
/// "signal" the normal force Fn times effective_radius, and k_i and c_i are over Fn. An element that slips holds again where w turns; each
/// such change is an event. It does not depend on the rate of motion; with one element a cycle of amplitude X > c/k loses 4 c (X - c/k).
/// Passive. Source: Iwan (1966), A distributed-element model for hysteresis and its steady-state dynamic response, J. Appl. Mech. 33,
/// 893-900. Assumes elements without mass that share one deflection.
void iwan_friction(ComponentBuilder& c) { partial::iwan_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
