#include "stribeck/component.hpp"
#include "transmissions/housing.h"
#include "transmissions/mesh_losses.h"
#include "transmissions/reactions.h"

namespace stribeck::mechanisms {

namespace {

partial::MeshLosses constant_losses(ComponentBuilder& c, bool by_direction) {
  const Expression eta_1 = c.parameter("efficiency", 0.95, "1", "of the mesh, output over input power, while S drives").above(0).at_most(1);
  const Expression eta_2 = c.parameter("back_efficiency", 0.95, "1", "the same while O drives").above(0).at_most(1);
  const Expression bearing = c.parameter("bearing_torque", 0, "N*m", "friction of the bearings, at S, whatever the speed").at_least(0);
  if (!by_direction) return {eta_1, eta_2, bearing, bearing};
  return {eta_1, eta_2, bearing, c.parameter("back_bearing_torque", 0, "N*m", "by_direction: the same while O drives").at_least(0)};
}

partial::MeshLosses losses_of_table(ComponentBuilder& c, const Expression& speed, bool by_direction) {
  const List speeds = c.ascending_list("speeds", "rad/s", "table only: |w_S|, from 0 on", {0});
  const List efficiencies = c.list("efficiencies", "1", "table only: of the mesh while S drives, at these speeds", {0.95});
  const List back = c.list("back_efficiencies", "1", "table only: of the mesh while O drives", {0.95});
  const List bearings = c.list("bearing_torques", "N*m", "table only: friction of the bearings at S", {0});
  c.each(speeds).at_least(0), c.each(bearings).at_least(0);
  for (const List list : {efficiencies, back}) c.each(list).above(0).at_most(1);
  const Expression bearing = c.interpolate(speeds, bearings, speed);
  Expression back_bearing = bearing;
  if (by_direction) {
    const List back_bearings = c.list("back_bearing_torques", "N*m", "table and by_direction: the same while O drives", {0});
    c.each(back_bearings).at_least(0);
    back_bearing = c.interpolate(speeds, back_bearings, speed);
  }
  return {c.interpolate(speeds, efficiencies, speed), c.interpolate(speeds, back, speed), bearing, back_bearing};
}

}  // namespace

/// Pair of gears or gear box with losses: of the mesh, as a share of the power whichever way it goes, and of the bearings.
///     w_S = N w_O,  T_O = -N (T - L) + d_O w_O,  T = T_S - d_S w_S
///     while S drives: L = (1 - eta_1) T + sign(w_S) T_b;  while O drives: L = (1 - 1/eta_2) T + sign(w_S) T_b2;  T_b2 = T_b unless given
///     of the two the one that takes more, smooth: times tanh(|w_S|/w_0);  exact: sticks, w_S = 0, L between the two
/// Driven by S the mesh passes on eta_1 of the power, driven by O eta_2 of it; both, and the friction T_b of the bearings, may come from a
/// table over |w_S|. Torques are positive into the box. A negative ratio reverses. Speeds are relative to the housing, which stands still
/// unless it is a port. tooth_forces are those of mechanisms.gear_box for the torque T, without the friction between the teeth.
/// Limits: with smooth friction the losses fade within w_0 of rest: a gear under load creeps where it should stick; with exact friction it
/// sticks, and stands still under a load between eta_2 and 1/eta_1 of what would balance it.
/// Source: Pelchen, Schweiger, Otter (2002), Modeling and simulating the efficiency of gearboxes and of planetary gearboxes, 2nd
/// International Modelica Conference, pp. 257-266.
/// Assumes rigid teeth without play; efficiencies depend on the speed, not on the torque.
void lossy_gear(ComponentBuilder& c) {
  const bool by_table = c.option<bool>("losses", {{"constant", false}, {"table", true}}, "whether losses depend on the speed");
  const bool exact = c.option<bool>("friction", {{"smooth", false}, {"exact", true}}, "creeps where it should stick, or sticks");
  const bool by_direction = c.option<bool>("bearings", {{"alike", false}, {"by_direction", true}},
                                           "whether their friction is the same whichever side drives, or has a value for each");
  const Port S = c.port("S", "rotational", "input shaft");
  const Port O = c.port("O", "rotational", "output shaft");
  const partial::Housing housing(c);
  auto N = c.parameter("ratio", 5, "1", "turns of the input shaft for one of the output shaft; not zero");
  N.above(if_else(N < 0, -std::numeric_limits<double>::infinity(), 0));  // either sign, but a ratio of zero is no gear
  const Expression w = housing.relative(S), w_O = housing.relative(O);
  const partial::MeshLosses losses = by_table ? losses_of_table(c, abs(w), by_direction) : constant_losses(c, by_direction);
  auto d_S = c.parameter("input_damping", 0, "N*m*s/rad", "of the bearings of S").at_least(0);
  auto d_O = c.parameter("output_damping", 0, "N*m*s/rad", "of the bearings of O").at_least(0);
  const Expression T = c.variable("T", "N*m", "torque that S brings into the mesh and its bearings");
  const Expression lost = c.variable("L", "N*m", "of it, what the mesh and the bearings take");
  c.relation("speeds", w == N * w_O);
  c.relation("torque on the input shaft", S.through() == T + d_S * w);
  c.relation("torque on the output shaft", O.through() == -N * (T - lost) + d_O * w_O);
  housing.holds(c, S.through() + O.through());
  partial::mesh_losses(c, exact, w, T, lost, losses);
  partial::tooth_forces_of_pair(c, T);
  c.dissipates(lost * w + d_S * square(w) + d_O * square(w_O));
}

}  // namespace stribeck::mechanisms
