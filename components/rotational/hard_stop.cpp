#include "../hard_stop.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Elastic, damped or rigid stops that bound how far R turns relative to C.
/// Upper stop, phi beyond upper_bound by p = phi - upper_bound (the lower one mirrored):
///     smooth:            T = s(p/h) (k p + d w),  s(q) = 3 q^2 - 2 q^3 for q < 1, then 1;  h = transition_region
///     damped_rebound:    T = k p + d w
///     undamped_rebound:  T = k p + d max(w, 0)
///     restitution:       p <= 0,  w+ = -e w- at an impact; see rotational.contact
/// T is transmitted from R to C. Between the bounds there is no torque. The run stops exactly where contact begins and ends.
/// With damping the first two pull R back a little while it leaves; the third never pulls.
/// Assumes stops without mass.
/// Source: the laws of the block of that name in Simscape; restitution: Newton's law of impact.
/// The polynomial of smooth is reconstructed: the block's own transition is not published.
void hard_stop(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C");
  partial::hard_stop(c, motion, phi, {"rad", "N*m/rad", "N*m*s/rad", 0.01, "deg", 0.1, partial::kRotationalContact});
}

}  // namespace stribeck::rotational
