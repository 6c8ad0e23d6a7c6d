#pragma once
// What teeth and belts press their shafts with: forces that do no work, for the bearings that carry them.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Forces between teeth whose flanks lie askew; friction between them is left out.
inline void tooth_forces(ComponentBuilder& c, const Expression& tangential) {
  auto pressure = c.parameter("pressure_angle", 20, "deg", "of the flanks, in the normal section").between(0, 45);
  auto helix = c.parameter("helix_angle", 0, "deg", "of the teeth; 0: straight teeth").between(-60, 60);
  const Expression apart = tan(pressure) / cos(helix);
  c.on_request("tangential_force", "N", "between the teeth, along the pitch circles", tangential);
  c.on_request("separating_force", "N", "between the teeth, pushes the axles apart", abs(tangential) * apart);
  c.on_request("thrust_force", "N", "between the teeth, along the axles", tangential * tan(helix));
  c.on_request("bearing_force", "N", "of the teeth on the bearings of each axle, across it", abs(tangential) * sqrt(1 + square(apart)));
}
inline bool shows_tooth_forces(ComponentBuilder& c) {
  return c.option<bool>("tooth_forces", {{"none", false}, {"shown", true}}, "whether the forces of the teeth on the bearings are outputs");
}
/// Of a pair of wheels, from the torque on the first.
inline void tooth_forces_of_pair(ComponentBuilder& c, const Expression& torque) {
  if (!shows_tooth_forces(c)) return;
  auto radius = c.parameter("pitch_radius", required, "mm", "of the wheel on S").above(0);
  tooth_forces(c, torque / radius);
}

/// The option `shaft_forces` of a belt: `pull` is the difference of the tensions of its strands, `signed_b` the radius of the second
/// pulley, negative where the belt is crossed. x points from the first axle to the second.
inline void belt_forces(ComponentBuilder& c, const Expression& pull, const Expression& radius_a, const Expression& signed_b) {
  if (c.option<bool>("shaft_forces", {{"none", true}, {"shown", false}}, "whether tensions and forces on the shafts are outputs")) return;
  auto pretension = c.parameter("pretension", required, "N", "tension of each strand while no torque is transmitted").above(0);
  auto distance = c.parameter("centre_distance", required, "m", "of the axles").above(abs(radius_a - signed_b));
  const Expression slope = (radius_a - signed_b) / distance;  // sine of the angle between a strand and the line of the axles
  c.on_request("tension_1", "N", "of the strand that pulls while the first pulley drives forwards", pretension + pull / 2);
  c.on_request("tension_2", "N", "of the other strand; below zero it would hang slack", pretension - pull / 2);
  c.on_request("shaft_x", "N", "force on the first shaft towards the second, and of the same size on the second towards the first",
               2 * pretension * sqrt(1 - square(slope)));
  c.on_request("shaft_y", "N", "force on the first shaft across the line of the axles, a quarter turn forwards from x", -pull * slope);
}

}  // namespace stribeck::partial
