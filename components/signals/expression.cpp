#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Any expression in its inputs u1, u2, ... and the time t.
///     y = expression
/// The text knows + - * / ^, comparisons, and, or, not (&&, ||, !), `if c then a elseif d then b else f` or if(c, a, d, b, f), pi, e, the
/// diagram's parameters by name and the functions that `stribeck describe functions` lists. Values are in SI. Units of what comes in go on
/// to y as far as they are clear, as those of u1 - u2 and u1*u2 are; bare numbers, t and pure numbers fit any unit, and a formula whose
/// units do not agree, as u1 + u1*u1, is one of SI numbers.
/// Comparisons and functions that jump, such as sign, floor, round and mod, are events: the run stops exactly where they change. A branch
/// that is not taken has no say.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void expression(ComponentBuilder& c) {
  const int count = c.count("inputs", 1, 0, 100, "how many signals come in");
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back("u" + std::to_string(i));
  std::vector<Meaning> meanings{{"t", c.time()}};
  for (int i = 1; i <= count; ++i) {
    const std::string& name = names[static_cast<std::size_t>(i) - 1];
    meanings.push_back({name.c_str(), c.input(name.c_str(), "any", ("signal " + std::to_string(i)).c_str())});
  }
  const Expression y = c.output("y", "any:y", "the value of the expression");
  c.relation("expression", y == c.formula("expression", count > 0 ? "u1" : "t", "what is computed", meanings));
}

}  // namespace stribeck::signals
