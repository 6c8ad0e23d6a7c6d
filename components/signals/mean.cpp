#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Mean, rectified mean or root mean square of a signal over each period.
///     y = 1/T integral of u;  1/T integral of |u|;  sqrt(1/T integral of u^2)  over the last whole period, offset + k T to offset + (k +
///     1) T
/// y changes where a period ends; until the first one has ended it is the start value.
/// Assumes a period that is known and does not change.
/// Source: definition of mean, rectified mean and root mean square.
void mean(ComponentBuilder& c) {
  const int kind = c.option("kind", "mean|rectified|rms", "what is taken of the signal: itself, its size, its square");
  const Expression u = c.input("u", "any:u", "what is averaged");
  const Expression y = c.output("y", "any:u", "mean of the last whole period");
  auto period = c.parameter("period", 1, "s", "T: a period of the signal, or a multiple").above(0);
  auto offset = c.parameter("offset", 0, "s", "when the first period begins").at_least(0);
  auto start = c.parameter("start_value", 0, "any:u", "output until the first period has ended");
  auto unit = c.parameter("unit", 1, "any:u", "size of the signal that counts as 1 within the integral").above(0);
  const Expression x = c.hidden_variable("x", "s", "integral since the period began");
  const Expression held = c.hidden_discrete("held", "any:u", "the last mean", start);
  const Expression share = u / unit;
  c.relation("integral", der(x) == (kind == 0 ? share : kind == 1 ? if_else(share >= 0, share, -share) : square(share)));
  const Expression result = kind == 2 ? sqrt(max(x, 0) / period) : x / period;
  c.every("periods", period, offset, {{held, if_else(c.time() >= offset + period / 2, unit * result, start)}, {x, 0}});
  c.relation("hold", y == held);
}

}  // namespace stribeck::signals
