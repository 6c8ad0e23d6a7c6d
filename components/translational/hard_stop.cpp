#include "../hard_stop.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Elastic, damped or rigid stops that bound how far R moves relative to C.
/// Upper stop, x beyond upper_bound by p = x - upper_bound (the lower one mirrored):
///     smooth:            F = s(p/h) (k p + d v),  s(q) = 3 q^2 - 2 q^3 for q < 1, then 1;  h = transition_region
///     damped_rebound:    F = k p + d v
///     undamped_rebound:  F = k p + d max(v, 0)
///     restitution:       p <= 0,  v+ = -e v- at an impact; see translational.contact
/// F is transmitted from R to C. Between the bounds there is no force. The run stops exactly where contact begins and ends.
/// With damping the first two pull R back a little while it leaves; the third never pulls.
/// Assumes stops without mass.
/// Source: the laws of the block of that name in Simscape; restitution: Newton's law of impact.
/// The polynomial of smooth is reconstructed: the block's own transition is not published.
void hard_stop(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C");
  partial::hard_stop(c, motion, x, {"m", "N/m", "N*s/m", 150, "mm", 0.1, partial::kTranslationalContact});
}

}  // namespace stribeck::translational
