#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Inerter: its torque is in proportion to the relative angular acceleration of its ends, as if a flywheel stood between them.
///     T = B dw/dt
/// T is transmitted from R to C. Source: Smith (2002), Synthesis of mechanical networks: the inerter, IEEE Trans. Automatic Control 47,
/// pp. 1648-1662.
/// Assumes an ideal mechanism: no friction, play or mass to ground of its own.
void inerter(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto B = c.parameter("inertance", 0.01, "kg*m^2", "torque per relative angular acceleration").above(0);
  c.relation("inerter law", T == B * der(w));
  c.causality(w, preferred_velocity_out);
  c.stores(0.5 * B * square(w));
}

}  // namespace stribeck::rotational
