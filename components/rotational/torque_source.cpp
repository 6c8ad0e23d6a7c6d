#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Applies a torque between R and C, whatever their motion: a positive S turns R forwards and C backwards.
/// The variable T keeps to the convention of all elements, "transmitted from R to C", and is therefore -S.
/// Assumes a source whose torque does not depend on the motion.
/// Source: definition; action and reaction are equal (Newton's third law).
void torque_source(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto torque = c.parameter("torque", 0, "N*m", "torque on R while S is left open");
  const Expression S = c.input("S", "N*m", "torque that turns R forwards", torque);
  c.relation("source law", T == -S);
  c.causality(T, fixed_force_out);
  c.supplies(S * w);
}

}  // namespace stribeck::rotational
