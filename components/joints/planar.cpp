#include "joints/planar_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::joints {

/// Planar joint with friction: slides along axes 2 and 3 and turns about the normal of its plane, axis 1.
///     centre:  F = min(mu N + F_r, F_max) (1 - exp(-|v|/v_0)) v/|v|, no moment
///     disc, annulus, rectangle, polygon, points:  the same at every place X of the contact with its share of the normal force and its own
///              slip v + w e x X;  F is the sum, T the sum of X x F
///     N = |F_j.e| + sum alpha_i |M_i| across, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// F_j is the force that the joint carries, M_i are its moments and alpha_i their moment factors, F_a is the force on a pad and n the
/// normal of the pad; e is the normal of the plane, v the velocity of sliding, w that of turning about e. Any force moves a disc that
/// spins; a disc that slides and spins stops doing both at the same instant. The pressure is the same all over the area. The corners of a
/// polygon are listed in turn, and each must be seen from their mean; points may stand for anything (wear, pads, other areas). The area and
/// its places turn with R; pads do not turn. An exact joint sticks in all ways at once, up to the force of full slip, or up to the force
/// and moment that the area can hold together. The joint dissipates the sum of F.v over all places. Limits: exact, where both sides move,
/// rest_speed over their speeds must be well above the tolerance (ten times rtol at least): else it breaks loose and is caught again and
/// again. Accuracy: the integral over the area is taken along its rim, by Gauss's rule with rim_points. Its error, as a share of the whole
/// force, is 4e-6 for a disc with 12 of them and 5e-7 with 16, an annulus (R^2 + r^2)/(R^2 - r^2) times as much; a rectangle, at worst,
/// where it turns about a place next to a side, 6e-3 with 4, 7e-4 with 8, 2e-4 with 12 and 4e-5 with 16. In exact joints disc and annulus
/// hold at most 2e-5 too much, rectangle and polygon 0.2 % (1 % where ten times as long as wide), two points 1.1 %, three and more 0.2 %,
/// as the motion that the forces would start is searched for in a few rounds. The source prints its formulas as pictures; they are
/// reconstructed here. The law of slip is almost certain: it is Bauchau's. Likely, but not certain, are F_r and F_max, whose order is an
/// option (maximum), their sum over the area, and N of pads, joint forces and moments. Certain are N of a fit and the loss. The exact joint
/// is derived from the principle of maximum dissipation. Assumes rigid bodies without play, and a coefficient of friction that does not
/// depend on the pressure; over speed, time or temperature it may come in as a signal. Source: COMSOL Multibody Dynamics Module User's
/// Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids Structures 39, 41-63.
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
