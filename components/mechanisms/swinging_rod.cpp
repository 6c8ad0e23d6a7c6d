#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

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
