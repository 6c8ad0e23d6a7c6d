// Friction with a memory: bristles that bend before they slip.
#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

/// Deflection of bristles and its rate, which the law is to determine.
struct Bristles {
  Expression z, rate;

  explicit Bristles(partial::FrictionElement& e)
      : z(e.c.variable("z", e.in("{m}"), "deflection of the bristles")),
        rate(e.c.variable("z_rate", e.in("{m}/s"), "rate of the deflection")) {
    e.c.relation("deflection", der(z) == rate);
  }
};

/// A level that falls with speed, and bristles under it: what LuGre and its kin have in common.
struct BristleModel {
  Expression v, speed, coulomb = 0, level = 0, stiffness = 0, damping = 0;

  explicit BristleModel(partial::FrictionElement& e) : v(e.velocity()), speed(abs(v)) {
    const bool falls = e.c.option<bool>("damping", {{"constant", false}, {"falling", true}},
                                        "of the bristles: constant as in the paper of 1995, or falling with speed, which keeps it passive");
    const partial::LevelShape shape = partial::level_shape(e.c);
    Parameter coulomb_level = e.coulomb();
    shape == partial::LevelShape::rational ? coulomb_level.at_least(0) : coulomb_level.above(0);  // without it the others come to nothing
    const Parameter stiction = e.stiction(coulomb_level).above(0);
    const Parameter reference = e.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
    coulomb = coulomb_level;
    level = partial::falling_level(e.c, shape, v, coulomb, stiction, reference);
    stiffness = e.stiffness(1e5, 1e3, "bristle_stiffness", "of the bristles when friction begins").above(0);
    damping = e.damping(100, 1, "bristle_damping", "of the bristles").at_least(0);
    if (!falls) return;
    const Expression u = v / e.speed("damping_velocity", 0.1, "falling: speed over which the damping falls").above(0);
    damping *= exp(-u * u);
  }

  void finish(partial::FrictionElement& e, const Bristles& bristles, const Text& label) const {
    Expression over_load = stiffness * bristles.z + damping * bristles.rate;
    if (e.loaded()) {
      over_load +=
          e.c.parameter("viscous_over_load", 0, e.in("s/{m}"), "signal only: viscous part that grows with the load").at_least(0) * v;
    }
    e.law(label, over_load, e.viscous() * v);
    e.stores(0.5 * stiffness * square(bristles.z), stiffness * bristles.z * bristles.rate);
  }
};

}  // namespace

/// LuGre: friction by bristles that bend, let go above the Stribeck curve, and lag behind the velocity.
///     dz/dt = {v} - sigma_0 |{v}| z/g({v}),  g({v}) = {F}_C + ({F}_s - {F}_C) S,
///     S = exp(-(|{v}|/{v}_S)^2), exp(-(|{v}|/{v}_S)^n) or 1/(1 + (|{v}|/{v}_S)^n) by `shape`
///     {F} = W (sigma_0 z + sigma_1 dz/dt) + f {v},  sigma_1 constant, or times exp(-({v}/{v}_d)^2) if damping is "falling"
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and then {F}_C,
/// {F}_s, sigma_0 and sigma_1 are over Fn; W viscous_over_load {v} may be added to f {v}. At the start bristles are straight; with start
/// "sliding" they are as in steady slip, and a target of {F} with {v} = 0 is a load that they hold.
/// Limits: passive while sigma_1 |{v}| <= 4
/// g({v}): at high speed only if the damping falls. Under a load that vibrates it drifts, which elasto_plastic_friction does not; the
/// breakaway force falls as force rises faster.
/// Source: Canudas de Wit, Olsson, Astrom, Lischinsky (1995), A new model for control of systems with friction, IEEE Trans. Autom. Control
/// 40, 419-425; falling damping: Olsson (1996), Control systems with friction, Lund.
/// Assumes one state of bristles for the whole contact.
/// Accuracy: the form under a normal force is a common extension, which the paper does not have.
void lugre_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const BristleModel model(element);
  const Bristles bristles(element);
  c.relation("bristles", bristles.rate == model.v - model.stiffness * model.speed * bristles.z / model.level);
  partial::start_as_given_or_sliding(c, {{bristles.z, sign(model.v) * model.level / model.stiffness}});
  model.finish(element, bristles, "LuGre friction");
}

/// Elasto-plastic friction: LuGre whose bristles come back whole from small deflections, so that it does not drift under vibration.
///     dz/dt = {v} (1 - alpha sigma_0 z sign({v})/g({v})),  g({v}) = {F}_C + ({F}_s - {F}_C) S,
///     S = exp(-(|{v}|/{v}_S)^2), exp(-(|{v}|/{v}_S)^n) or 1/(1 + (|{v}|/{v}_S)^n) by `shape`
///     {F} = W (sigma_0 z + sigma_1 dz/dt) + f {v},  sigma_1 constant, or times exp(-({v}/{v}_d)^2) if damping is "falling"
///     alpha = 0 while z sign({v}) < z_b,  1 beyond g({v})/sigma_0,  a half sine wave between;  z_b = elastic_share {F}_C/sigma_0
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and then {F}_C,
/// {F}_s, sigma_0 and sigma_1 are over Fn; W viscous_over_load {v} may be added to f {v}.
/// Limits: passive while sigma_1 |{v}| <= 4 g({v}): at high
/// speed only if the damping falls. No drift under forces up to sigma_0 z_b.
/// Source: Dupont, Hayward, Armstrong, Altpeter (2002), Single state elastoplastic friction models, IEEE Trans. Autom. Control 47, 787-792.
/// Assumes one state of bristles for the whole contact.
/// Accuracy: alpha follows public implementations of it; that it is zero where z and v point
/// apart is written from memory of the paper.
void elasto_plastic_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const BristleModel model(element);
  const Parameter elastic =
      c.parameter("elastic_share", 0.7, "1", "deflection that comes back whole, over Coulomb level over stiffness").above(0).below(1);
  const Bristles bristles(element);
  const Expression most = model.level / model.stiffness, whole = elastic * model.coulomb / model.stiffness;
  const Expression ahead = sign(model.v) * bristles.z;  // in the direction of motion
  const Expression place = (ahead - 0.5 * (most + whole)) / (most - whole);
  const Expression plastic = 0.5 + 0.5 * sin(pi * min(max(place, -0.5), 0.5));
  c.relation("bristles", bristles.rate == model.v * (1 - plastic * ahead / most));
  partial::start_as_given_or_sliding(c, {{bristles.z, sign(model.v) * most}});
  model.finish(element, bristles, "elasto-plastic friction");
}

/// Dahl's friction: elastic at first, Coulomb's level after some distance, with a loop of hysteresis and no peak between.
///     dz/dt = {v} sign(u) |u|^i,  u = 1 - sigma_0 z sign({v})/{F}_C
///     {F} = W sigma_0 z + f {v};  from rest, with i = 1:  {F} = {F}_C (1 - exp(-sigma_0 {x}/{F}_C))
/// {F} is transmitted from R to C; {x} is the {way|angle} from rest. W is 1, or with normal_force "signal" the normal force Fn{| times
/// effective_radius}, and then {F}_C and sigma_0 are over Fn.
/// Limits: it does not depend on the rate of motion, and is passive. Exponents below 1, as of brittle materials, reach the level after a
/// way of {F}_C/(sigma_0 (1 - i)) from rest.
/// Source: Dahl (1968), A solid friction model, Aerospace Corporation TOR-0158(3107-18)-1.
/// Assumes one state of bristles for the whole contact.
/// Accuracy: written after accounts of the source from memory, not checked against it.
void dahl_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiffness = element.stiffness(1e5, 1e3, "bristle_stiffness", "when friction begins").above(0);
  const Parameter exponent = c.parameter("exponent", 1, "1", "how sharply the loading curve bends").between(0.1, 10);
  const Bristles bristles(element);
  const Expression v = element.velocity(), left = 1 - stiffness * bristles.z * sign(v) / coulomb;
  constexpr double kLeast = 1e-9;  // with exponents below one the level is reached after some way, where the power has no slope
  c.relation("bristles", bristles.rate == v * left * pow(max(abs(left), kLeast), exponent - 1));
  partial::start_as_given_or_sliding(c, {{bristles.z, sign(v) * coulomb / stiffness}});
  element.law("Dahl friction", stiffness * bristles.z, element.viscous() * v);
  element.stores(0.5 * stiffness * square(bristles.z), stiffness * bristles.z * bristles.rate);
}

/// Friction of Gonthier et al.: bristles whose hold grows the longer they rest (dwell time).
///     s = exp(-({v}/{v}_S)^2),  dz/dt = s {v} + (1 - s) ({F}_C dir({v}) - sigma_0 z)/sigma_1,
///         dir({v}) = (1.5 r - 0.5 r^3), r = {v}/{v}_0 cut off at 1
///     db/dt = (s - b)/tau if s > b, else (s - b) sigma_0/sigma_1
///     {F} = W (sigma_0 z + sigma_1 dz/dt, cut off at {F}_C + ({F}_s - {F}_C) b) + f {v}
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and {F}_C, {F}_s,
/// sigma_0, sigma_1 are over Fn. b is the bond, which grows to 1 while the sides rest; tau is dwell_time.
/// Limits: not passive: in quick slip the bristles stretch by themselves to {F}_C/sigma_0 within some sigma_1/sigma_0, however short the
/// way, and drawn back slowly they give {F}_C^2/(2 sigma_0). This is the form for one direction, written after accounts of it, not after
/// the paper.
/// Source: Gonthier, McPhee, Lange, Piedboeuf (2004), A regularized contact model with asymmetric damping and dwell-time dependent
/// friction, Multibody Syst. Dyn. 11, 209-233.
/// Assumes one state of bristles for the whole contact.
void gonthier_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed beyond which bristles slip").above(0);
  const Parameter low = element.speed("low_speed", 0.001, "over which the direction goes over").above(0);
  const Parameter stiffness = element.stiffness(1e5, 1e3, "bristle_stiffness", "of the bristles").above(0);
  const Parameter damping = element.damping(100, 1, "bristle_damping", "of the bristles").above(0);
  const Parameter dwell = c.parameter("dwell_time", 1, "s", "over which contact at rest grows stronger").above(0);
  const Bristles bristles(element);
  const Expression v = element.velocity(), z = bristles.z;
  const Expression rest = exp(-square(v / reference)), u = min(max(v / low, -1), 1), direction = u * (1.5 - 0.5 * u * u);
  c.relation("bristles", bristles.rate == rest * v + (1 - rest) * (coulomb * direction - stiffness * z) / damping);
  const Expression bond = c.variable("bond", "1", "how far contact has grown stronger, 0 to 1");
  c.relation("bond", der(bond) == max(rest - bond, 0) / dwell + min(rest - bond, 0) * stiffness / damping);
  constexpr double kLeast = 1e-12;  // at rest nothing slips, and the deflection has no limit
  const Expression lagging = rest * v * damping / max(1 - rest, kLeast);
  partial::start_as_given_or_sliding(c, {{z, (coulomb * direction + lagging) / stiffness}, {bond, rest}});
  const Expression most = coulomb + (stiction - coulomb) * bond;
  const Expression push = stiffness * z + damping * bristles.rate;
  element.law("Gonthier friction", min(max(push, -most), most), element.viscous() * v);
  element.stores(0.5 * stiffness * square(z), stiffness * z * bristles.rate);
}

}  // namespace stribeck
