#pragma once
// Bodies that bring their own friction: at rest they are held by what acts on them, within a band of the velocity (Karnopp, and the switch
// model).
#include "dry_friction.h"

namespace stribeck::partial {

/// What one domain calls the quantities of a body.
struct BodyWords {
  const FrictionWords& friction;
  const char *port, *inertia, *inertia_unit, *momentum_unit, *friction_doc;
};
inline constexpr BodyWords kTranslationalBody{
    kTranslationalFriction, "M", "mass", "kg", "kg*m/s", "friction of the ground, against the motion"};
inline constexpr BodyWords kRotationalBody{
    kRotationalFriction, "I", "inertia", "kg*m^2", "kg*m^2/s", "friction of the ground, against the motion"};

/// Levels that oppose slip and rest, and the band within which a body counts as at rest.
struct RestingLevels {
  bool falls;
  Parameter coulomb, stiction, reference, viscous, band;

  RestingLevels(ComponentBuilder& c, const FrictionWords& words, double dead_speed, const char* band_doc)
      : falls(c.option("law", "stribeck|coulomb", "whether friction falls with speed, or at once to the Coulomb level") == 0),
        coulomb(c.parameter(words.coulomb, 20, words.force_unit, "what opposes slip at any speed").at_least(0)),
        stiction(c.parameter(words.stiction, 25, words.force_unit, "the most that holds without slip").at_least(coulomb)),
        reference(c.parameter("stribeck_velocity", 0.1, words.domain.across_unit, "stribeck: speed over which the level falls").above(0)),
        viscous(c.parameter("viscous_coefficient", 0, words.viscous_unit, "added to it per speed").at_least(0)),
        band(c.parameter("dead_speed", dead_speed, words.domain.across_unit, band_doc).above(0)) {}

  Expression sliding(const Expression& speed) const {
    return falls ? stribeck_level(speed, coulomb, stiction, reference) : Expression(coulomb);
  }
};

/// Karnopp's friction on the momentum `p` of `inertia`, which `push` drives; determines `v` and `friction`. The momentum of what counts as
/// at rest stays, within the band.
inline void karnopp(ComponentBuilder& c, const RestingLevels& levels, const Expression& inertia, const Expression& p, const Expression& v,
                    const Expression& push, const Expression& friction) {
  const Expression speed = p / inertia, sliding = levels.sliding(speed), viscous = levels.viscous * speed;
  const Condition forwards = speed > levels.band, backwards = speed < -levels.band;
  const Expression held = min(max(push, -levels.stiction), levels.stiction);
  c.relation("velocity", v == if_else(forwards || backwards, speed, 0));
  c.relation("friction law", friction == if_else(forwards, sliding + viscous, if_else(backwards, viscous - sliding, held)));
  c.relation("momentum", der(p) == push - friction);
  c.on_request("mode", "1", kModeDoc, if_else(forwards, 1, if_else(backwards, -1, 0)));
}

/// The energy of the motion, counted from the rim of the band on: as the velocity is zero within, no momentum there does any work.
inline Expression beyond_band(const RestingLevels& levels, const Expression& inertia, const Expression& p) {
  return 0.5 * max(square(p) - square(inertia * levels.band), 0) / inertia;
}

/// A body on ground.
inline void karnopp_body(ComponentBuilder& c, const BodyWords& words) {
  const DomainWords& domain = words.friction.domain;
  const Port body = c.port(words.port, domain.name, "the body");
  const Parameter inertia = c.parameter(words.inertia, 1, words.inertia_unit, "inertia of the body").above(0);
  const RestingLevels levels(c, words.friction, 1e-3, "up to which it counts as at rest");
  const Expression p = c.variable("p", words.momentum_unit, "momentum"), v = c.variable(domain.across, domain.across_unit, "velocity");
  const Expression friction = c.variable(domain.through, domain.through_unit, words.friction_doc), push = body.through();
  c.position_on_request(body, domain.position, "position of the body");
  c.relation("velocity of the port", body.across() == v);
  karnopp(c, levels, inertia, p, v, push, friction);
  c.causality(v, fixed_velocity_out);
  c.stores(beyond_band(levels, inertia, p));
  c.dissipates(friction * v);
}

/// Two bodies on one another. Their velocity together and the momentum of their relative motion part the problem: the first is free, the
/// second is that of one body of the reduced inertia, pushed by what equal accelerations would need. The first is a velocity, so that an
/// impulse at the rim of the band, where the relative velocity jumps, is shared with whatever else hangs on the two.
inline void karnopp_pair(ComponentBuilder& c, const BodyWords& words) {
  const DomainWords& domain = words.friction.domain;
  const Port r = c.port("R", domain.name, "one body"), k = c.port("C", domain.name, "the other body");
  const std::string inertia = words.inertia;
  const Parameter m_r = c.parameter((inertia + "_r").c_str(), 1, words.inertia_unit, "inertia of the body R").above(0);
  const Parameter m_c = c.parameter((inertia + "_c").c_str(), 1, words.inertia_unit, "inertia of the body C").above(0);
  const RestingLevels levels(c, words.friction, 1e-3, "relative speed up to which they count as at rest on one another");
  const Expression whole = m_r + m_c, reduced = m_r * m_c / whole;
  const Expression mean =
      c.variable((std::string(domain.across) + "_mean").c_str(), domain.across_unit, "velocity of both together: the mean, by inertia");
  const Expression p = c.variable("p", words.momentum_unit, "momentum of the relative motion");
  const Expression v = c.variable(domain.across, domain.across_unit, domain.across_doc);
  const Expression friction = c.variable(domain.through, domain.through_unit, "friction, against the motion of R on C");
  const Expression push = (m_c * r.through() - m_r * k.through()) / whole;
  c.relation("velocity of R", r.across() == mean + m_c / whole * v);
  c.relation("velocity of C", k.across() == mean - m_r / whole * v);
  c.relation("momentum of both", whole * der(mean) == r.through() + k.through());
  karnopp(c, levels, reduced, p, v, push, friction);
  c.causality(v, fixed_velocity_out);
  c.stores(0.5 * whole * square(mean) + beyond_band(levels, reduced, p));
  c.dissipates(friction * v);
}

/// A body on ground by the switch model.
inline void switch_body(ComponentBuilder& c, const BodyWords& words) {
  const DomainWords& domain = words.friction.domain;
  const bool settles = c.option("rest", "settles|drifts", "whether what sticks is brought to rest, or drifts on within the band") == 0;
  const Port body = c.port(words.port, domain.name, "the body");
  const Parameter inertia = c.parameter(words.inertia, 1, words.inertia_unit, "inertia of the body").above(0);
  const RestingLevels levels(c, words.friction, 1e-4, "up to which it may stick");
  const Parameter settling = c.parameter("rest_time", 1e-2, "s", "settles: over which what sticks comes to rest").above(0);
  const Expression v = c.variable(domain.across, domain.across_unit, "velocity");
  const Expression friction = c.variable(domain.through, domain.through_unit, words.friction_doc);
  const Expression push = body.through(), sliding = levels.sliding(v), viscous = levels.viscous * v;
  const Expression rest = settles ? push + inertia * v / settling : push;
  const Expression held = min(max(rest, -levels.stiction), levels.stiction);
  c.position_on_request(body, domain.position, "position of the body");
  c.relation("velocity", v == body.across());
  c.relation("friction law", friction == if_else(v > levels.band, sliding + viscous, if_else(v < -levels.band, viscous - sliding, held)));
  c.relation("momentum", inertia * der(v) == push - friction);
  c.on_request("mode", "1", kModeDoc, if_else(v > levels.band, 1, if_else(v < -levels.band, -1, 0)));
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * inertia * square(v));
  c.dissipates(friction * v);
}

}  // namespace stribeck::partial
