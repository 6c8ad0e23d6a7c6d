#include "stribeck/component.hpp"
#include "transmissions/housing.h"
#include "transmissions/reactions.h"

namespace stribeck::mechanisms {

/// Ideal pinion that drives a rack, or is driven by it.
///     v_R = +-r w_P,  T_P = -+r F_R;  r = radius, or teeth * tooth_spacing / (2 pi)
/// Drawing: the pinion (P) turns about a fixed axis and meshes with a straight rack (R) that slides along its teeth. The sign is that of
/// the orientation; torque and force are positive into the pair. Velocities are relative to the housing, which stands still unless it is
/// two ports: they hold -T_P and -F_R. tooth_forces: F_t = F_R along the rack, |F_t| tan(alpha)/cos(beta) apart, F_t tan(beta) along the
/// axle of the pinion, for pressure angle alpha and helix angle beta; the bearings of the pinion and the guide of the rack carry them.
/// Assumes no losses, no play, no inertia.
/// Assumes rigid teeth without play and an axis that does not move. Law: power in equals power out, T_P w_P + F_R v_R = 0.
/// Source: law of gearing; balance of power.
void rack_and_pinion(ComponentBuilder& c) {
  const Port P = c.port("P", "rotational", "pinion");
  const Port R = c.port("R", "translational", "rack");
  const partial::Supports housing(c);
  const bool by_teeth =
      c.option<bool>("size_by", {{"radius", false}, {"teeth", true}}, "whether the pinion's size is its radius, or follows from its teeth");
  const bool reversed = c.option<bool>("orientation", {{"positive", false}, {"negative", true}},
                                       "whether a positive rotation moves the rack forwards or backwards");
  auto radius = c.parameter("radius", 0.1, "m", "size_by radius only: radius of the pinion's pitch circle").above(0);
  auto teeth = c.parameter("teeth", 20, "1", "size_by teeth only: number of teeth on the pinion").above(0);
  auto spacing = c.parameter("tooth_spacing", 10, "mm", "size_by teeth only: distance from tooth to tooth along the rack").above(0);
  const Expression size = by_teeth ? teeth * spacing / (2 * pi) : Expression(radius);
  const Expression arm = reversed ? -size : size;
  c.relation("velocities", housing.sliding(R) == arm * housing.turning(P));
  c.relation("forces", P.through() == -arm * R.through());
  housing.hold(c, P, R);
  if (partial::shows_tooth_forces(c)) partial::tooth_forces(c, R.through());
}

/// Ideal wheel that turns rotation into translation: a rack, a drum, a wheel that rolls without slip.
///     v = +-r w,  T = -+r F
/// The sign is that of the orientation. w is the angular velocity of A and T the torque on it, v the velocity of P and F the force on it,
/// both positive into the wheel; nothing is lost. Velocities are relative to the housing, which stands still unless it is two ports: they
/// hold -T and -F. The bearing of the axle carries the force on the periphery, bearing_force = F.
/// Assumes no slip and no inertia. Law: power in equals power out, T w + F v = 0.
/// Source: definition of a wheel; balance of power.
void wheel_and_axle(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "axle");
  const Port P = c.port("P", "translational", "periphery of the wheel");
  const partial::Supports housing(c);
  auto radius = c.parameter("radius", 0.05, "m", "distance from the axle to the line of the force").above(0);
  const bool reversed = c.option<bool>("orientation", {{"positive", false}, {"negative", true}},
                                       "whether a positive rotation moves the periphery forwards or backwards");
  const Expression lever = reversed ? -radius : radius;
  c.relation("velocities", housing.sliding(P) == lever * housing.turning(A));
  c.relation("forces", A.through() == -lever * P.through());
  housing.hold(c, A, P);
  c.on_request("bearing_force", "N", "of the axle on its bearing, along the force on the periphery", P.through());
}

/// Wheel that rolls on the ground without slip, with rolling resistance.
///     v_H = r w_A,  T_A = -r F_H + c_r N r tanh(w_A/w_0)
/// Drawing: the wheel turns about its axle (A); its hub (H) carries the vehicle, forwards when the wheel turns forwards. Torque and force
/// are positive into the wheel; N is the load on it. Put mass and inertia at the ports. mechanisms.tyre slips. Velocities
/// are relative to the ground, which stands still unless it is two ports: a belt, or a turning frame.
/// Assumes no slip, ground that does not give way and a resistance that does not depend on the speed.
/// Source: rolling without slip; definition of the coefficient of rolling resistance; Modelica Standard Library 4.1,
/// Rotational.Components.IdealRollingWheel, has the same law without the resistance.
void rolling_wheel(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "axle");
  const Port H = c.port("H", "translational", "hub");
  const partial::Supports ground(c);
  auto r = c.parameter("radius", 0.3, "m", "from the ground to the axle").above(0);
  auto c_r = c.parameter("rolling_coefficient", 0, "1", "rolling resistance over load: 0.001 steel on rail, 0.01 tyre on road").at_least(0);
  auto load = c.parameter("normal_force", 1000, "N", "load while N is left open").at_least(0);
  auto w_0 = c.parameter("low_speed", 0.01, "rad/s", "over which rolling resistance rises").above(0);
  const Expression N = c.input("N", "N", "load on the wheel; what is negative counts as none", load);
  const Expression resistance = c_r * max(N, 0) * r * tanh(ground.turning(A) / w_0);
  c.relation("velocities", ground.sliding(H) == r * ground.turning(A));
  c.relation("torques", A.through() == resistance - r * H.through());
  ground.hold(c, A, H);
  c.dissipates(resistance * ground.turning(A));
}

}  // namespace stribeck::mechanisms
