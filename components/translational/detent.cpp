#include "../detent.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Notches that a ball or a roller snaps into: holds R near the middle of a notch and lets it go beyond the top.
///     F = F_p sin(2 pi x/b) + d v,  without the first for |x| > b/2 if there is one notch
/// F is transmitted from R to C. To climb out of a notch takes the energy F_p b/pi.
/// Assumes notches all alike and a ball or roller without mass.
/// Source: definition, as the simplest periodic force with stable middles; not after a product's data sheet.
void detent(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression x = c.displacement(motion.r, motion.c, "x", "position of R relative to C, zero in the middle of a notch");
  partial::detent(c, motion, x, {"peak_force", "N", "m", "N*s/m", 0.01});
}

}  // namespace stribeck::translational
