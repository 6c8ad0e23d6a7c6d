#include "../elastic_backlash.h"

#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Chain over two sprockets, with slack: one strand pulls, the other hangs; when the load turns round the slack is taken up first.
///     r = pitch/(2 sin(pi/teeth)),  s = r_A phi_A - r_B phi_B
///     F = k (s - b/2) + d ds/dt, not below 0, for s > b/2;  mirrored for s < -b/2;  0 between
///     T_A = r_A F,  T_B = -r_B F
/// s is how far sprocket A is ahead, b the slack of the whole chain; zero at the start, in the middle of the slack, unless a target says
/// otherwise. Damping is no greater than the elastic force, so that a strand begins to pull without a jump. Torques are positive into the
/// drive.
/// The shafts carry what the strand that pulls carries, |F|.
/// Assumes a chain without mass and teeth enough for an even ratio (no polygon effect).
/// Source: pitch circle of a sprocket; Hooke's law.
void chain_drive(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "first sprocket");
  const Port B = c.port("B", "rotational", "second sprocket");
  auto teeth_a = c.parameter("teeth_a", 20, "1", "teeth of the first sprocket").at_least(5);
  auto teeth_b = c.parameter("teeth_b", 40, "1", "teeth of the second sprocket").at_least(5);
  auto pitch = c.parameter("pitch", 12.7, "mm", "from pin to pin").above(0);
  auto slack = c.parameter("slack", 2, "mm", "by how much the chain is longer than the way round").at_least(0);
  auto k = c.parameter("stiffness", 1e5, "N/m", "of a strand").above(0);
  auto d = c.parameter("damping", 50, "N*s/m", "of a strand").at_least(0);
  const Expression r_a = pitch / (2 * sin(pi / teeth_a)), r_b = pitch / (2 * sin(pi / teeth_b));
  const Expression s = c.variable("s", "m", "how far the first sprocket is ahead");
  const Expression rate = c.variable("rate", "m/s", "its rate");
  const Expression F = c.variable("F", "N", "force of the strand that pulls, negative for the other one");
  c.relation("rate", rate == r_a * A.across() - r_b * B.across());
  c.relation("way ahead", der(s) == rate);
  const auto law = partial::BacklashLaw::limited_damping;
  const partial::Flank one = partial::flank(law, s - slack / 2, rate, k, d), other = partial::flank(law, -s - slack / 2, -rate, k, d);
  c.relation("strands", F == one.push - other.push);
  c.relation("torque on the first sprocket", A.through() == r_a * F);
  c.relation("torque on the second sprocket", B.through() == -r_b * F);
  c.on_request("shaft_force", "N", "of the chain on either shaft, along the strand that pulls", abs(F));
  c.stores(one.stored + other.stored);
  c.dissipates(one.dissipated + other.dissipated);
}

}  // namespace stribeck::mechanisms
