#pragma once
// Loads that depend on the speed, shared by both domains.
#include "stribeck/component.hpp"

namespace stribeck::partial {

enum class LoadLaw { linear, quadratic, inverse, sign };

/// What one domain calls the quantities of a load.
struct LoadWords {
  const char *force, *force_unit, *speed, *speed_unit;
  double nominal_speed, low_speed;
};

inline void speed_load(ComponentBuilder& c, const RelativeMotion& motion, const LoadWords& words) {
  const auto law = static_cast<LoadLaw>(c.option("law", "linear|quadratic|inverse|sign", "how the load depends on the speed"));
  const bool one_way = c.option("direction", "opposing|one",
                                "opposing: against the motion, whichever way it goes; one: the same whichever way, as of a wind") == 1;
  Parameter nominal = c.parameter(words.force, 1, words.force_unit, "load at the nominal speed; sign only: at any; one: of either sign");
  if (!one_way) nominal.at_least(0);
  const Parameter speed = c.parameter(words.speed, words.nominal_speed, words.speed_unit, "nominal speed; sign does without").above(0);
  const Parameter low = c.parameter("low_speed", words.low_speed, words.speed_unit,
                                    "inverse and sign only: below it the load goes to zero in proportion to the speed")
                            .above(0);
  const Expression size = abs(motion.velocity), v = one_way ? size : motion.velocity;
  const auto of_law = [&]() -> Expression {
    switch (law) {
      case LoadLaw::linear:
        return nominal * v / speed;
      case LoadLaw::quadratic:
        return nominal * v * size / square(speed);
      case LoadLaw::inverse:
        return if_else(size >= low, nominal * speed / v, nominal * speed * v / square(low));
      default:
        return if_else(v >= low, nominal, if_else(v <= -low, -nominal, nominal * v / low));
    }
  };
  c.relation("load law", motion.force == of_law());
  c.causality(motion.force, preferred_force_out);
  if (one_way)
    c.supplies(-motion.force * motion.velocity);
  else
    c.dissipates(motion.force * motion.velocity);
}

}  // namespace stribeck::partial
