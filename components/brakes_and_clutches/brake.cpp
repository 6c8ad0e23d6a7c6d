#include "friction/loaded_friction.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

enum class BrakeStrength { rated, coefficient, table };

}  // namespace

/// Brake{ on a rail|}: dry friction that a signal applies, or that a spring applies and a signal lifts, as {of a clamp that holds|in motors
/// that hold their load} without power.
///     {F}_b = s {F}_B,  or by a normal force  s mu(|{v}|) faces {|r }N;  s = S, or 1 - S where a spring applies it
///     sticks:  {v} = 0,  |{F}| <= peak {F}_b({v} = 0)
///     slips:   {F} = sign({v}) {F}_b,   open while s = 0
/// S is held between 0 and 1. {F}_B is the braking_{force}, N the maximum_normal_force{|, r the effective_radius}. {F} is transmitted from
/// R to C; connect C to ground for a brake against the world. A brake that locks does so exactly, together with all other frictions of the
/// diagram. {|See rotational.disc_brake, drum_brake and band_brake for brakes by their dimensions, rotational.clutch between two shafts.
/// }Source: Coulomb's law of friction; Modelica Standard Library 4.1, Mechanics.{Translational|Rotational}.Components.Brake, has the same
/// law.
/// Assumes a normal force that follows S at once, and friction that depends neither on temperature nor on how long it has held.
void brake(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  const bool by_spring = c.option<bool>("applied_by", {{"signal", false}, {"spring", true}},
                                        "signal: S applies the brake; spring: a spring applies it and S lifts it");
  const auto strength = c.option<BrakeStrength>(
      "strength",
      {{in.turns ? "torque" : "force", BrakeStrength::rated}, {"coefficient", BrakeStrength::coefficient}, {"table", BrakeStrength::table}},
      "by itself; by a normal force and a coefficient of friction; or by a coefficient that a table gives over the speed");
  auto command = c.parameter("command", by_spring ? 0 : 1, "1", "S while that is left open; unless it is given, the brake is applied");
  const Expression S =
      c.input("S", "1", "what applies or lifts the brake, as a share of what does so fully; held between 0 and 1", command);
  const Expression held = min(max(S, 0), 1), share = by_spring ? 1 - held : held;
  if (strength != BrakeStrength::rated) {
    const Expression load = partial::clutch_load(c, share, in.turns);
    const partial::FrictionCoefficient coefficient(c, in("{m}/s"), strength == BrakeStrength::table);
    return partial::loaded_friction(c, motion, load, share, coefficient);
  }
  const Parameter rated =
      c.parameter(in("braking_{force}"), in(100, 10), in("{N}"), "what opposes slip while the brake is fully applied").at_least(0);
  partial::loaded_friction(c, motion, rated * share, share, partial::FrictionCoefficient::one(c));
}

}  // namespace stribeck
