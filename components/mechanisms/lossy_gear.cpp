#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Pair of gears or gear box with losses: of the mesh, as a share of the power whichever way it goes, and of the bearings.
///     w_S = N w_O,  T_O = -N (T_S - d_S w_S - L) + d_O w_O
///     L = (1 - eta_1) T s  while S drives,  (1 - 1/eta_2) T s  while O drives,  T = T_S - d_S w_S,  s = tanh(|w_S|/w_0)
/// Driven by S the mesh passes on eta_1 of the power, driven by O eta_2 of it. Within w_0 of rest the losses fade: a gear under load creeps
/// instead of sticking. Torques are positive into the box. A negative ratio reverses.
/// After Pelchen, Schweiger, Otter (2002), Modeling and simulating the efficiency of gearboxes and of planetary gearboxes, 2nd
/// International Modelica Conference, pp. 257-266, whose loss torque is smoothed here.
void lossy_gear(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "input shaft");
  const Port O = c.port("O", "rotational", "output shaft");
  auto N = c.parameter("ratio", 5, "1", "turns of the input shaft for one of the output shaft; not zero");
  N.above(if_else(N < 0, -std::numeric_limits<double>::infinity(), 0));  // either sign, but a ratio of zero is no gear
  auto eta_1 = c.parameter("efficiency", 0.95, "1", "of the mesh, output over input power, while S drives").above(0).at_most(1);
  auto eta_2 = c.parameter("back_efficiency", 0.95, "1", "the same while O drives").above(0).at_most(1);
  auto d_S = c.parameter("input_damping", 0, "N*m*s/rad", "of the bearings of S").at_least(0);
  auto d_O = c.parameter("output_damping", 0, "N*m*s/rad", "of the bearings of O").at_least(0);
  auto low_speed = c.parameter("low_speed", 0.01, "rad/s", "of S, over which the losses of the mesh rise").above(0);
  const Expression T = c.variable("T", "N*m", "torque that S brings into the mesh");
  const Expression loss = c.variable("loss", "W", "power that becomes heat in the mesh");
  const Expression w = S.across();
  c.relation("speeds", w == N * O.across());
  c.relation("torque on the input shaft", S.through() == T + d_S * w);
  // In proportion to T whichever way the power goes, so that both ways have exactly one solution.
  const Expression lost = if_else(T * w >= 0, 1 - eta_1, 1 - 1 / eta_2) * T * tanh(abs(w) / low_speed);
  c.relation("mesh", loss == lost * w);
  c.relation("torque on the output shaft", O.through() == -N * (T - lost) + d_O * O.across());
  c.dissipates(loss + d_S * square(w) + d_O * square(O.across()));
}

}  // namespace stribeck::mechanisms
