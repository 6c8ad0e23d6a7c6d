#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// A vehicle that moves along a road: its mass, the drag of the air, rolling resistance and the slope.
///     m dv/dt = F_H - 1/2 rho c_w A (v - v_wind) |v - v_wind| - c_r m g cos(phi_slope) tanh(v/v_0) - m g sin(phi_slope)
/// F_H is the force that tyres, a hook or a rope apply at H, positive forwards. phi_slope is the angle of the road, positive uphill, v_wind
/// the speed of the wind: a headwind is negative. The audit counts the wind and gravity as sources.
/// Assumes one rigid body that does not pitch.
/// Limits: it creeps on a slope that rolling resistance would hold.
/// Source: Newton's second law; definition of the coefficient of drag.
void vehicle_body(ComponentBuilder& c) {
  const Port H = c.port("H", "translational", "the body");
  auto m = c.parameter("mass", 1200, "kg", "of the whole vehicle").above(0);
  auto area = c.parameter("frontal_area", 2.2, "m^2", "A, seen from the front").at_least(0);
  auto drag = c.parameter("drag_coefficient", 0.3, "1", "c_w").at_least(0);
  auto rho = c.parameter("air_density", 1.2, "kg/m^3", "rho").at_least(0);
  auto rolling = c.parameter("rolling_coefficient", 0.01, "1", "c_r, rolling resistance over weight").at_least(0);
  auto g = c.parameter("gravity_acceleration", 9.80665, "m/s^2", "g").at_least(0);
  auto v_0 = c.parameter("low_speed", 0.01, "m/s", "over which rolling resistance rises").above(0);
  auto level = c.parameter("slope", 0, "deg", "of the road while slope_angle is left open").between(-90, 90);
  auto calm = c.parameter("wind", 0, "m/s", "speed of the wind along the road while wind_speed is left open");
  const Expression slope = c.input("slope_angle", "rad", "angle of the road, positive uphill", level);
  const Expression wind = c.input("wind_speed", "m/s", "speed of the wind along the road", calm);
  const Expression v = c.variable("v", "m/s", "velocity of the vehicle");
  const Expression through_air = v - wind;
  const Expression F_air = 0.5 * rho * drag * area * through_air * abs(through_air);
  const Expression F_roll = rolling * m * g * cos(slope) * tanh(v / v_0);
  const Expression weight = m * g * sin(slope);
  c.relation("velocity", v == H.across());
  c.relation("force balance", der(v) == (H.through() - F_air - F_roll - weight) / m);
  c.position_on_request(H, "x", "position along the road");
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * m * square(v));
  c.dissipates(F_air * through_air + F_roll * v);
  c.supplies(-F_air * wind - weight * v);
}

/// Tyre that drives or brakes a vehicle by its slip on the road: Pacejka's magic formula along its plane.
///     kappa = (r w_A - v_H)/sqrt(v_H^2 + v_0^2)
///     F = N D sin(C atan(B kappa - E (B kappa - atan(B kappa)))),  T_A = r F,  F_H = -F
/// Drawing: the wheel turns about its axle (A); its hub (H) carries the vehicle, forwards when the wheel turns forwards. D is the peak of
/// friction over load, C and B shape the way to it, E what comes after. N is the load on it. Torque and force are positive into the tyre.
/// Typical: dry 10, 1.9, 1, 0.97; wet 12, 2.3, 0.82, 1; snow 5, 2, 0.3, 1; ice 4, 2, 0.1, 1.
/// Limits: v_0 softens the slip near rest, where the tyre creeps instead of sticking.
/// Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd edition, Butterworth-Heinemann, section 4.3.
/// Assumes slip along the wheel's plane only and a tyre that builds up its force at once.
void tyre(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "axle");
  const Port H = c.port("H", "translational", "hub");
  auto r = c.parameter("radius", 0.3, "m", "from the ground to the axle").above(0);
  auto B = c.parameter("stiffness_factor", 10, "1", "B").above(0);
  auto C = c.parameter("shape_factor", 1.9, "1", "C").above(0).below(2);
  auto D = c.parameter("peak_coefficient", 1, "1", "D, greatest friction over load").at_least(0);
  auto E = c.parameter("curvature_factor", 0.97, "1", "E").at_most(1);
  auto load = c.parameter("normal_force", 3000, "N", "load while N is left open").at_least(0);
  auto v_0 = c.parameter("low_speed", 0.1, "m/s", "over which slip is softened near rest").above(0);
  const Expression N = c.input("N", "N", "load on the tyre; what is negative counts as none", load);
  const Expression kappa = c.variable("kappa", "1", "slip: positive while it drives");
  const Expression F = c.variable("F", "N", "force of the road on the tyre, forwards");
  const Expression slip = r * A.across() - H.across(), v = H.across();
  const Expression u = B * kappa;
  c.relation("slip", kappa == slip / sqrt(square(v) + square(v_0)));
  c.relation("magic formula", F == max(N, 0) * D * sin(C * atan(u - E * (u - atan(u)))));
  c.relation("torque on the axle", A.through() == r * F);
  c.relation("force on the hub", H.through() == -F);
  c.dissipates(F * slip);
}

}  // namespace stribeck::mechanisms
