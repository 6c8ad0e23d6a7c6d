#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A sampled transfer function of any order.
///     y / u = (b_m z^m + ... + b_0) / (a_n z^n + ... + a_0),  m <= n, at samples k T; held until the next
/// Coefficients are listed from the highest power down. At each sample x_0 = (u - a_(n-1) x_1 - ... - a_0 x_n) / a_n and
/// y = b_n x_0 + b_(n-1) x_1 + ... + b_0 x_n; then each x moves on by one. They are zero at the start.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of the z transfer function, in the direct form II.
void discrete_transfer_function(ComponentBuilder& c) {
  const List denominator =
      c.list("denominator", "any:coefficient", "a_n to a_0, from the highest power of z down; the first is not zero", {1, -0.5});
  const int order = c.length(denominator, 1, 100) - 1;
  const List numerator = c.list("numerator", "any:coefficient",
                                "b_m to b_0, from the highest power of z down; not more of them than of the denominator", {0.5});
  const int terms = c.length(numerator, 1, order + 1);
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression y = c.output("y", "any:y", "the last value");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  const auto a = [&](int power) { return c.entry(denominator, order - power); };
  const auto b = [&](int power) -> Expression { return power < terms ? c.entry(numerator, terms - 1 - power) : Expression(0); };
  const Expression first = a(order);  // either sign, but not zero
  Parameter(first.recording(), first.id_in(first.recording())).above(if_else(first < 0, -std::numeric_limits<double>::infinity(), 0));
  const Expression held = c.hidden_discrete("held", "any:y", "the last value", 0);
  Expression newest = u;
  std::vector<Expression> x;
  for (int i = 1; i <= order; ++i) {
    x.push_back(c.discrete(("x" + std::to_string(i)).c_str(), "any", "state", 0));
    newest = newest - a(order - i) * x.back();
  }
  newest = newest / a(order);
  Expression sum = b(order) * newest;
  std::vector<Assignment> assignments;
  for (int i = 1; i <= order; ++i) {
    const auto k = static_cast<std::size_t>(i);
    sum = sum + b(order - i) * x[k - 1];
    assignments.push_back({x[k - 1], i == 1 ? newest : x[k - 2]});
  }
  assignments.push_back({held, sum});
  c.every("samples", period, offset, assignments);
  c.relation("hold", y == held);
}

}  // namespace stribeck::signals
