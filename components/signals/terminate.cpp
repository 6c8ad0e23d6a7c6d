#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Ends the run when its input rises above 0.5: as planned, or with an error if it must not.
/// Feed it from signals.comparison or signals.logic. What the run has shown up to then is kept.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void terminate(ComponentBuilder& c) {
  const bool fails =
      c.option("end", "planned|error", "planned: the run has reached its goal; error: something has happened that must not") == 1;
  const Expression u = c.input("u", "1", "ends the run above 0.5");
  if (fails)
    c.require(u <= 0.5, "the signal that must not rise above 0.5 has risen");
  else
    c.terminate_when(u > 0.5, "the signal that ends the run has risen above 0.5");
}

}  // namespace stribeck::signals
