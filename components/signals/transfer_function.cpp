#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Transfer function of any order.
///     y / u = (b_m s^m + ... + b_0) / (a_n s^n + ... + a_0),  m <= n
/// Coefficients are listed from the highest power down, in seconds to that power. The states x1 to xn, zero unless a target says otherwise,
/// are those of the controllable canonical form: x1 = u / (a_n s^n + ... + a_0), each the rate of the one before.
/// Source: Kailath (1980), Linear Systems, Prentice-Hall.
/// Assumes a linear system whose coefficients do not change.
void transfer_function(ComponentBuilder& c) {
  const List denominator =
      c.list("denominator", "any:coefficient", "a_n to a_0, from the highest power of s down; the first is not zero", {1, 1});
  const int order = c.length(denominator, 1, 100) - 1;
  const List numerator =
      c.list("numerator", "any:coefficient", "b_m to b_0, from the highest power of s down; not more of them than of the denominator", {1});
  const int terms = c.length(numerator, 1, order + 1);
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  const Expression y = c.output("y", "any:y", "the signal that comes out");
  const auto a = [&](int power) { return c.entry(denominator, order - power); };
  const auto b = [&](int power) -> Expression { return power < terms ? c.entry(numerator, terms - 1 - power) : Expression(0); };
  const Expression first = a(order);  // either sign, but not zero
  Parameter(first.recording(), first.id_in(first.recording())).above(if_else(first < 0, -std::numeric_limits<double>::infinity(), 0));
  const Expression through = b(order) / a(order);
  Expression feedback = u, sum = through * u;
  std::vector<Expression> x;
  for (int i = 0; i < order; ++i) {
    x.push_back(c.variable(("x" + std::to_string(i + 1)).c_str(), "any", "state of the canonical form"));
    feedback = feedback - a(i) * x.back();
    sum = sum + (b(i) - through * a(i)) * x.back();
  }
  for (int i = 0; i < order; ++i) {
    const Expression& state = x[static_cast<std::size_t>(i)];
    const bool last = i + 1 == order;
    c.relation(("state " + std::to_string(i + 1)).c_str(),
               last ? a(order) * der(state) == feedback : der(state) == x[static_cast<std::size_t>(i) + 1]);
  }
  c.relation("output", y == sum);
}

}  // namespace stribeck::signals
