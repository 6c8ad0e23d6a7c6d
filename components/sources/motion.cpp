// Sources of motion: a place, a velocity or an acceleration is given, and the force is what that takes.
#include "stribeck/component.hpp"

namespace stribeck {

/// Holds R at a given {position} relative to C, whatever {force} that takes.
///     {x} = S,  {v} = dS/dt
/// {F} is the {force} transmitted from R to C; the source feeds the power -{F} {v} into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Limits: S must not jump, and must have a derivative where {masses} hang rigidly on it.
/// Source: definition of position; the power is force times velocity.
void position_source(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  auto position = c.parameter(in("{position}"), 0, in("{m}"), in("{position} of R relative to C while S is left open"));
  const Expression S = c.input("S", in("{m}"), in("{position} of R relative to C"), position);
  c.prescribed_displacement(R, C, in("{x}"), in("{position} of R relative to C"), S);
  c.causality(v, fixed_velocity_out);
  c.supplies(-F * v);
}

/// {Moves|Turns} R relative to C at a given {velocity}, whatever {force} that takes.
///     {v} = S
/// {F} is the {force} transmitted from R to C; the source feeds the power -{F} {v} into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of velocity; the power is force times velocity.
void velocity_source(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  auto velocity = c.parameter("velocity", 0, in("{m}/s"), in("{velocity} of R relative to C while S is left open"));
  const Expression S = c.input("S", in("{m}/s"), in("{velocity} of R relative to C"), velocity);
  c.relation("source law", v == S);
  c.causality(v, fixed_velocity_out);
  c.supplies(-F * v);
}

/// {Moves|Turns} R relative to C with a given {acceleration}, whatever {force} that takes.
///     d{v}/dt = S
/// The target of {v} says how it starts. {F} is the {force} transmitted from R to C; the source feeds the power -{F} {v} into the diagram.
/// Assumes a drive that is strong enough for any load.
/// Source: definition of acceleration; the power is force times velocity.
void acceleration_source(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  auto acceleration = c.parameter("acceleration", 0, in("{m}/s^2"), in("{acceleration} of R relative to C while S is left open"));
  const Expression S = c.input("S", in("{m}/s^2"), in("{acceleration} of R relative to C"), acceleration);
  c.relation("source law", der(v) == S);
  c.causality(v, fixed_velocity_out);
  c.supplies(-F * v);
}

}  // namespace stribeck
