#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal along straight lines through given points.
///     y(times[i]) = values[i], linear between them; the first value holds before the first time, the last one after the last
/// Where two points have one time it jumps: the value of the first holds before, that of the second from then on.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition of linear interpolation.
void profile(ComponentBuilder& c) {
  const List times = c.ascending_list_with_jumps("times", "s", "times of the points, ascending; of two at one time y jumps");
  const List values = c.list("values", "any:u", "values at these times, as many");
  const Expression y = c.output("y", "any:u", "the signal");
  c.relation("profile", y == c.interpolate(times, values, c.time()));
}

}  // namespace stribeck::signals
