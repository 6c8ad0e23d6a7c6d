#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Inerter: its force is in proportion to the relative acceleration of its ends, as if a mass stood between them.
///     F = B dv/dt
/// F is transmitted from R to C. A flywheel on a rack makes one of far more inertance than it has mass. Source: Smith (2002), Synthesis of
/// mechanical networks: the inerter, IEEE Trans. Automatic Control 47, pp. 1648-1662.
/// Assumes an ideal mechanism: no friction, play or mass to ground of its own.
void inerter(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto B = c.parameter("inertance", 1, "kg", "force per relative acceleration").above(0);
  c.relation("inerter law", F == B * der(v));
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * B * square(v));
}

}  // namespace stribeck::translational
