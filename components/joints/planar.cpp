#include "joints/planar_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Planar joint with friction: slides along axes 2 and 3 and turns about the normal of its plane, axis 1.
///     centre:  F = min(mu N + F_r, F_max) (1 - exp(-|v|/v_0)) v/|v|, no moment
///     disc, annulus, rectangle, polygon, points:  the same at every place X of the contact with its share of the normal force and its own
///              slip v + w e x X;  F is the sum, T the sum of X x F
///     N = |F_j.e| + sum alpha_i |M_i| across, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// F_j is the force that the joint carries, M_i its moments and alpha_i their moment_factor, F_a the force on a pad and n its normal; e is
/// the normal of the plane. A disc that spins is moved by any force: what slides and spins stops doing both at the same instant. Pressure
/// is the same all over the area. Corners are in turn, seen whole from their mean; points may be anything (wear, pads, other areas). The
/// area and its places turn with R; pads do not turn. Exact, it sticks in all ways at once, up to the force of full slip, or to what the
/// area can hold of force and moment together. Virtual work F.delta(u) + T delta(phi), loss: the sum of F.v over all places. Limits: exact,
/// where both sides move, rest_speed over their speeds must be well above the tolerance (ten times rtol at least): else it breaks loose and
/// is caught again and again. Accuracy: areas are integrals along the rim, derived here, at rim_points of Gauss. Of its whole force a disc
/// has 4e-6 with 12 of them and 5e-7 with 16, an annulus (R^2 + r^2)/(R^2 - r^2) times as much; a rectangle, at worst, where it turns about
/// a place next to a side, 6e-3 with 4, 7e-4 with 8, 2e-4 with 12 and 4e-5 with 16. Exact, disc and annulus hold at most 2e-5 too much,
/// rectangle and polygon 0.2 % (1 % where ten times as long as wide), two points 1.1 %, three and more 0.2 %, as the motion that the forces
/// would start is searched for in a few rounds. How sure: the source shows its formulas as pictures. Reconstructed with high confidence:
/// the law of slip, which is Bauchau's; with good confidence: F_r and F_max, whose order is an option (maximum), their sum over the area, N
/// of pads, and of joint forces and moments. Sure: N of a fit, virtual work and loss. Of the exact joint: derived, from the most
/// dissipation. Assumes rigid bodies without play, and a coefficient of friction that does not depend on the pressure; over speed, time or
/// temperature it may come in as a signal. Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau,
/// Rodriguez (2002), Int. J. Solids Structures 39, 41-63.
void planar(ComponentBuilder& c) {
  const partial::Freedom slide_2 = partial::freedom(c, "slide2", false, "along axis 2");
  const partial::Freedom slide_3 = partial::freedom(c, "slide3", false, "along axis 3");
  const partial::Freedom turn = partial::freedom(c, "turn", true, "about the normal");
  const auto angle = [&] { return c.displacement(turn.R, turn.C, "phi", "angle by which the area is turned"); };
  const partial::PlanarMotion motion{slide_2, slide_3, turn, angle};
  const partial::PlanarContact contact = partial::planar_contact_option(c);
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::planar);
  const Expression limit = c.named("limit", "N", "friction force at full slip", friction.limit(N));
  partial::planar_friction(c, contact, motion, friction, limit, [&] { return partial::is_exact(c); });
  partial::show_joint(c, N, partial::planar_loss(motion));
}

}  // namespace stribeck::joints
