#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Engine given by its curve of full torque: a throttle takes a share of it, drag brakes what the throttle leaves.
///     T = a T_full(w) - (1 - a) T_drag tanh(w/w_0),  a = throttle, held between 0 and 1;  F.T = -T
/// Drawing: the flywheel (F) turns forwards on a housing that does not move; put its inertia at F. T_full is the torque at full throttle,
/// from a table over the speed w, with straight lines between its points, the ends held: let it begin with 0 at rest, so that an engine
/// that stalls stays stalled, and end with 0 at the greatest speed.
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

/// Hydrodynamic torque converter: the faster the impeller is than the turbine, the more torque it takes and the more it multiplies it.
///     T_I = c(r) w_I^2,  T_T = -k(r) T_I,  r = w_T/w_I;  0 for w_I <= 0
/// Drawing: the engine turns the impeller (I); the oil it throws turns the turbine (T). c is the capacity, k the torque ratio, both from
/// tables over the speed ratio, straight lines between; the ends hold, so that a turbine held or turned backwards counts as r = 0 and one
/// that overruns as the last r. k r may not exceed 1: that is the efficiency. Torques are positive into the converter.
/// Assumes steady flow: the tables are those measured at constant speeds, and the oil has no inertia. Law: similar flows have torques as
/// the squares of their speeds.
/// Source: law of similarity of turbomachines; the tables are those of a test bench.
void torque_converter(ComponentBuilder& c) {
  const Port I = c.port("I", "rotational", "impeller");
  const Port T = c.port("T", "rotational", "turbine");
  const List ratios = c.ascending_list("speed_ratios", "1", "speeds of the turbine over that of the impeller", {0, 0.5, 0.8, 0.9, 1});
  const List capacities = c.list("capacities", "N*m/(rad/s)^2", "torque on the impeller over the square of its speed, at these",
                                 {4e-3, 3.6e-3, 2.8e-3, 2e-3, 0});
  const List multiples = c.list("torque_ratios", "1", "torque of the turbine over that of the impeller, at these", {2, 1.5, 1.13, 1, 1});
  for (const List list : {ratios, capacities, multiples}) c.each(list).at_least(0);
  const Expression torque = c.variable("torque", "N*m", "torque on the impeller");
  auto low_speed = c.parameter("low_speed", 1e-3, "rad/s", "of the impeller, below which the ratio of speeds is taken to it").above(0);
  const Expression speed = if_else(I.across() > 0, I.across(), 0);
  const Expression ratio = T.across() / max(speed, low_speed);
  const Expression multiple = c.interpolate(ratios, multiples, ratio);
  constexpr double kRounding = 1e-6;  // of tables
  c.require(multiple * ratio <= 1 + kRounding || torque <= 0, "the tables give an efficiency of more than one");
  c.relation("impeller", torque == c.interpolate(ratios, capacities, ratio) * square(speed));
  c.relation("torque on the impeller", I.through() == torque);
  c.relation("torque on the turbine", T.through() == -multiple * torque);
  c.dissipates(torque * (I.across() - multiple * T.across()));
}

}  // namespace stribeck::mechanisms
