// Sensors of motion, which take no force.
#include "stribeck/component.hpp"

namespace stribeck {

/// Measures {velocity} and {position} of R relative to C without any {force} on either.
///     {v} = {v}_R - {v}_C,  {x} = {x}_R - {x}_C + offset
/// A target of {x} says where R begins: what is shown, with the offset.
/// Assumes a sensor without inertia that shows everything at once.
/// Source: definition of relative position and velocity.
void motion_sensor(ComponentBuilder& c, const DomainWords& in) {
  const Port R = c.port("R", in.name, "what is measured");
  const Port C = c.port("C", in.name, "what it is measured from");
  auto offset = c.parameter("offset", 0, in("{m}"), in("added to the {position}"));
  const Expression v = c.output(in("{v}"), in("{m}/s"), in("{velocity} of R relative to C"));
  const Expression x = c.output(in("{x}"), in("{m}"), in("{position} of R relative to C, plus the offset"));
  const Expression displacement = c.displacement(R, C, "displacement", in("{position} of R relative to C, without the offset"));
  c.relation(in("{velocity}"), v == R.across() - C.across());
  c.relation(in("{position}"), x == displacement + offset);
  c.relation(in("no {force} on R"), R.through() == 0);
  c.relation(in("no {force} on C"), C.through() == 0);
}

/// Measures how a point moves relative to the world, without any {force} on it.
///     {v} = {v}_R,  {x} = position of R from the origin, plus the offset
/// A ground somewhere in the network tells where the origin is. A target of {x} says where R begins: what is shown, with the offset.
/// Assumes a sensor without inertia that shows everything at once.
/// Source: definition of position and velocity.
void absolute_motion_sensor(ComponentBuilder& c, const DomainWords& in) {
  const Port R = c.port("R", in.name, "what is measured");
  auto offset = c.parameter("offset", 0, in("{m}"), in("added to the {position}"));
  const Expression v = c.output(in("{v}"), in("{m}/s"), in("{velocity}"));
  const Expression x = c.output(in("{x}"), in("{m}"), in("{position}, plus the offset"));
  const Expression displacement = c.position(R, "displacement", in("{position} from the origin, without the offset"));
  c.relation(in("{velocity}"), v == R.across());
  c.relation(in("{position}"), x == displacement + offset);
  c.relation(in("no {force}"), R.through() == 0);
}

/// Measures the {acceleration} of R relative to C without any {force} on either.
///     a = d{v}/dt,  {v} = {v}_R - {v}_C
/// Assumes a sensor without inertia, and a motion whose velocity does not jump (at an impact it shows nothing of it).
/// Source: definition of acceleration.
void acceleration_sensor(ComponentBuilder& c, const DomainWords& in) {
  const Port R = c.port("R", in.name, "what is measured");
  const Port C = c.port("C", in.name, "what it is measured from");
  const Expression v = c.variable(in("{v}"), in("{m}/s"), in("{velocity} of R relative to C"));
  const Expression a = c.output("a", in("{m}/s^2"), in("{acceleration} of R relative to C"));
  c.relation(in("{velocity}"), v == R.across() - C.across());
  c.relation(in("{acceleration}"), a == der(v));
  c.relation(in("no {force} on R"), R.through() == 0);
  c.relation(in("no {force} on C"), C.through() == 0);
}

}  // namespace stribeck
