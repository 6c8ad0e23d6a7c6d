#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Joins signals that are true or false: and, or, exclusive or, their opposites.
///     and: all are true;  or: one at least;  xor: an odd number of them;  nand, nor, xnor: the opposite.  One input alone: nand inverts it
/// A signal above 0.5 is true; y is 1 or 0.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition (Boole's algebra).
void logic(ComponentBuilder& c) {
  const int operation = c.option("operation", "and|or|xor|nand|nor|xnor", "how they are joined");
  const int count = c.count("inputs", 2, 1, 100, "how many signals are joined");
  const int joined = operation % 3;
  Expression result = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input(("u" + number).c_str(), "1", ("signal " + number + ", true above 0.5").c_str());
    const Expression truth = if_else(u > 0.5, 1, 0);
    if (i == 1)
      result = truth;
    else
      result = joined == 0 ? result * truth : joined == 1 ? result + truth - result * truth : result + truth - 2 * result * truth;
  }
  const Expression y = c.output("y", "1", "1 if true, 0 if not");
  c.relation("logic", y == (operation < 3 ? result : 1 - result));
}

}  // namespace stribeck::signals
