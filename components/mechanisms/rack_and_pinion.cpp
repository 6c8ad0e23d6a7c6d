#include "../housing.h"
#include "../reactions.h"

namespace stribeck::mechanisms {

/// Ideal pinion that drives a rack, or is driven by it. No losses, no play, no inertia.
///     v_R = +-r w_P,  T_P = -+r F_R;  r = radius, or teeth * tooth_spacing / (2 pi)
/// Drawing: the pinion (P) turns about a fixed axis and meshes with a straight rack (R) that slides along its teeth. The sign is that of
/// the orientation; torque and force are positive into the pair. Velocities are relative to the housing, which stands still unless it is
/// two ports: they hold -T_P and -F_R.
/// tooth_forces: F_t = F_R along the rack, |F_t| tan(alpha)/cos(beta) apart, F_t tan(beta) along the axle of the pinion, for pressure angle
/// alpha and helix angle beta; the bearings of the pinion and the guide of the rack carry them.
/// Assumes rigid teeth without play and an axis that does not move. Law: power in equals power out, T_P w_P + F_R v_R = 0.
/// Source: law of gearing; balance of power.
void rack_and_pinion(ComponentBuilder& c) {
  const Port P = c.port("P", "rotational", "pinion");
  const Port R = c.port("R", "translational", "rack");
  const partial::Supports housing(c);
  const int by_teeth = c.option("size_by", "radius|teeth", "whether the pinion's size is its radius, or follows from its teeth");
  const int reversed = c.option("orientation", "positive|negative", "whether a positive rotation moves the rack forwards or backwards");
  auto radius = c.parameter("radius", 0.1, "m", "size_by radius only: radius of the pinion's pitch circle").above(0);
  auto teeth = c.parameter("teeth", 20, "1", "size_by teeth only: number of teeth on the pinion").above(0);
  auto spacing = c.parameter("tooth_spacing", 10, "mm", "size_by teeth only: distance from tooth to tooth along the rack").above(0);
  const Expression size = by_teeth == 0 ? Expression(radius) : teeth * spacing / (2 * pi);
  const Expression arm = reversed == 0 ? size : -size;
  c.relation("velocities", housing.sliding(R) == arm * housing.turning(P));
  c.relation("forces", P.through() == -arm * R.through());
  housing.hold(c, P, R);
  if (partial::shows_tooth_forces(c)) partial::tooth_forces(c, R.through());
}

}  // namespace stribeck::mechanisms
