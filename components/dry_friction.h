#pragma once
// What is shared by the components that stick exactly.
#include "stribeck/component.hpp"

namespace stribeck::partial {

inline constexpr const char* kModeDoc = "1 slips forwards, -1 slips backwards, 0 sticks";
inline constexpr const char* kOpenModeDoc = "1 slips forwards, -1 slips backwards, 0 sticks, 2 open";

/// What every friction shows: its mode and the power that it turns into heat.
inline void show_friction(ComponentBuilder& c, const RelativeMotion& motion, const Expression& mode, const char* mode_doc = kOpenModeDoc) {
  c.named("mode", "1", mode_doc, mode);
  c.named("loss", "W", "power that becomes heat", motion.force * motion.velocity);
  c.causality(motion.force, indifferent);
  c.dissipates(motion.force * motion.velocity);
}

/// Friction that opposes slip at `level`, whatever the speed, and holds exactly up to sticking_ratio times that; with its mode.
inline void hold_at_level(ComponentBuilder& c, const Expression& velocity, const Expression& force, const Expression& level) {
  const Parameter ratio = c.parameter("sticking_ratio", 1, "1", "limit that holds over the one that opposes slip").at_least(1);
  const Expression direction = c.dry_friction("friction law", velocity, force, ratio * level, [&](const Expression&) { return level; });
  c.named("mode", "1", kModeDoc, direction);
}

/// What one domain calls the quantities of dry friction.
struct DryFrictionWords {
  const char *static_level, *coulomb_level, *levels, *force_unit;
  const char *velocity, *velocity_unit;
  const char* viscous_unit;
};

enum class KineticLaw { coulomb, stribeck, hyperbolic, table };

/// Static and kinetic levels by forces, the latter falling with speed as the option says, or by points.
inline void dry_friction(ComponentBuilder& c, const RelativeMotion& motion, const DryFrictionWords& words) {
  const auto law = static_cast<KineticLaw>(c.option("law", "coulomb|stribeck|hyperbolic|table",
                                                    "how the kinetic level falls from the static one with speed, or that points give it"));
  const bool by_signal = c.option("normal_force", "constant|signal", "whether a signal scales both levels, as a normal force does") == 1;
  const Expression pressing =
      by_signal ? c.input("S", "1", "scales the static and the Coulomb level; zero and below opens it") : Expression(1);
  const Expression scale = by_signal ? max(pressing, 0) : Expression(1);
  const auto show = [&](const Expression& direction) {
    show_friction(c, motion, by_signal ? c.open_while(pressing <= 0, direction) : direction, by_signal ? kOpenModeDoc : kModeDoc);
  };
  if (law == KineticLaw::table) {
    const List speeds = c.ascending_list("speeds", words.velocity_unit, "table only: sizes of the relative velocity, from 0 on", {0, 1});
    const List levels = c.list(words.levels, words.force_unit, "table only: what opposes slip at these", {20, 20});
    const Parameter peak = c.parameter("peak", 1, "1", "table only: the most that holds over the first of these").at_least(1);
    const auto kinetic = [&](const Expression& speed) { return scale * max(c.interpolate(speeds, levels, speed), 0); };
    return show(c.dry_friction("friction law", motion.velocity, motion.force, peak * kinetic(0), kinetic));
  }
  const Parameter coulomb = c.parameter(words.coulomb_level, 20, words.force_unit, "what opposes slip").at_least(0);
  const Parameter most = c.parameter(words.static_level, 25, words.force_unit, "the most that holds without slip").at_least(coulomb);
  const Parameter viscous = c.parameter("viscous_coefficient", 0, words.viscous_unit, "added to it per relative speed").at_least(0);
  const auto falling = [&](const Expression& speed) -> Expression {
    if (law == KineticLaw::coulomb) return 0;
    const Parameter reference = c.parameter(words.velocity, 0.1, words.velocity_unit, "speed over which the level falls").above(0);
    const Expression u = speed / reference;
    return law == KineticLaw::stribeck ? exp(-u * u) : 1 / (1 + u);
  };
  const Expression direction = c.dry_friction("friction law", motion.velocity, motion.force, scale * most, [&](const Expression& speed) {
    return scale * (coulomb + (most - coulomb) * falling(speed)) + viscous * speed;
  });
  show(direction);
}

}  // namespace stribeck::partial
