#pragma once
// The laws shared by translational.friction and rotational.friction.
#include "friction_family.h"

namespace stribeck::partial {

/// What one domain calls the quantities of friction in contact.
struct ContactFrictionWords {
  const DomainWords& domain;
  const char *breakaway, *coulomb, *force_unit, *viscous_unit, *decay_unit;
  bool turns;  ///< a normal force acts on a lever
};

enum class ContactFrictionLaw { smooth, legacy, upgraded };

/// Stribeck, Coulomb and viscous friction, smooth through v = 0. The factor sqrt(2e) puts the peak of u exp(-u^2), which lies at
/// v = breakaway_velocity, to breakaway - coulomb.
struct DryFriction {
  Expression coulomb = 0, falling = 0;
};
inline DryFriction friction_law(const Expression& v, const Expression& breakaway, const Expression& coulomb,
                                const Expression& breakaway_velocity) {
  const Expression u = v / (sqrt(2) * breakaway_velocity);
  const Expression falling = sqrt(2 * e) * (breakaway - coulomb) * exp(-u * u) * u;
  return {coulomb * tanh(10 * v / breakaway_velocity), falling};
}

/// The law of older diagrams: exponential beyond the threshold, in proportion to the velocity below.
struct LegacyLaw {
  Expression decay, threshold;

  LegacyLaw(ComponentBuilder& c, const ContactFrictionWords& words)
      : decay(c.parameter("transition_coefficient", 10, words.decay_unit, "legacy, upgraded: rate over speed of the fall").above(0)),
        threshold(c.parameter("linear_velocity", 1e-4, words.domain.across_unit, "legacy, upgraded: below it, in proportion to the speed")
                      .above(0)) {}

  struct Friction : DryFriction {
    Expression sum;
  };
  Friction friction(const Expression& v, const Expression& breakaway, const Expression& coulomb) const {
    const Expression share = min(max(v / threshold, -1), 1);  // beyond the threshold: the sign
    const Expression falling = (breakaway - coulomb) * exp(-decay * max(abs(v), threshold));
    return {{share * coulomb, share * falling}, share * (coulomb + falling)};
  }
  /// The breakaway velocity that the smooth law is to have instead.
  Expression breakaway_velocity(const char* unit) const {
    const Recording& recording = decay.recording();
    const Expression least(recording, recording.api->constant(recording.recorder, 1e-9, unit));
    return max(exp(-(decay * threshold + 0.5)) * (threshold / 2 + 1 / decay), least);
  }
};

inline void contact_friction(ComponentBuilder& c, const ContactFrictionWords& words) {
  const auto law = static_cast<ContactFrictionLaw>(c.option("law", "smooth|legacy|upgraded",
                                                            "smooth: as above; legacy: that of releases before R2017a; upgraded: smooth, "
                                                            "by the parameters of legacy"));
  const bool loaded = c.option("normal_force", "constant|signal",
                               "constant: levels are forces or torques; signal: they are coefficients, which Fn multiplies") == 1;
  const RelativeMotion motion = relative_motion(c, words.domain);
  const Expression v = motion.velocity;
  Parameter breakaway = loaded ? c.parameter("breakaway_coefficient", 0.4, "1", "signal only: peak of Coulomb plus static friction")
                               : c.parameter(words.breakaway, 25, words.force_unit, "peak of Coulomb plus static friction");
  breakaway.at_least(0);
  Parameter coulomb = loaded ? c.parameter("coulomb_coefficient", 0.3, "1", "signal only: what opposes motion at any speed")
                             : c.parameter(words.coulomb, 20, words.force_unit, "what opposes motion at any speed");
  coulomb.between(0, breakaway);
  DryFriction dry;
  Expression friction = 0;
  if (law == ContactFrictionLaw::smooth) {
    const Parameter peak = c.parameter("breakaway_velocity", 0.1, words.domain.across_unit, "speed at which friction peaks").above(0);
    dry = friction_law(v, breakaway, coulomb, peak);
    friction = dry.falling + dry.coulomb;
  } else if (const LegacyLaw legacy(c, words); law == ContactFrictionLaw::legacy) {
    const LegacyLaw::Friction whole = legacy.friction(v, breakaway, coulomb);
    dry = whole, friction = whole.sum;
  } else {
    dry = friction_law(v, breakaway, coulomb, legacy.breakaway_velocity(words.domain.across_unit));
    friction = dry.falling + dry.coulomb;
  }
  const Parameter viscous =
      c.parameter("viscous_coefficient", 100, words.viscous_unit, "per relative speed, whatever the load").at_least(0);
  Expression load = 1;
  if (loaded) load = max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0);
  if (loaded && words.turns) load = load * c.parameter("effective_radius", 0.1, "m", "signal only: lever of the friction force").above(0);
  c.relation("friction law", motion.force == load * friction + viscous * v);
  show_parts(c, words.domain, {load * dry.coulomb, load * dry.falling, viscous * v});
  c.causality(motion.force, fixed_force_out);
  c.dissipates(motion.force * v);
}

}  // namespace stribeck::partial
