#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// A vehicle that moves along a road: its mass, the drag of the air, rolling resistance and the slope.
///     m dv/dt = F_H - 1/2 rho c_w A (v - v_wind) |v - v_wind| - c_r m g cos(slope) tanh(v/v_0) - m g sin(slope)
/// F_H is the force that tyres, a hook or a rope apply at H, positive forwards. slope is the angle of the road, positive uphill; a headwind
/// is negative. The audit counts the wind and gravity as sources. It creeps on a slope that rolling resistance would hold.
/// Assumes one rigid body that does not pitch.
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

}  // namespace stribeck::mechanisms
