#pragma once
// Friction in five degrees of detail, as in 20-sim's mechanical library: with the ground through one port, and between two bodies.
#include "friction_family.h"

namespace stribeck::partial {

enum class Detail { c, v, cv, scvs, lugre };

/// What one domain calls the quantities. In translation levels are coefficients, which the normal force Fn multiplies.
struct DetailWords {
  const DomainWords& domain;
  const char *coulomb, *stiction, *level_unit, *viscous_unit, *stiffness_unit, *steepness_unit;
  bool loaded;
};
inline constexpr DetailWords kTranslationalDetail{
    kTranslational, "coulomb_coefficient", "static_coefficient", "1", "s/m", "1/m", "s/m", true};
inline constexpr DetailWords kRotationalDetail{kRotational, "coulomb_torque", "static_torque", "N*m",
                                               "N*m*s/rad", "N*m/rad",        "s/rad",         false};

/// Determines `force`, that of friction against the velocity `v`.
inline void five_frictions(ComponentBuilder& c, const Expression& v, const Expression& force, const DetailWords& words) {
  const auto detail = static_cast<Detail>(c.option(
      "law", "c|v|cv|scvs|lugre", "c: Coulomb; v: viscous; cv: both; scvs: with static friction and Stribeck's fall; lugre: bristles"));
  const bool sticky = detail == Detail::scvs || detail == Detail::lugre, dry = detail != Detail::v;
  const Expression coulomb = dry ? c.parameter(words.coulomb, 0.3, words.level_unit, "not v: Coulomb friction").at_least(0) : Expression(0);
  const Expression stiction =
      sticky ? c.parameter(words.stiction, 0.4, words.level_unit, "scvs, lugre: static friction").above(0) : coulomb;
  const Expression fall =
      sticky ? c.parameter("stribeck_velocity", 0.01, words.domain.across_unit, "scvs, lugre: speed over which friction falls").above(0)
             : Expression(1);
  const Expression viscous =
      detail == Detail::c ? Expression(0) : c.parameter("viscous_coefficient", 0.01, words.viscous_unit, "not c: per speed").at_least(0);
  const Expression falling = sticky ? exp(-square(v / fall)) : Expression(0);
  Expression friction = viscous * v, stored = 0, storing = 0;
  FrictionParts parts{0, 0, viscous * v};
  if (detail == Detail::lugre) {
    const Parameter stiffness = c.parameter("bristle_stiffness", 1e4, words.stiffness_unit, "lugre: at zero speed").above(0);
    const Parameter damping = c.parameter("bristle_damping", 0, words.viscous_unit, "lugre: of the bristles").at_least(0);
    const Expression z = c.variable("z", words.domain.position_unit, "deflection of the bristles");
    const Expression level = coulomb + (stiction - coulomb) * falling, rate = v - stiffness * abs(v) * z / level;
    start_as_given_or_sliding(c, {{z, sign(v) * level / stiffness}});
    c.relation("bristles", der(z) == rate);
    friction = friction + stiffness * z + damping * rate;
    stored = 0.5 * stiffness * square(z), storing = stiffness * z * rate;
  } else if (dry) {
    const Expression steep = tanh(c.parameter("slope", 1000, words.steepness_unit, "c, cv, scvs: steepness at rest").above(0) * v);
    // sign(v) times the bracket, in which the sign of v and that of tanh cancel
    friction = friction + (sticky ? stiction * falling * steep + coulomb * (1 - falling) * sign(v) : coulomb * steep);
    if (sticky) parts.coulomb = coulomb * sign(v), parts.falling = falling * (stiction * steep - coulomb * sign(v));
    if (!sticky) parts.coulomb = coulomb * steep;
  }
  const Expression load = words.loaded ? max(c.input("Fn", "N", "normal force; what is negative counts as none"), 0) : Expression(1);
  c.relation("friction law", force == load * friction);
  if (detail != Detail::lugre) show_parts(c, words.domain, {load * parts.coulomb, load * parts.falling, load * parts.viscous});
  c.causality(force, fixed_force_out);
  if (detail != Detail::lugre || words.loaded) return c.dissipates(force * v);
  c.stores(stored);
  c.dissipates(force * v - storing);
}

/// One port, to which any number of bodies may be connected.
inline void ground_friction(ComponentBuilder& c, const DetailWords& words) {
  const Port p = c.port("p", words.domain.name, "what slides on the ground");
  const Expression v = c.variable(words.domain.across, words.domain.across_unit, "velocity over the ground");
  const Expression force = c.variable(words.domain.through, words.domain.through_unit, "friction, against the motion");
  c.relation("velocity", v == p.across());
  c.relation("force", p.through() == force);
  five_frictions(c, v, force, words);
}

inline void body_friction(ComponentBuilder& c, const DetailWords& words) {
  const RelativeMotion motion = relative_motion(c, words.domain);
  five_frictions(c, motion.velocity, motion.force, words);
}

}  // namespace stribeck::partial
