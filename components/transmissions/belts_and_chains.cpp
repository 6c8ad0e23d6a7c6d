#include "contact/flank.h"
#include "stribeck/component.hpp"
#include "transmissions/reactions.h"

namespace stribeck::mechanisms {
namespace {

/// Two pulleys with a belt round them. The radius of the second one counts negative where the belt is crossed.
struct Pulleys {
  Port A, B;
  Expression radius_a, radius_b;
};

Pulleys pulleys(ComponentBuilder& c) {
  const Port A = c.port("A", "rotational", "first pulley");
  const Port B = c.port("B", "rotational", "second pulley");
  const bool crossed =
      c.option<bool>("belt", {{"open", false}, {"crossed", true}}, "open: the pulleys turn the same way; crossed: opposite ways");
  const Parameter radius_a = c.parameter("radius_a", 0.1, "m", "radius of the first pulley").above(0);
  const Parameter radius_b = c.parameter("radius_b", 0.1, "m", "radius of the second pulley").above(0);
  return {A, B, radius_a, crossed ? -radius_b : Expression(radius_b)};
}

}  // namespace

/// Ideal belt over two pulleys on fixed axes: it neither stretches nor slips.
///     r_A w_A = +-r_B w_B,  r_A T_B = -+r_B T_A
/// Drawing: pulleys A and B side by side. An open belt runs straight from one to the other and turns both the same way round (upper sign);
/// a crossed belt crosses itself between them and turns them opposite ways (lower sign). Torques are positive into the drive. shaft_forces:
/// with the pretension F_0 the strands carry F_0 + F/2 and F_0 - F/2, F = T_A/r_A; their sum presses the shafts together, 2 F_0 cos(alpha),
/// their difference shifts them across, F sin(alpha), where sin(alpha) = (r_A -+ r_B)/distance. x points from A to B.
/// Assumes no losses, no inertia.
/// Assumes a belt without mass, tight enough never to slip, on pulleys whose axes do not move. Law: what one pulley takes in the other
/// gives out, T_A w_A + T_B w_B = 0.
/// Source: a rope that does not slip has one speed; balance of power.
void belt_drive(ComponentBuilder& c) {
  const auto [A, B, radius_a, radius_b] = pulleys(c);
  c.relation("belt speed", radius_a * A.across() == radius_b * B.across());
  c.relation("belt force", radius_a * B.through() == -radius_b * A.through());
  partial::belt_forces(c, A.through() / radius_a, radius_a, radius_b);
}

/// Belt over two pulleys that stretches but does not slip.
///     s = r_A phi_A -+ r_B phi_B,  F = k s + d ds/dt,  T_A = r_A F,  T_B = -+r_B F
/// F is the difference of the tensions of the two strands; k and d are those of both together. s is the stretch of the one that pulls, zero
/// at the start unless a target says otherwise. The upper sign is for an open belt, the lower one for a crossed one. Torques are positive
/// into the drive. shaft_forces: with the pretension F_0 the strands carry F_0 + F/2 and F_0 - F/2; their sum presses the shafts together,
/// 2 F_0 cos(alpha), their difference shifts them across, F sin(alpha), where sin(alpha) = (r_A -+ r_B)/distance. x points from A to B.
/// Assumes a belt without mass and pretension enough that neither strand goes slack. Law: Hooke's, both strands side by side.
/// Limits: it pulls both ways as a belt under enough pretension does.
/// Source: Hooke's law.
void elastic_belt(ComponentBuilder& c) {
  const auto [A, B, radius_a, radius_b] = pulleys(c);
  auto k = c.parameter("stiffness", 1e5, "N/m", "of both strands together").at_least(0);
  auto d = c.parameter("damping", 0, "N*s/m", "of both strands together").at_least(0);
  const Expression s = c.variable("s", "m", "stretch of the strand that pulls");
  const Expression F = c.variable("F", "N", "difference of the tensions of the strands");
  const Expression rate = c.variable("rate", "m/s", "how fast it stretches");
  c.relation("rate of stretch", rate == radius_a * A.across() - radius_b * B.across());
  c.relation("stretch", der(s) == rate);
  c.relation("tension", F == k * s + d * rate);
  c.relation("torque on the first pulley", A.through() == radius_a * F);
  c.relation("torque on the second pulley", B.through() == -radius_b * F);
  c.stores(0.5 * k * square(s));
  c.dissipates(d * square(rate));
  partial::belt_forces(c, F, radius_a, radius_b);
}

/// Chain over two sprockets, with slack: one strand pulls, the other hangs; when the load turns round the slack is taken up first.
///     r = pitch/(2 sin(pi/teeth)),  s = r_A phi_A - r_B phi_B
///     F = k (s - b/2) + d ds/dt, not below 0, for s > b/2;  mirrored for s < -b/2;  0 between
///     T_A = r_A F,  T_B = -r_B F
/// r_A and r_B are the radii of the pitch circles. s is how far sprocket A is ahead, b the slack of the whole chain; s is zero at the
/// start, in the middle of the slack, unless a target says otherwise. Damping is no greater than the elastic force, so that a strand begins
/// to pull without a jump. Torques are positive into the drive. The shafts carry what the strand that pulls carries, |F|.
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
