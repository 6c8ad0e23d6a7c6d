#include "../housing.h"

namespace stribeck::mechanisms {

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
