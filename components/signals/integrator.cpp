#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Adds up a signal over time.
///     dy/dt = k u;  with limits: dy/dt = 0 while y stands at a limit and u would push it further
/// The target of x says where y begins. A limit holds nothing back: y leaves it as soon as u turns round.
/// Assumes a continuous integration, to the tolerance of the run.
/// Source: definition.
void integrator(ComponentBuilder& c) {
  const bool limited = c.option("limits", "none|fixed", "whether y stays between two limits") == 1;
  const Expression u = c.input("u", "any:u", "what is added up");
  auto k = c.parameter("gain", 1, "any:k", "factor of u");
  const Expression y = c.output("y", "any:y", "the sum so far");
  const Expression x = c.variable("x", "any:y", "the sum so far");
  c.relation("output", y == x);
  if (!limited) return c.relation("integral", der(x) == k * u);
  auto lower = c.parameter("lower_bound", -1, "any:y", "limits only: y does not fall below it");
  auto upper = c.parameter("upper_bound", 1, "any:y", "limits only: y does not rise above it").above(lower);
  const Expression rate = k * u;
  c.relation("integral", der(x) == if_else((x >= upper && rate > 0) || (x <= lower && rate < 0), 0, rate));
}

}  // namespace stribeck::signals
