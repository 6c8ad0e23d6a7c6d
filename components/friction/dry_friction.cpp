#include "friction/sticking.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

enum class KineticLaw { coulomb, stribeck, hyperbolic, table };

}  // namespace

/// Dry friction that sticks exactly: at {v} = 0 it holds any {force} up to static_{force}; beyond, it slips.
///     sticks:  {v} = 0,  |{F}| <= W {F}_s
///     slips:   {F} = sign({v}) (W ({F}_C + ({F}_s - {F}_C) g) + f |{v}|),   g = 0, exp(-(|{v}|/{v}_S)^n) or 1/(1 + |{v}|/{v}_S) by `law`
///     law table: the kinetic level is a curve through points over the speed, the static one `peak` times its first point
/// {F} is transmitted from R to C; connect C to ground for friction on ground. W is 1, or with normal_force "signal" the normal force Fn{|
/// times effective_radius}, and {F}_C and {F}_s are then coefficients of friction; without load it is open. Which frictions of a diagram
/// stick is decided for all of them together, whatever their number and connections. A side needs {a mass} or a given velocity, or hangs on
/// a damper, or on a spring if the law does not depend on speed.
/// Limits: between two given velocities it opposes the motion and cannot stick.
/// Assumes that static friction does not depend on how long the sides have rested, nor slip on its history.
/// Source: Coulomb's law of friction; law stribeck with Tustin's (n = 1) or a Gaussian decline (n = 2) as in Armstrong-Helouvry, Dupont,
/// Canudas de Wit (1994), Automatica 30, 1083-1138; hyperbolic: as Leine et al. (1998), Nonlinear Dyn. 16, 41-54.
void dry_friction(ComponentBuilder& c, const DomainWords& in) {
  const auto law = c.option<KineticLaw>("law",
                                        {{"coulomb", KineticLaw::coulomb},
                                         {"stribeck", KineticLaw::stribeck},
                                         {"hyperbolic", KineticLaw::hyperbolic},
                                         {"table", KineticLaw::table}},
                                        "how the kinetic level falls from the static one with speed, or that points give it");
  partial::FrictionElement element(c, in);
  const RelativeMotion& motion = element.motion();
  const auto show = [&](const Expression& direction) {
    partial::show_friction(c, motion, element.loaded() ? c.open_while(element.load() <= 0, direction) : direction,
                           element.loaded() ? partial::kOpenModeDoc : partial::kModeDoc);
  };
  if (law == KineticLaw::table) {
    const List speeds = c.ascending_list("speeds", in("{m}/s"), "table only: sizes of the relative velocity, from 0 on", {0, 1});
    const List levels =
        c.list(element.loaded() ? "coefficients" : in("{forces}"), element.loaded() ? "1" : in("{N}"),
               "table only: what opposes slip at these", element.loaded() ? std::vector<double>{0.3, 0.3} : std::vector<double>{20, 20});
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
    return exp(-pow(partial::relative_speed(speed, reference), exponent));
  };
  partial::FrictionParts parts;
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, element.load() * most, [&](const Expression& speed) {
        const Expression over = (most - coulomb) * falling(speed);
        parts = {element.load() * coulomb, element.load() * over, viscous * speed};
        return element.load() * (coulomb + over) + viscous * speed;
      });
  show(direction);
  partial::show_parts_while_slipping(c, in, motion.force, direction, parts);
}

}  // namespace stribeck
