#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Linear system given by its matrices, with as many states, inputs and outputs as they have.
///     dx/dt = A x + B u,  y = C x + D u
/// Matrices are listed row by row: "A" has n rows of n, "B" n rows of one entry for each input, "C" one row of n for each output, "D" a row
/// for each output. The states x1 to xn are zero at the start unless a target says otherwise.
/// Assumes a linear system whose matrices do not change.
/// Source: definition of the state space form.
void state_space(ComponentBuilder& c) {
  const int states = c.count("states", 1, 1, 100, "rows of A");
  const int inputs = c.count("inputs", 1, 1, 20, "columns of B");
  const int outputs = c.count("outputs", 1, 1, 20, "rows of C");
  const auto matrix = [&](const char* name, const char* doc, int rows, int columns, double value) {
    const List list = c.list(name, "any:matrix", doc, {value});
    c.length(list, rows * columns, rows * columns);
    return [&c, list, columns](int row, int column) { return c.entry(list, row * columns + column); };
  };
  const auto A = matrix("A", "of the states, row by row", states, states, -1);
  const auto B = matrix("B", "from the inputs to the states, row by row", states, inputs, 1);
  const auto C = matrix("C", "from the states to the outputs, row by row", outputs, states, 1);
  const auto D = matrix("D", "from the inputs to the outputs, row by row", outputs, inputs, 0);
  std::vector<Expression> u, x;
  for (int i = 0; i < inputs; ++i) u.push_back(c.input(("u" + std::to_string(i + 1)).c_str(), "any", "signal that comes in"));
  for (int i = 0; i < states; ++i) x.push_back(c.variable(("x" + std::to_string(i + 1)).c_str(), "any", "state"));
  const auto row = [&](const auto& of_states, const auto& of_inputs, int i) {
    Expression sum = 0;
    for (int k = 0; k < states; ++k) sum = sum + of_states(i, k) * x[static_cast<std::size_t>(k)];
    for (int k = 0; k < inputs; ++k) sum = sum + of_inputs(i, k) * u[static_cast<std::size_t>(k)];
    return sum;
  };
  for (int i = 0; i < states; ++i)
    c.relation(("state " + std::to_string(i + 1)).c_str(), der(x[static_cast<std::size_t>(i)]) == row(A, B, i));
  for (int i = 0; i < outputs; ++i) {
    const Expression y = c.output(("y" + std::to_string(i + 1)).c_str(), "any", "signal that comes out");
    c.relation(("output " + std::to_string(i + 1)).c_str(), y == row(C, D, i));
  }
}

}  // namespace stribeck::signals
