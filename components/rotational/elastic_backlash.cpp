#include "../elastic_backlash.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Play between elastic flanks, as of teeth or keys: no torque within it, a spring and a damper beyond it.
///     T = c + min(c, e) but not below 0,  c = k (|phi| - b/2),  e = d d|phi|/dt      limited_damping
///     T = c + e but not below 0                                                      full_damping
/// for |phi - offset| > b/2, in the direction of phi; T is transmitted from R to C. `smooth` rounds both corners over a share ep of b/2 by
/// (sqrt(u^2 + q^2) + u)/2 in place of max(u, 0). A flank never pulls. As Modelica's ElastoBacklash and ElastoBacklash2, and 20-sim's
/// backlash.
/// Assumes flanks without mass that follow Hooke's law with a damper beside it.
/// Source: Modelica Standard Library 4.1, Rotational.Components.ElastoBacklash and ElastoBacklash2; 20-sim, Backlash.
void elastic_backlash(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  partial::elastic_backlash(c, motion, phi, {"rad", "N*m/rad", "N*m*s/rad", 1e5, 0.001});
}

}  // namespace stribeck::rotational
