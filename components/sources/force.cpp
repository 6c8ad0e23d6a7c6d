// Sources of force, given or as it follows from the speed.
#include "stribeck/component.hpp"

namespace stribeck {

/// Applies a {force} between R and C, whatever their motion: a positive S {pushes|turns} R forwards and C backwards. The variable {F} keeps
/// to the convention of all elements, "transmitted from R to C", and is therefore -S.
/// Assumes a source whose {force} does not depend on the motion.
/// Source: definition; action and reaction are equal (Newton's third law).
void force_source(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  auto force = c.parameter(in("{force}"), 0, in("{N}"), in("{force} on R while S is left open"));
  const Expression S = c.input("S", in("{N}"), in("{force} that {pushes|turns} R forwards"), force);
  c.relation("source law", F == -S);
  c.causality(F, fixed_force_out);
  c.supplies(S * v);
}

namespace {

enum class LoadLaw { linear, quadratic, inverse, sign };

}  // namespace

/// A load that opposes {motion|rotation} more or less, the faster it is: {drag, a fan's thrust, a drive at constant power, a plough|a pump,
/// a fan, a drive at constant power, a hoist's brake}.
///     linear: {F} = {F}_n {v}/{v}_n;  quadratic: {F} = {F}_n {v} |{v}|/{v}_n^2;  inverse: {F} = {F}_n {v}_n/{v} (constant power);
///             sign: {F} = {F}_n sign({v})
/// The last two are proportional to {v} below low_speed. {F} is transmitted from R to C; connect C to ground for a load against the world.
/// With direction one it is the same for {v} and -{v}, {F}_n may have either sign, and what it gives to the motion is booked as supplied.
/// Assumes a load that follows the speed at once.
/// Limits: it creeps at rest; {domain}.dry_friction sticks.
/// Source: definition; Modelica Standard Library 4.1, Rotational.Sources, LinearSpeedDependentTorque and its neighbours have the same laws.
void speed_load(ComponentBuilder& c, const DomainWords& in) {
  const auto [velocity, F, R, C] = relative_motion(c, in);
  const auto law = c.option<LoadLaw>(
      "law", {{"linear", LoadLaw::linear}, {"quadratic", LoadLaw::quadratic}, {"inverse", LoadLaw::inverse}, {"sign", LoadLaw::sign}},
      "how the load depends on the speed");
  const bool one_way = c.option<bool>("direction", {{"opposing", false}, {"one", true}},
                                      "opposing: against the motion, whichever way it goes; one: the same whichever way, as of a wind");
  Parameter nominal = c.parameter(in("nominal_{force}"), 1, in("{N}"), "load at the nominal speed; sign only: at any; one: of either sign");
  if (!one_way) nominal.at_least(0);
  const Parameter speed = c.parameter("nominal_velocity", in(1, 100), in("{m}/s"), "nominal speed; sign does without").above(0);
  const Parameter low =
      c.parameter("low_speed", in(0.01, 1), in("{m}/s"), "inverse and sign only: below it the load goes to zero in proportion to the speed")
          .above(0);
  const Expression size = abs(velocity), v = one_way ? size : velocity;
  const auto load = [&]() -> Expression {
    switch (law) {
      case LoadLaw::linear:
        return nominal * v / speed;
      case LoadLaw::quadratic:
        return nominal * v * size / square(speed);
      case LoadLaw::inverse:
        return if_else(size >= low, nominal * speed / v, nominal * speed * v / square(low));
      case LoadLaw::sign:
        break;
    }
    return if_else(v >= low, nominal, if_else(v <= -low, -nominal, nominal * v / low));
  };
  c.relation("load law", F == load());
  c.causality(F, preferred_force_out);
  if (one_way)
    c.supplies(-F * velocity);
  else
    c.dissipates(F * velocity);
}

}  // namespace stribeck
