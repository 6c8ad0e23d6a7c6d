#include "stribeck/component.hpp"

namespace stribeck {

/// Notches that a ball or a roller snaps into{|, as of a switch}: holds R near the middle of a notch and lets it go beyond the top.
///     {F} = {F}_p sin(2 pi {x}/b) + d {v},  without the first for |{x}| > b/2 if there is one notch
/// {F} is transmitted from R to C. To climb out of a notch takes the energy {F}_p b/pi.
/// Assumes notches all alike and a ball or roller without mass.
/// Source: definition, as the simplest periodic force with stable middles; not after a product's data sheet.
void detent(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  const Expression x = c.displacement(R, C, in("{x}"), in("{position} of R relative to C, zero in the middle of a notch"));
  const bool repeats =
      c.option<bool>("notches", {{"one", false}, {"row", true}}, "one notch, or a row of them, each beginning where the one before ends");
  auto peak = c.parameter(in("peak_{force}"), 10, in("{N}"), "most that it takes to leave a notch slowly").at_least(0);
  auto width = c.parameter("width", in(0.01, 0.1), in("{m}"), "of a notch, from top to top").above(0);
  auto damping = c.parameter("damping", 0, in("{N}*s/{m}"), "viscous friction besides").at_least(0);
  const Expression turn = 2 * pi * x / width;
  const Expression climb = peak * width / (2 * pi) * (1 - cos(turn)), top = peak * width / pi;
  const Condition inside = abs(x) < 0.5 * width;
  const Expression hold = repeats ? peak * sin(turn) : if_else(inside, peak * sin(turn), 0);
  c.relation("detent law", F == hold + damping * v);
  c.causality(F, fixed_force_out);
  c.stores(repeats ? climb : if_else(inside, climb, top));
  c.dissipates(damping * square(v));
}

}  // namespace stribeck
