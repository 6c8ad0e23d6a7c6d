#pragma once
// The brakes of both domains.
#include "loaded_friction.h"

namespace stribeck::partial {

/// What one domain calls the quantities of a brake.
struct BrakeWords {
  const DomainWords& domain;
  const char* rated;     ///< parameter: what opposes slip while the brake is fully applied
  const char* strength;  ///< option: the ways in which that is given
  double rated_default;
  bool turns;  ///< friction acts on a lever
};

enum class BrakeStrength { rated, coefficient, table };

inline void brake(ComponentBuilder& c, const BrakeWords& words) {
  const RelativeMotion motion = relative_motion(c, words.domain);
  const bool by_spring =
      c.option("applied_by", "signal|spring", "signal: S applies the brake; spring: a spring applies it and S lifts it") == 1;
  const auto strength = static_cast<BrakeStrength>(
      c.option("strength", words.strength,
               "by itself; by a normal force and a coefficient of friction; or by a coefficient that a table gives over the speed"));
  auto command = c.parameter("command", by_spring ? 0 : 1, "1", "S while that is left open; unless it is given, the brake is applied");
  const Expression S =
      c.input("S", "1", "what applies or lifts the brake, as a share of what does so fully; held between 0 and 1", command);
  const Expression held = min(max(S, 0), 1), share = by_spring ? 1 - held : held;
  if (strength != BrakeStrength::rated) {
    const Expression load = clutch_load(c, share, words.turns);
    const FrictionCoefficient coefficient(c, words.domain.across_unit, strength == BrakeStrength::table);
    return loaded_friction(c, motion, load, share, coefficient);
  }
  const Parameter rated =
      c.parameter(words.rated, words.rated_default, words.domain.through_unit, "what opposes slip while the brake is fully applied")
          .at_least(0);
  loaded_friction(c, motion, rated * share, share, FrictionCoefficient::one(c));
}

}  // namespace stribeck::partial
