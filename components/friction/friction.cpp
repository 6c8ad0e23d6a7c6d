#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

enum class ContactFrictionLaw { smooth, legacy, upgraded };

/// Stribeck, Coulomb and viscous friction, smooth through v = 0. The factor sqrt(2e) puts the peak of u exp(-u^2), which lies at
/// v = breakaway_velocity, to breakaway - coulomb.
struct DryFriction {
  Expression coulomb = 0, falling = 0;
};
DryFriction friction_law(const Expression& v, const Expression& breakaway, const Expression& coulomb,
                         const Expression& breakaway_velocity) {
  const Expression u = v / (sqrt(2) * breakaway_velocity);
  const Expression falling = sqrt(2 * e) * (breakaway - coulomb) * exp(-u * u) * u;
  return {coulomb * tanh(10 * v / breakaway_velocity), falling};
}

/// The law of older diagrams: exponential beyond the threshold, in proportion to the velocity below.
struct LegacyLaw {
  Expression decay, threshold;

  LegacyLaw(ComponentBuilder& c, const DomainWords& in)
      : decay(c.parameter("transition_coefficient", 10, in("s/{m}"), "legacy, upgraded: rate over speed of the fall").above(0)),
        threshold(c.parameter("linear_velocity", 1e-4, in("{m}/s"), "legacy, upgraded: below it, in proportion to the speed").above(0)) {}

  struct Friction : DryFriction {
    Expression sum;
  };
  Friction friction(const Expression& v, const Expression& breakaway, const Expression& coulomb) const {
    const Expression share = min(max(v / threshold, -1), 1);  // beyond the threshold: the sign
    const Expression falling = (breakaway - coulomb) * exp(-decay * max(abs(v), threshold));
    return {{share * coulomb, share * falling}, share * (coulomb + falling)};
  }
  /// The breakaway velocity that the smooth law is to have instead.
  Expression breakaway_velocity(const Text& unit) const {
    const Recording& recording = decay.recording();
    const Expression least(recording, recording.api->constant(recording.recorder, 1e-9, unit));
    return max(exp(-(decay * threshold + 0.5)) * (threshold / 2 + 1 / decay), least);
  }
};

}  // namespace

/// Friction in contact between {sliding|rotating} bodies: Stribeck, Coulomb and viscous parts, smooth through {v} = 0.
///     {F} = W (sqrt(2e) ({F}_brk - {F}_C) exp(-({v}/{v}_St)^2) {v}/{v}_St + {F}_C tanh({v}/{v}_Coul)) + f {v}
///     {v}_St = sqrt(2) {v}_brk,  {v}_Coul = {v}_brk/10
///     legacy: {F} = W ({F}_C + ({F}_brk - {F}_C) exp(-c_v |{v}|)) sign({v}) + f {v}, along a straight line while |{v}| < {v}_th
///     upgraded: as first, {v}_brk = max(exp(-(c_v {v}_th + 1/2)) ({v}_th/2 + 1/c_v), 1e-9)
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{|
/// times effective_radius}, and {F}_brk and {F}_C are coefficients of friction. legacy is the law of Simscape's block before R2017a and
/// upgraded what its upgrade makes of it. The viscous default is {100 N/(m/s); some other tools use a much smaller one|the documented 100
/// N*m/(rad/s); releases of other tools use 0.001}, so set it.
/// Limits: it creeps under load instead of sticking.
/// Source: Armstrong, Canudas de Wit (1995), Friction Modeling and Compensation, The Control Handbook, CRC Press.
/// Assumes friction that depends on the velocity alone, at one temperature.
void friction(ComponentBuilder& c, const DomainWords& in) {
  const auto law = c.option<ContactFrictionLaw>(
      "law", {{"smooth", ContactFrictionLaw::smooth}, {"legacy", ContactFrictionLaw::legacy}, {"upgraded", ContactFrictionLaw::upgraded}},
      "smooth: as above; legacy: that of releases before R2017a; upgraded: smooth, by the "
      "parameters of legacy");
  const bool loaded = c.option<bool>("normal_force", {{"constant", false}, {"signal", true}},
                                     "constant: levels are forces or torques; signal: they are coefficients, which Fn multiplies");
  const RelativeMotion motion = relative_motion(c, in);
  const Expression v = motion.velocity;
  Parameter breakaway = loaded ? c.parameter("breakaway_coefficient", 0.4, "1", "signal only: peak of Coulomb plus static friction")
                               : c.parameter(in("breakaway_{force}"), 25, in("{N}"), "peak of Coulomb plus static friction");
  breakaway.at_least(0);
  Parameter coulomb = loaded ? c.parameter("coulomb_coefficient", 0.3, "1", "signal only: what opposes motion at any speed")
                             : c.parameter(in("coulomb_{force}"), 20, in("{N}"), "what opposes motion at any speed");
  coulomb.between(0, breakaway);
  DryFriction dry;
  Expression level = 0;
  if (law == ContactFrictionLaw::smooth) {
    const Parameter peak = c.parameter("breakaway_velocity", 0.1, in("{m}/s"), "speed at which friction peaks").above(0);
    dry = friction_law(v, breakaway, coulomb, peak);
    level = dry.falling + dry.coulomb;
  } else if (const LegacyLaw legacy(c, in); law == ContactFrictionLaw::legacy) {
    const LegacyLaw::Friction whole = legacy.friction(v, breakaway, coulomb);
    dry = whole, level = whole.sum;
  } else {
    dry = friction_law(v, breakaway, coulomb, legacy.breakaway_velocity(in("{m}/s")));
    level = dry.falling + dry.coulomb;
  }
  const Parameter viscous = c.parameter("viscous_coefficient", 100, in("{N}/({m}/s)"), "per relative speed, whatever the load").at_least(0);
  Expression load = 1;
  if (loaded) load = max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0);
  if (loaded && in.turns) load *= c.parameter("effective_radius", 0.1, "m", "signal only: lever of the friction force").above(0);
  c.relation("friction law", motion.force == load * level + viscous * v);
  partial::show_parts(c, in, {load * dry.coulomb, load * dry.falling, viscous * v});
  c.causality(motion.force, fixed_force_out);
  c.dissipates(motion.force * v);
}

}  // namespace stribeck
