// Bodies that bring their own friction: at rest they are held by what acts on them, within a band of the velocity (Karnopp, and the switch
// model).
#include "friction/sticking.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

/// Levels that oppose slip and rest, and the band within which a body counts as at rest.
struct RestingLevels {
  bool falls;
  Parameter coulomb, stiction, reference, viscous, band;

  RestingLevels(ComponentBuilder& c, const DomainWords& in, double dead_speed, const Text& band_doc)
      : falls(c.option<bool>("law", {{"stribeck", true}, {"coulomb", false}},
                             "whether friction falls with speed, or at once to the Coulomb level")),
        coulomb(c.parameter(in("coulomb_{force}"), 20, in("{N}"), "what opposes slip at any speed").at_least(0)),
        stiction(c.parameter(in("static_{force}"), 25, in("{N}"), "the most that holds without slip").at_least(coulomb)),
        reference(c.parameter("stribeck_velocity", 0.1, in("{m}/s"), "stribeck: speed over which the level falls").above(0)),
        viscous(c.parameter("viscous_coefficient", 0, in("{N}/({m}/s)"), "added to it per speed").at_least(0)),
        band(c.parameter("dead_speed", dead_speed, in("{m}/s"), band_doc).above(0)) {}

  Expression sliding(const Expression& speed) const {
    return falls ? partial::stribeck_level(speed, coulomb, stiction, reference) : Expression(coulomb);
  }
};

/// Karnopp's friction on the momentum `p` of `inertia`, which `push` drives; determines `v` and `friction`. The momentum of what counts as
/// at rest stays, within the band. Rest holds no less than what opposes slip at the rim of the band: a push between the two would lead out
/// of the band at rest and into it in motion. Returns whether it moves.
Condition karnopp(ComponentBuilder& c, const RestingLevels& levels, const Expression& inertia, const Expression& p, const Expression& v,
                  const Expression& push, const Expression& friction) {
  const Expression speed = p / inertia, sliding = levels.sliding(speed), viscous = levels.viscous * speed;
  const Condition forwards = speed > levels.band, backwards = speed < -levels.band;
  const Expression at_rim = levels.sliding(levels.band) + levels.viscous * levels.band, most = max(levels.stiction, at_rim);
  const Expression held = min(max(push, -most), most);
  const Condition moves = forwards || backwards;
  c.relation("velocity", v == if_else(moves, speed, 0));
  c.relation("friction law", friction == if_else(forwards, sliding + viscous, if_else(backwards, viscous - sliding, held)));
  c.relation("momentum", der(p) == push - friction);
  c.on_request("mode", "1", partial::kModeDoc, if_else(forwards, 1, if_else(backwards, -1, 0)));
  return moves;
}

/// The energy of the motion, counted from the rim of the band on: as the velocity is zero within, no momentum there does any work.
Expression beyond_band(const RestingLevels& levels, const Expression& inertia, const Expression& p, const Condition& moves) {
  return if_else(moves, 0.5 * (square(p) - square(inertia * levels.band)) / inertia, 0);
}

}  // namespace

/// A {body on ground|rotor in a fixed bearing} with friction after Karnopp: at rest while its{| angular} momentum is within a small band,
/// held there by what acts on it.
///     dp/dt = {F}_{M|I} - {F},  {v} = 0 while |p| <= {J} {v}_d, else p/{J}
///     sticks, in this band:  {F} = {F}_{M|I}, cut off at -{F}_m and {F}_m
///     slips, outside:  {F} = ({F}_C + ({F}_s - {F}_C) exp(-({v}/{v}_S)^2)) sign({v}) + f {v}
///     law "coulomb":  {F} = {F}_C sign({v}) + f {v} while it slips
/// {F} is the friction, {F}_{M|I} the sum of all {forces} that act on it through port {M|I}, positive forwards, {v}_d is dead_speed,
/// and {F}_m the larger of {F}_s and what opposes slip at {v}_d.
/// {domain}.dry_friction sticks without a band and between any bodies: this is for comparison. The velocity jumps by {v}_d at the rim of
/// the band. Source: Karnopp (1985), Computer simulation of stick-slip friction in mechanical dynamic systems, J. Dyn. Syst. Meas. Control
/// 107, 100-103. Limits: passive: its energy counts from the rim of the band on, within which nothing does work. Beside what answers to the
/// velocity (a damper, another friction) it may be pushed out of the band at rest and in as it moves, and the run ends in run.event_limit.
/// Assumes that what acts on the body goes through its port alone. Between two bodies: karnopp_pair. Accuracy: written after accounts of
/// the source from memory, not checked against it.
void karnopp_mass(ComponentBuilder& c, const DomainWords& in) {
  const Port body = c.port(in("{M|I}"), in.name, "the body");
  const Parameter inertia = c.parameter(in("{mass}"), 1, in("{kg}"), "inertia of the body").above(0);
  const RestingLevels levels(c, in, 1e-3, "up to which it counts as at rest");
  const Expression p = c.variable("p", in("{kg*m/s|kg*m^2/s}"), "momentum"), v = c.variable(in("{v}"), in("{m}/s"), "velocity");
  const Expression friction = c.variable(in("{F}"), in("{N}"), "friction of the ground, against the motion"), push = body.through();
  c.position_on_request(body, in("{x}"), "position of the body");
  c.relation("velocity of the port", body.across() == v);
  const Condition moves = karnopp(c, levels, inertia, p, v, push, friction);
  c.causality(v, fixed_velocity_out);
  c.stores(beyond_band(levels, inertia, p, moves));
  c.dissipates(friction * v);
}

/// Two {bodies|rotors} on one another with friction after Karnopp: as one while their relative momentum is within a small band, held so by
/// what acts on them.
///     dp/dt = {F}_h - {F},  {F}_h = ({J}_c {F}_R - {J}_r {F}_K)/({J}_r + {J}_c),  {J}_e = {J}_r {J}_c/({J}_r + {J}_c)
///     sticks, |p| <= {J}_e {v}_d:  {v} = 0,  {F} = {F}_h, cut off at -{F}_m and {F}_m
///     slips:  {v} = p/{J}_e,  {F} = ({F}_C + ({F}_s - {F}_C) exp(-({v}/{v}_S)^2)) sign({v}) + f {v}
///     law "coulomb":  {F} = {F}_C sign({v}) + f {v} while it slips
/// {F} is the friction, {v} the velocity of R on C, {F}_R and {F}_K the sums of all {forces} on R and on C, positive forwards; {F}_h is
/// what equal accelerations need. {v}_d is dead_speed, {F}_m the larger of {F}_s and what opposes slip at {v}_d. {domain}.dry_friction
/// sticks without a band, and between any number of bodies: this is for comparison. Source: Karnopp (1985), Computer simulation of
/// stick-slip friction in mechanical dynamic systems, J. Dyn. Syst. Meas. Control 107, 100-103. Limits: passive: its energy counts from the
/// rim of the band on, within which nothing does work. Beside what answers to the velocity (a damper, another friction) it may be pushed
/// out of the band at rest and in as it moves, and the run ends in run.event_limit. Assumes that what acts on the bodies goes through their
/// ports alone. Accuracy: written after accounts of the source from memory, not checked against it.
void karnopp_pair(ComponentBuilder& c, const DomainWords& in) {
  // Two bodies on one another. Their velocity together and the momentum of their relative motion part the problem: the first is free, the
  // second is that of one body of the reduced inertia, pushed by what equal accelerations would need. The first is a velocity, so that an
  // impulse at the rim of the band, where the relative velocity jumps, is shared with whatever else hangs on the two.
  const Port r = c.port("R", in.name, "one body"), k = c.port("C", in.name, "the other body");
  const Parameter m_r = c.parameter(in("{mass}_r"), 1, in("{kg}"), "inertia of the body R").above(0);
  const Parameter m_c = c.parameter(in("{mass}_c"), 1, in("{kg}"), "inertia of the body C").above(0);
  const RestingLevels levels(c, in, 1e-3, "relative speed up to which they count as at rest on one another");
  const Expression whole = m_r + m_c, reduced = m_r * m_c / whole;
  const Expression mean = c.variable(in("{v}_mean"), in("{m}/s"), "velocity of both together: the mean, by inertia");
  const Expression p = c.variable("p", in("{kg*m/s|kg*m^2/s}"), "momentum of the relative motion");
  const Expression v = c.variable(in("{v}"), in("{m}/s"), in("{velocity} of R relative to C"));
  const Expression friction = c.variable(in("{F}"), in("{N}"), "friction, against the motion of R on C");
  const Expression push = (m_c * r.through() - m_r * k.through()) / whole;
  c.relation("velocity of R", r.across() == mean + m_c / whole * v);
  c.relation("velocity of C", k.across() == mean - m_r / whole * v);
  c.relation("momentum of both", whole * der(mean) == r.through() + k.through());
  const Condition moves = karnopp(c, levels, reduced, p, v, push, friction);
  c.causality(v, fixed_velocity_out);
  c.stores(0.5 * whole * square(mean) + beyond_band(levels, reduced, p, moves));
  c.dissipates(friction * v);
}

/// A {body on ground|rotor in a fixed bearing} with friction by the switch model: near rest an acceleration that brings it to rest takes
/// the place of friction.
///     slips, |{v}| > eta:  {F} = ({F}_C + ({F}_s - {F}_C) exp(-({v}/{v}_S)^2)) sign({v}) + f {v}
///     law "coulomb":  {F} = {F}_C sign({v}) + f {v} while it slips
///     sticks, else:  {F} = {F}_{M|I} + {J} {v}/tau, rest "drifts": {F} = {F}_{M|I};  cut off at -{F}_s and {F}_s, where it begins to slip
/// {F} is the friction, {F}_{M|I} the sum of all {forces} that act on it through port {M|I}, positive forwards; eta is dead_speed, tau
/// rest_time. {domain}.dry_friction sticks without a band and between any bodies: this is for comparison. Accuracy: written after accounts
/// of it, not after the paper; these compare |{F}_{M|I}| with {F}_s, which leaves no solution where {F}_{M|I} depends on the acceleration.
/// Source: Leine, van Campen, de Kraker, van den Steen (1998), Stick-slip vibrations induced by alternate friction models, Nonlinear Dyn.
/// 16, 41-54.
/// Limits: not passive: within the band a {force} against the motion does not slow it down, and takes work from it.
/// Assumes that what acts on the body goes through its port alone.
void switch_mass(ComponentBuilder& c, const DomainWords& in) {
  const bool settles = c.option<bool>("rest", {{"settles", true}, {"drifts", false}},
                                      "whether what sticks is brought to rest, or drifts on within the band");
  const Port body = c.port(in("{M|I}"), in.name, "the body");
  const Parameter inertia = c.parameter(in("{mass}"), 1, in("{kg}"), "inertia of the body").above(0);
  const RestingLevels levels(c, in, 1e-4, "up to which it may stick");
  const Parameter settling = c.parameter("rest_time", 1e-2, "s", "settles: over which what sticks comes to rest").above(0);
  const Expression v = c.variable(in("{v}"), in("{m}/s"), "velocity");
  const Expression friction = c.variable(in("{F}"), in("{N}"), "friction of the ground, against the motion");
  const Expression push = body.through(), sliding = levels.sliding(v), viscous = levels.viscous * v;
  const Expression rest = settles ? push + inertia * v / settling : push;
  const Expression held = min(max(rest, -levels.stiction), levels.stiction);
  c.position_on_request(body, in("{x}"), "position of the body");
  c.relation("velocity", v == body.across());
  c.relation("friction law", friction == if_else(v > levels.band, sliding + viscous, if_else(v < -levels.band, viscous - sliding, held)));
  c.relation("momentum", inertia * der(v) == push - friction);
  c.on_request("mode", "1", partial::kModeDoc, if_else(v > levels.band, 1, if_else(v < -levels.band, -1, 0)));
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * inertia * square(v));
  c.dissipates(friction * v);
}

}  // namespace stribeck
