#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// A dog clutch: teeth that mesh while the signal S is above 0.5, and then carry torque by their flanks, with clearance.
///     meshed:  T = c d + D w for d beyond half the clearance (and never pulling), d = phi - n pitch, n chosen where it meshes;  else T = 0
/// c is the stiffness of the flanks, D their damping, n the number of the gap that they mesh in. It meshes only where teeth face gaps, |d|
/// <= clearance/2, and while |w| is below `engagement_speed`: until then the teeth grate without torque. It lets go at once. Flanks are
/// springs with dampers in parallel: rigid ones would take a jump of momentum at each meshing.
/// Assumes teeth without mass and that mesh at once where they meet gaps.
/// Source: definition; flanks as in rotational.elastic_backlash.
void dog_clutch(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression command = c.input("S", "1", "meshes while this is above 0.5");
  auto teeth = c.parameter("teeth", 20, "1", "number of teeth").at_least(1);
  auto clearance = c.parameter("clearance", 0.02, "rad", "angle between the flanks").above(0);
  auto stiffness = c.parameter("stiffness", 1e4, "N*m/rad", "of the flanks").above(0);
  auto damping = c.parameter("damping", 10, "N*m/(rad/s)", "of the flanks").at_least(0);
  auto fastest = c.parameter("engagement_speed", 5, "rad/s", "it does not mesh at greater differences of speed").above(0);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  const Expression pitch = 2 * pi / teeth;
  const Expression meshed = c.discrete("meshed", "1", "1 while teeth mesh, else 0", 0);
  const Expression tooth = c.discrete("tooth", "1", "number of the gap that they mesh in", 0);
  // The nearest gap, without a jump that would be looked for while nothing meshes.
  const Expression off = atan2(sin(teeth * phi), cos(teeth * phi)) / teeth;
  const Condition fits =
      meshed < 0.5 && command > 0.5 && cos(teeth * phi) >= cos(0.5 * teeth * clearance) && abs(motion.velocity) < fastest;
  c.when("meshes", fits, {{meshed, 1}, {tooth, floor((phi - off) / pitch + 0.5)}});
  c.when("lets go", command <= 0.5, {{meshed, 0}});
  const Expression d = phi - tooth * pitch;
  const Expression forwards = d - 0.5 * clearance, backwards = -d - 0.5 * clearance;
  const Condition on_front = forwards > 0, on_back = backwards > 0;
  const Expression front = if_else(on_front, max(stiffness * forwards + damping * motion.velocity, 0), 0);
  const Expression back = if_else(on_back, max(stiffness * backwards - damping * motion.velocity, 0), 0);
  c.relation("flanks", motion.force == meshed * (front - back));
  const Expression pressed = if_else(on_front, square(forwards), if_else(on_back, square(backwards), 0));
  const Expression elastic = if_else(on_front, stiffness * forwards, if_else(on_back, -stiffness * backwards, 0));
  c.stores(0.5 * stiffness * meshed * pressed);
  c.dissipates((motion.force - meshed * elastic) * motion.velocity);
  c.causality(motion.force, fixed_force_out);
}

}  // namespace stribeck::rotational
