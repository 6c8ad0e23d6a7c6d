#pragma once
// What is shared by the components that stick exactly.
#include "friction_family.h"

namespace stribeck::partial {

inline constexpr const char* kModeDoc = "1 slips forwards, -1 slips backwards, 0 sticks";
inline constexpr const char* kOpenModeDoc = "1 slips forwards, -1 slips backwards, 0 sticks, 2 open";

/// What every friction shows, and what it turns into heat.
inline void show_friction(ComponentBuilder& c, const RelativeMotion& motion, const Expression& mode, const char* mode_doc = kOpenModeDoc) {
  c.named("mode", "1", mode_doc, mode);
  c.causality(motion.force, indifferent);
  c.dissipates(motion.force * motion.velocity);
}

/// `parts` of what opposes slip, which has its direction; what holds is the rest.
inline void show_parts_while_slipping(ComponentBuilder& c, const DomainWords& domain, const Expression& force, const Expression& direction,
                                      const FrictionParts& parts) {
  show_parts(c, domain, {direction * parts.coulomb, direction * parts.falling, direction * parts.viscous});
  c.on_request("holding", domain.through_unit, "what it holds while it sticks; zero while it slips",
               force - direction * (parts.coulomb + parts.falling + parts.viscous));
}

/// By how much what holds exceeds what opposes slip.
inline Parameter sticking_ratio(ComponentBuilder& c) {
  return c.parameter("sticking_ratio", 1, "1", "limit that holds over the one that opposes slip").at_least(1);
}

/// Friction that opposes slip at `level`, whatever the speed, and holds exactly up to sticking_ratio times that; with its mode.
inline void hold_at_level(ComponentBuilder& c, const Expression& velocity, const Expression& force, const Expression& level) {
  const Parameter ratio = sticking_ratio(c);
  const Expression direction = c.dry_friction("friction law", velocity, force, ratio * level, [&](const Expression&) { return level; });
  c.named("mode", "1", kModeDoc, direction);
}

enum class KineticLaw { coulomb, stribeck, hyperbolic, table };

/// Static and kinetic levels, the latter falling with speed as the option says, or by points.
inline void dry_friction(ComponentBuilder& c, const FrictionWords& words) {
  const auto law = static_cast<KineticLaw>(c.option("law", "coulomb|stribeck|hyperbolic|table",
                                                    "how the kinetic level falls from the static one with speed, or that points give it"));
  FrictionElement element(c, words);
  const RelativeMotion& motion = element.motion();
  const auto show = [&](const Expression& direction) {
    show_friction(c, motion, element.loaded() ? c.open_while(element.load() <= 0, direction) : direction,
                  element.loaded() ? kOpenModeDoc : kModeDoc);
  };
  if (law == KineticLaw::table) {
    const List speeds =
        c.ascending_list("speeds", words.domain.across_unit, "table only: sizes of the relative velocity, from 0 on", {0, 1});
    const char* const name = element.loaded() ? "coefficients" : words.turns ? "torques" : "forces";
    const List levels = c.list(name, element.loaded() ? "1" : words.force_unit, "table only: what opposes slip at these",
                               element.loaded() ? std::vector<double>{0.3, 0.3} : std::vector<double>{20, 20});
    c.each(speeds).at_least(0), c.each(levels).at_least(0);
    const Parameter peak = c.parameter("peak", 1, "1", "table only: the most that holds over the first of these").at_least(1);
    const auto kinetic = [&](const Expression& speed) { return element.load() * c.interpolate(speeds, levels, speed); };
    return show(c.dry_friction("friction law", motion.velocity, motion.force, peak * kinetic(0), kinetic));
  }
  const Parameter coulomb = element.coulomb().at_least(0);
  const Parameter most = element.stiction(coulomb);
  const Parameter viscous = element.viscous();
  const auto falling = [&](const Expression& speed) -> Expression {
    if (law == KineticLaw::coulomb) return 0;
    const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
    if (law == KineticLaw::hyperbolic) return 1 / (1 + speed / reference);
    const Parameter exponent = c.parameter("exponent", 2, "1", "stribeck: how steeply it falls; 1 Tustin, 2 Gauss").between(0.5, 10);
    return exp(-pow(relative_speed(speed, reference), exponent));
  };
  FrictionParts parts;
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, element.load() * most, [&](const Expression& speed) {
        const Expression over = (most - coulomb) * falling(speed);
        parts = {element.load() * coulomb, element.load() * over, viscous * speed};
        return element.load() * (coulomb + over) + viscous * speed;
      });
  show(direction);
  show_parts_while_slipping(c, words.domain, motion.force, direction, parts);
}

}  // namespace stribeck::partial
