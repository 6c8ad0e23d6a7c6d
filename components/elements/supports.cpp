// Where a network ends: what never moves, what nothing holds, and what joins two places rigidly.
#include "stribeck/component.hpp"

namespace stribeck {

/// A {place|housing} that never {moves|turns}: the reference that every {domain} network needs. It takes up any {force}. {Positions|Angles}
/// of the network are measured from the {origin|zero direction}; `{position}` tells where this {place|housing} is.
/// Assumes a support that nothing moves, whatever acts on it.
/// Source: definition of a frame of reference.
void ground(ComponentBuilder& c, const DomainWords& in) {
  const Port w = c.port("W", in.name, in("the {place|housing} itself"));
  auto place = c.parameter(in("{position}"), 0, in("{m}"), in("where the {place|housing} is, from the {origin|zero direction}"));
  c.fixed_position(w, in("{x}"), in("{position} of the ground"), place);
  c.causality(w.across(), fixed_velocity_out);
}

/// An end that nothing holds: no {force} acts on it. An open port is free, too; this one says so, and shows {where it is|how it turns}.
///     {F} = 0
/// Assumes that nothing else is connected to it.
/// Source: definition; balance of forces at a free surface.
void free_end(ComponentBuilder& c, const DomainWords& in) {
  const Port r = c.port("R", in.name, "the end");
  const Expression v = c.variable(in("{v}"), in("{m}/s"), in("{velocity} of the end"));
  c.relation(in("{velocity}"), v == r.across());
  c.relation(in("no {force}"), r.through() == 0);
}

}  // namespace stribeck

namespace stribeck::translational {

/// Rigid rod without mass: holds R a given length ahead of C.
///     x_R = x_C + length
/// Drawing: C, then the rod, then R, in the direction in which positions grow; a negative length puts R behind C. F is the force
/// transmitted from R to C, positive when the rod is pushed together from R. Bodies at both ends move as one.
/// Assumes a rod that neither bends nor stretches, along the line of motion.
/// Source: definition of a rigid body.
void rod(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto length = c.parameter("length", 1, "m", "position of R relative to C");
  c.fixed_displacement(R, C, "x", "position of R relative to C", length);
  c.causality(F, indifferent);
}

}  // namespace stribeck::translational

namespace stribeck::rotational {

/// Rigid disc or shaft without inertia: holds R a given angle ahead of C.
///     phi_R = phi_C + angle
/// T is the torque transmitted from R to C. Bodies on both sides turn as one.
/// Assumes a shaft that does not twist.
/// Source: definition of a rigid body.
void disc(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto angle = c.parameter("angle", 0, "rad", "angle of R relative to C");
  c.fixed_displacement(R, C, "phi", "angle of R relative to C", angle);
  c.causality(T, indifferent);
}

}  // namespace stribeck::rotational
