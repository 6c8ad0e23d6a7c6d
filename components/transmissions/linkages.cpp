#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Ideal lever on which three points move along parallel lines, for small angles.
///     (a + b) v_C = b v_A + a v_B,  a = distance A to C, b = distance B to C
///     (a + b) F_A = -b F_C,  (a + b) F_B = -a F_C
/// Drawing: a straight bar with A at one end, B at the other and C between them; every port moves across the bar, forwards on the same
/// side. Forces are positive into the lever. Ground at C makes a seesaw (v_A/a = -v_B/b), ground at B a wheelbarrow (v_C = v_A b/(a + b)),
/// no ground a balance beam that shares the force at C between A and B. The pin at each point carries the force of its port: of a seesaw,
/// the fulcrum C.F. The bar is bent most at C, by bending_moment = a F_A.
/// Assumes no mass, no friction, and that nothing bends.
/// Assumes small angles, so that the arms keep their lengths. Law: moments about any of the points vanish.
/// Source: law of the lever; balance of power.
void lever(ComponentBuilder& c) {
  const Port A = c.port("A", "translational", "one end");
  const Port B = c.port("B", "translational", "the other end");
  const Port C = c.port("C", "translational", "the point between the ends");
  auto a = c.parameter("ac_arm_length", 0.1, "m", "distance from A to C").above(0);
  auto b = c.parameter("bc_arm_length", 0.1, "m", "distance from B to C").above(0);
  c.relation("velocities", (a + b) * C.across() == b * A.across() + a * B.across());
  c.relation("force on A", (a + b) * A.through() == -b * C.through());
  c.relation("force on B", (a + b) * B.through() == -a * C.through());
  c.on_request("bending_moment", "N*m", "of the bar at C", a * A.through());
}

/// Ideal slider-crank: rotation of a crank into the to and fro of a slider, and back.
///     x = r cos(phi) + sqrt(l^2 - r^2 sin(phi)^2)
///     T_C = -F_S dx/dphi,  dx/dphi = -r sin(phi) (1 + r cos(phi) / sqrt(l^2 - r^2 sin(phi)^2))
/// Drawing: the crank (C, radius r) turns about the origin; from its pin a rod of length l > r leads to the slider (S), which moves on a
/// line through the crank's axis. phi = 0 points the crank at the slider: the outer dead centre, x = l + r; phi = pi is the inner one, x =
/// l - r. Both are positions from the origin, so a ground tells where the housing is. At the dead centres no force on the slider turns the
/// crank; put an inertia on it to carry it through. The relation is one between positions: the velocities and accelerations follow from it
/// by differentiation, and it never drifts. Reactions, for the joints that carry them: tan(beta) = r sin(phi)/(l cos(beta)), rod_force =
/// -F_S/cos(beta) pushes the rod together, guide_force = F_S tan(beta) presses the slider on its guide, bearing_x = F_S and bearing_y =
/// -F_S tan(beta) the crank on its bearing; x points to the slider, y to where the crank's pin is at phi = 90 deg.
/// Assumes no mass, no friction, and that nothing bends: forces of inertia are those of the bodies at the ports alone.
/// Assumes rigid parts in one plane, forces on the slider along its line. Law of the forces: virtual work.
/// Source: geometry of the triangle; principle of virtual work.
void slider_crank(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "crank");
  const Port S = c.port("S", "translational", "slider");
  auto r = c.parameter("crank_radius", 0.1, "m", "distance from the axis of the crank to its pin").above(0);
  auto l = c.parameter("rod_length", 0.2, "m", "distance from the pin of the crank to the slider").above(r);
  const Expression phi = c.position(C, "phi", "angle of the crank from the outer dead centre");
  const Expression x = c.position(S, "x", "position of the slider from the axis of the crank");
  const Expression reach = sqrt(square(l) - square(r * sin(phi)));  // of the rod along the line of the slider
  c.relation("position of the slider", x == r * cos(phi) + reach);
  c.relation("torque on the crank", C.through() == S.through() * r * sin(phi) * (1 + r * cos(phi) / reach));
  const Expression slope = r * sin(phi) / reach, across = S.through() * slope;
  c.on_request("rod_force", "N", "force that pushes the rod together", -S.through() * sqrt(1 + square(slope)));
  c.on_request("guide_force", "N", "force of the slider on its guide, towards the side of y", across);
  c.on_request("bearing_x", "N", "force of the crank on its bearing, along the line of the slider", S.through());
  c.on_request("bearing_y", "N", "force of the crank on its bearing, across that line", -across);
}

/// Ideal scotch yoke (fork): a pin on a crank slides in a slot and moves the yoke to and fro as a pure sine.
///     x = r sin(phi),  T_C = -F_Y r cos(phi)
/// Drawing: the crank (C) turns about the origin; the slot of the yoke (Y) stands across its line of motion. phi = 0 is the middle of the
/// stroke, going forwards; phi and x are positions from the origin, so a ground tells where the housing is. At the dead centres, phi =
/// +-pi/2, no force on the yoke turns the crank. Torque and force are positive into the mechanism. The relation is one between positions:
/// velocities and accelerations follow from it by differentiation, and it never drifts. Reactions: the yoke presses the pin, and by it the
/// bearing of the crank, with pin_force = F_Y along its line, but off that line, so that its guide carries guide_moment = T_C the way the
/// crank turns: for a guide of length L a pair of forces, T_C/L at either end. slot_speed is that of the pin along the slot, for friction
/// there.
/// Assumes no mass, no friction.
/// Assumes rigid parts without play, and forces on the yoke along its line. Law of the forces: virtual work.
/// Source: geometry; principle of virtual work. 20-sim: Fork.
void scotch_yoke(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "crank");
  const Port Y = c.port("Y", "translational", "yoke");
  auto r = c.parameter("crank_radius", 0.1, "m", "distance from the axis of the crank to its pin").above(0);
  const Expression phi = c.position(C, "phi", "angle of the crank from the middle of the stroke");
  const Expression x = c.position(Y, "x", "position of the yoke from the middle of the stroke");
  c.relation("position of the yoke", x == r * sin(phi));
  c.relation("torque on the crank", C.through() == -Y.through() * r * cos(phi));
  c.on_request("pin_force", "N", "force of the yoke on the pin, and of the crank on its bearing, along the line of the yoke", Y.through());
  c.on_request("guide_moment", "N*m", "moment of the yoke on its guide, the way the crank turns", C.through());
  c.on_request("slot_speed", "m/s", "velocity of the pin along the slot, a quarter turn forwards from the way of the yoke",
               r * sin(phi) * C.across());
}

/// Rigid rod that swings about a fixed pivot in a plane: its end keeps a distance, and moves along two lines at right angles. No mass, no
/// friction; a mass of the same size at each port and gravity on one of them make a pendulum that may go right round.
///     x^2 + y^2 = L^2
///     F_X = S x / L,  F_Y = S y / L
/// The pivot carries (pivot_x, pivot_y) = (F_X, F_Y), the force of the rod on it.
/// Drawing: the pivot is the origin, X points to the right and Y upwards; the end of the rod is at (x, y). S is positive where the rod
/// pulls its end towards the pivot; forces are positive into the rod.
/// The relation is one between positions, and no choice of one of them as the state holds all the way round: the run changes over.
/// Source: Pantelides (1988), The consistent initialization of differential-algebraic systems, SIAM J. Sci. Stat. Comput. 9, pp. 222-225.
/// Assumes a rigid rod without mass or friction, in one plane.
void swinging_rod(ComponentBuilder& c) {
  const Port X = c.port("X", "translational", "the end's motion to the right");
  const Port Y = c.port("Y", "translational", "the end's motion upwards");
  auto L = c.parameter("length", 1, "m", "distance of the end from the pivot").above(0);
  const Expression x = c.position(X, "x", "position of the end, to the right of the pivot");
  const Expression y = c.position(Y, "y", "position of the end, above the pivot");
  const Expression S = c.variable("S", "N", "tension of the rod");
  c.relation("length of the rod", square(x) + square(y) == square(L));
  c.relation("force at X", X.through() == S * x / L);
  c.relation("force at Y", Y.through() == S * y / L);
  c.on_request("pivot_x", "N", "force of the rod on its pivot, to the right", X.through());
  c.on_request("pivot_y", "N", "force of the rod on its pivot, upwards", Y.through());
}

}  // namespace stribeck::mechanisms
