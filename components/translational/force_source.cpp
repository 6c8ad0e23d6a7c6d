#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Applies a force between R and C, whatever their motion: a positive S pushes R forwards and C backwards.
/// The variable F keeps to the convention of all elements, "transmitted from R to C", and is therefore -S.
/// Assumes a source whose force does not depend on the motion.
/// Source: definition; action and reaction are equal (Newton's third law).
void force_source(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto force = c.parameter("force", 0, "N", "force on R while S is left open");
  const Expression S = c.input("S", "N", "force that pushes R forwards", force);
  c.relation("source law", F == -S);
  c.causality(F, fixed_force_out);
  c.supplies(S * v);
}

}  // namespace stribeck::translational
