#include "../five_frictions.h"

namespace stribeck::rotational {

/// Friction of a bearing between two shafts, in five degrees of detail, as in 20-sim.
///     c:     T = T_c tanh(slope w)
///     v:     T = d w
///     cv:    T = T_c tanh(slope w) + d w
///     scvs:  T = (T_c + (T_s |tanh(slope w)| - T_c) exp(-(w/w_st)^2)) sign(w) + d w
///     lugre: T = k z + d_1 dz/dt + d w,  dz/dt = w - k |w| z/g(w),  g(w) = T_c + (T_s - T_c) exp(-(w/w_st)^2)
/// T is transmitted from R to C, w = R.w - C.w; its causality is fixed force out. T_c is coulomb_torque, T_s static_torque, d
/// viscous_coefficient, w_st stribeck_velocity, k bristle_stiffness, d_1 bristle_damping. It creeps. Passive; lugre while the bristle
/// damping times |w| is at most 4 g(w). 20-sim's manual prints c, v and cv; scvs and lugre are reconstructed after those of translation.
/// Source: 20-sim, Iconic Diagrams, Mechanical, Rotation, Friction. Assumes friction that spreads no heat and no wear, and one state of
/// bristles for the whole contact.
void body_friction(ComponentBuilder& c) { partial::body_friction(c, partial::kRotationalDetail); }

}  // namespace stribeck::rotational
