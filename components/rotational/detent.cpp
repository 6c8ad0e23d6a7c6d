#include "../detent.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Notches that a ball or a roller snaps into, as of a switch: holds R near the middle of a notch and lets it go beyond the top.
///     T = T_p sin(2 pi phi/b) + d w,  without the first for |phi| > b/2 if there is one notch
/// T is transmitted from R to C. To climb out of a notch takes the energy T_p b/pi.
/// Assumes notches all alike and a ball or roller without mass.
/// Source: definition, as the simplest periodic force with stable middles; not after a product's data sheet.
void detent(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression phi = c.displacement(motion.r, motion.c, "phi", "angle of R relative to C, zero in the middle of a notch");
  partial::detent(c, motion, phi, {"peak_torque", "N*m", "rad", "N*m*s/rad", 0.1});
}

}  // namespace stribeck::rotational
