#pragma once
// Losses of a mesh and its bearings: of gears, and of ball screws.
#include "friction/sticking.h"

namespace stribeck::partial {

/// At the speed of the shaft S, towards which everything is reckoned.
struct MeshLosses {
  Expression efficiency, back_efficiency;  ///< of the mesh, while S drives and while it is driven
  Expression bearing, back_bearing;        ///< torque that the bearings take besides, in the two cases
};

/// Determines `lost`: of the torque T that S brings in at the speed w, what mesh and bearings take. Sticks exactly, or fades near rest.
inline void mesh_losses(ComponentBuilder& c, bool exact, const Expression& w, const Expression& T, const Expression& lost,
                        const MeshLosses& losses) {
  const Expression driving = 1 - losses.efficiency, driven = 1 / losses.back_efficiency - 1;
  if (exact) {
    // Against the motion, for what S brings in along it: the larger of what is taken while S drives and while it is driven.
    const auto level = [&](const Expression& brought) {
      return max(driving * brought + losses.bearing, losses.back_bearing - driven * brought);
    };
    const Expression forwards = level(T), backwards = level(-T);
    c.named("mode", "1", kModeDoc, c.dry_friction("mesh", w, lost, {forwards, forwards}, {backwards, backwards}));
  } else {
    auto low_speed = c.parameter("low_speed", 0.01, "rad/s", "of S, over which the losses rise").above(0);
    // In proportion to T whichever way the power goes, so that either case has exactly one solution, also for the wrong sign of w.
    const Condition drives = (driving + driven) * T * w >= (losses.back_bearing - losses.bearing) * abs(w);
    c.relation("mesh", lost == if_else(drives, driving, -driven) * T * tanh(abs(w) / low_speed) +
                                   if_else(drives, losses.bearing, losses.back_bearing) * tanh(w / low_speed));
  }
}

}  // namespace stribeck::partial
