#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Rounds a signal to whole multiples of a step, exactly where it passes from one to the next.
///     floor: y = q floor(u/q);  ceil: the next one above;  nearest: q floor(u/q + 1/2);  truncate: towards zero
/// Each change of y is an event. signals.adc rounds at samples only.
/// Assumes a signal processed at once, without noise: one that dwells on an edge changes as often as it crosses it.
/// Source: definition.
void rounding(ComponentBuilder& c) {
  enum Way { kFloor, kCeil, kNearest, kTruncate };
  const int way = c.option("way", "floor|ceil|nearest|truncate", "down, up, to the nearest, towards zero");
  const Expression u = c.input("u", "any:u", "what is rounded");
  const Expression y = c.output("y", "any:u", "rounded");
  auto step = c.parameter("step", 1, "any:u", "q: y is a multiple of this").above(0);
  const Expression share = u / step;
  const Expression place = way == kFloor ? share : way == kCeil ? -share : way == kNearest ? share + 0.5 : if_else(u >= 0, share, -share);
  const Expression count = c.hidden_discrete("count", "1", "whole steps", 0);
  c.when("", place < count || place >= count + 1, {{count, floor(place)}});
  const Expression multiple = step * count;
  c.relation("rounding", y == (way == kCeil ? -multiple : way == kTruncate ? if_else(u >= 0, multiple, -multiple) : multiple));
}

}  // namespace stribeck::signals
