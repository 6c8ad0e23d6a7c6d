#include "../housing.h"

namespace stribeck::mechanisms {

/// Ideal wheel that turns rotation into translation: a rack, a drum, a wheel that rolls without slip.
///     v = +-R w,  T = -+R F
/// The sign is that of the orientation. F and T are positive into the wheel; nothing is lost. Velocities are relative to the housing, which
/// stands still unless it is two ports: they hold -T and -F.
/// The bearing of the axle carries the force on the periphery, bearing_force = F.
/// Assumes no slip and no inertia. Law: power in equals power out, T w + F v = 0.
/// Source: definition of a wheel; balance of power.
void wheel_and_axle(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "axle");
  const Port P = c.port("P", "translational", "periphery of the wheel");
  const partial::Supports housing(c);
  auto radius = c.parameter("radius", 0.05, "m", "distance from the axle to the line of the force").above(0);
  const int reversed =
      c.option("orientation", "positive|negative", "whether a positive rotation moves the periphery forwards or backwards");
  const Expression lever = reversed == 0 ? radius : -radius;
  c.relation("velocities", housing.sliding(P) == lever * housing.turning(A));
  c.relation("forces", A.through() == -lever * P.through());
  housing.hold(c, A, P);
  c.on_request("bearing_force", "N", "of the axle on its bearing, along the force on the periphery", P.through());
}

}  // namespace stribeck::mechanisms
