#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Passes on by how much a signal leaves a zone in which nothing happens.
///     y = u - upper_bound above, u - lower_bound below, 0 between
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void dead_zone(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto lower = c.parameter("lower_bound", -1, "any:u", "where the zone ends below");
  auto upper = c.parameter("upper_bound", 1, "any:u", "where the zone ends above").at_least(lower);
  const Expression y = c.output("y", "any:u", "by how much it leaves the zone");
  c.relation("zone", y == if_else(u >= upper, u - upper, if_else(u <= lower, u - lower, 0)));
}

}  // namespace stribeck::signals
