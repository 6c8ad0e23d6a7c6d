#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that is given from outside while the diagram runs: by a co-simulation master, a control loop, a test bench.
///     y = level + slope (t - since)
/// Whoever steps the diagram sets level, slope and since together, each time at an event. Where nobody does, y stays at its start. The
/// section "boundary" of a diagram makes one of these for every input that it names.
/// Assumes an input that is constant or straight between two instants at which it is set.
/// Source: definition; with a slope it is the interpolation of first order in Kübler, Schiehlen (2000), Multibody System Dynamics 4,
/// pp. 107-127.
void boundary_input(ComponentBuilder& c) {
  auto start = c.parameter("start", 0, "any:u", "value until another one is given");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression level = c.hidden_discrete("level", "any:u", "value when it was given last", start);
  const Expression slope = c.hidden_discrete("slope", "any", "its derivative with time since then", 0);
  const Expression since = c.hidden_discrete("since", "s", "when it was given last", 0);
  c.relation("input", y == level + slope * (c.time() - since));
}

}  // namespace stribeck::signals
