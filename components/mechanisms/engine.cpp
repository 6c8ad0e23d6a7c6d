#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Engine given by its curve of full torque: a throttle takes a share of it, drag brakes what the throttle leaves.
///     T = a T_full(w) - (1 - a) T_drag tanh(w/w_0),  a = throttle, held between 0 and 1;  F.T = -T
/// Drawing: the flywheel (F) turns forwards on a housing that does not move; put its inertia at F. T_full comes from a table over the
/// speed, straight lines between its points, the ends held: let it begin with 0 at rest, so that an engine that stalls stays stalled, and
/// end with 0 at the greatest speed.
/// Assumes a torque that follows throttle and speed at once, at one temperature; strokes are averaged.
/// Source: definition; the curve is that of a test bench. Driveline: Generic Engine, without its start and idle control.
void engine(ComponentBuilder& c) {
  const Port F = c.port("F", "rotational", "flywheel");
  const Expression a = c.input("throttle", "1", "share of the full torque, 0 to 1");
  const List speeds = c.ascending_list("speeds", "rad/s", "of the curve, from 0 on", {0, 80, 200, 400, 550, 650});
  const List torques = c.list("torques", "N*m", "full torque at these", {0, 100, 140, 150, 110, 0});
  c.each(speeds).at_least(0), c.each(torques).at_least(0);
  auto drag = c.parameter("drag_torque", 20, "N*m", "what the engine brakes with while the throttle is closed").at_least(0);
  auto low_speed = c.parameter("low_speed", 10, "rad/s", "over which the drag rises").above(0);
  const Expression w = F.across(), opened = min(max(a, 0), 1);
  const Expression full = c.named("full", "N*m", "full torque at this speed", c.interpolate(speeds, torques, w));
  const Expression braking = (1 - opened) * drag * tanh(w / low_speed);
  c.relation("torque", F.through() == braking - opened * full);
  c.supplies(opened * full * w);
  c.dissipates(braking * w);
}

}  // namespace stribeck::mechanisms
