#pragma once
// What screws with a nut share: how the one turns and the other slides.
#include "stribeck/component.hpp"

namespace stribeck::partial {

struct Screw {
  Port screw, nut;
  bool left;  ///< hand of the thread
};

inline Screw screw_and_nut(ComponentBuilder& c) {
  const Port S = c.port("S", "rotational", "screw");
  const Port N = c.port("N", "translational", "nut");
  return {S, N, c.option("thread", "right|left", "the hand of the thread") == 1};
}

/// Of a screw with a given lead; the component's own relations say what T and W have to do with one another.
struct ScrewForces {
  Expression velocity, torque, load;
};
inline ScrewForces screw_forces(ComponentBuilder& c, const Screw& screw, const Expression& lead) {
  const Expression T = c.variable("T", "N*m", "torque on the screw");
  const Expression W = c.variable("W", "N", "load on the nut, against the way of a screw that turns forwards");
  const Expression way = (screw.left ? -lead : lead) / (2 * pi), w = screw.screw.across();
  c.relation("velocities", screw.nut.across() == way * w);
  c.relation("load", W == (screw.left ? screw.nut.through() : -screw.nut.through()));
  c.relation("torque on the screw", T == screw.screw.through());
  c.on_request("thrust_force", "N", "of the screw on its bearing, forwards along its axis", screw.nut.through());
  return {w, T, W};
}

}  // namespace stribeck::partial
