#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Shaft that twists and has inertia, cut into equal elements: as many of its torsional vibrations as it has elements, the lower half well.
///     element: T_i = n k twist_i + n d (w_(i-1) - w_i),  dtwist_i/dt = w_(i-1) - w_i,  i = 1 ... n
///     between elements: J/n dw_i/dt = T_i - T_(i+1);  at each end: J/(2 n)
/// k is the stiffness of the whole shaft, d its inner damping, J its inertia, n the number of elements. w_0 is that of R, w_n that of C;
/// torques are transmitted from R to C. Twists are zero at the start unless targets say otherwise.
/// Assumes a uniform shaft, twists within Hooke's law and damping in proportion to their rate.
/// Source: Hooke's law and Euler's law for each element (lumped parameters); exact twist waves in the limit of many.
void flexible_shaft(ComponentBuilder& c) {
  const Port R = c.port("R", "rotational", "one end");
  const Port C = c.port("C", "rotational", "the other end");
  const int n = c.count("elements", 5, 1, 10000, "into how many the shaft is cut");
  auto k = c.parameter("stiffness", 1e4, "N*m/rad", "torque per twist of the whole shaft").above(0);
  auto d = c.parameter("damping", 0, "N*m*s/rad", "torque per rate of twist of the whole shaft").at_least(0);
  auto J = c.parameter("inertia", 0.01, "kg*m^2", "of the whole shaft about its axis").above(0);
  const auto numbered = [](const char* name, int i) { return name + std::to_string(i); };
  Expression stored = 0, heat = 0, before = R.through(), w_before = 0;
  for (int i = 0; i <= n; ++i) {
    const Expression w = c.variable(numbered("w", i), "rad/s", "angular velocity between two elements, or of an end");
    const bool end = i == 0 || i == n;
    if (end) c.relation(i == 0 ? "angular velocity of R" : "angular velocity of C", w == (i == 0 ? R : C).across());
    if (i > 0) {
      const Expression twist = c.variable(numbered("twist", i), "rad", "of an element");
      c.relation(numbered("twist of element ", i), der(twist) == w_before - w);
      const Expression T = c.variable(numbered("T", i), "N*m", "torque in an element");
      c.relation(numbered("element ", i), T == n * k * twist + n * d * (w_before - w));
      stored += 0.5 * n * k * square(twist);
      heat += n * d * square(w_before - w);
      // What comes in from the element before and goes out by the next one; the loop closes the balance of the node before this element.
      const Expression own = i == 1 ? J / (2 * n) : J / n;
      c.relation(numbered("balance ", i - 1), own * der(w_before) == before - T);
      stored += 0.5 * own * square(w_before);
      before = T;
    }
    w_before = w;
  }
  c.relation(numbered("balance ", n), J / (2 * n) * der(w_before) == before + C.through());
  stored += 0.25 * J / n * square(w_before);
  c.stores(stored);
  c.dissipates(heat);
}

/// Universal joint (Cardan, Hooke): two shafts at an angle, of which the driven one leads and lags twice in a turn.
///     tan(phi_B) = cos(beta) tan(phi_A),  T_A = -T_B cos(beta)/(1 - sin(beta)^2 sin(phi_A)^2)
/// Drawing: shaft A carries one fork of the cross, shaft B the other; beta is the angle between them. At phi_A = 0 the fork of A stands
/// across the plane of both shafts. Angles count from the origin; a ground tells where that is. Torques are positive into the joint. The
/// relation is one between angles: velocities and accelerations follow from it by differentiation, and it never drifts. The bearings of the
/// shafts carry moments besides, across them: couple_A = T_A tan(beta) cos(phi_A) about the line across both A and its fork, couple_B = T_B
/// sin(beta) sin(phi_A)/sqrt(1 - sin(beta)^2 sin(phi_A)^2) likewise.
/// Assumes no losses.
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
