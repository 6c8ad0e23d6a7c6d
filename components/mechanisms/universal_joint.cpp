#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Universal joint (Cardan, Hooke): two shafts at an angle, of which the driven one leads and lags twice in a turn. No losses.
///     tan(phi_B) = cos(beta) tan(phi_A),  T_A = -T_B cos(beta)/(1 - sin(beta)^2 sin(phi_A)^2)
/// Drawing: shaft A carries one fork of the cross, shaft B the other; beta is the angle between them. At phi_A = 0 the fork of A stands
/// across the plane of both shafts. Angles count from the origin; a ground tells where that is. Torques are positive into the joint. The
/// relation is one between angles: velocities and accelerations follow from it by differentiation, and it never drifts.
/// The bearings of the shafts carry moments besides, across them: couple_A = T_A tan(beta) cos(phi_A) about the line across both A and its
/// fork, couple_B = T_B sin(beta) sin(phi_A)/sqrt(1 - sin(beta)^2 sin(phi_A)^2) likewise.
/// Assumes rigid parts and shafts whose axes meet. Law of the torques: virtual work.
/// Source: geometry of Cardan's joint; principle of virtual work.
void universal_joint(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "first shaft");
  const Port B = c.port("B", "rotational", "second shaft");
  auto beta = c.parameter("joint_angle", 20, "deg", "between the shafts").between(0, 80);
  const Expression phi = c.position(A, "phi", "angle of the first shaft");
  const Expression turned = c.position(B, "turned", "angle of the second shaft");
  const Expression lead = (cos(beta) - 1) * sin(phi) * cos(phi) / (square(cos(phi)) + cos(beta) * square(sin(phi)));
  c.relation("angles", turned == phi + atan(lead));
  c.relation("torque on the first shaft", A.through() == -B.through() * cos(beta) / (1 - square(sin(beta) * sin(phi))));
  const Expression off = sin(beta) * sin(phi);
  c.on_request("couple_A", "N*m", "moment of the first shaft on its bearings, across it and its fork", A.through() * tan(beta) * cos(phi));
  c.on_request("couple_B", "N*m", "moment of the second shaft on its bearings, across it and its fork",
               B.through() * off / sqrt(1 - square(off)));
}

}  // namespace stribeck::mechanisms
