#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Transfer function of any order.
///     y / u = (b_0 s^m + ... + b_m) / (a_0 s^n + ... + a_n),  m <= n
/// s is the variable of Laplace's transform, m and n are the orders, b_0 to b_m and a_0 to a_n the coefficients, listed from the highest
/// power down, in seconds to that power. The states x_1 to x_n, zero unless a target says otherwise, are those of the controllable
/// canonical form: x_1 = u / (a_0 s^n + ... + a_n), each the rate of the one before.
/// Source: Kailath (1980), Linear Systems, Prentice-Hall.
/// Assumes a linear system whose coefficients do not change.
void transfer_function(ComponentBuilder& c) {
  const List denominator =
      c.list("denominator", "any:coefficient", "a_0 to a_n, from the highest power of s down; the first is not zero", {1, 1});
  const int order = c.length(denominator, 1, 100) - 1;
  const List numerator =
      c.list("numerator", "any:coefficient", "b_0 to b_m, from the highest power of s down; not more of them than of the denominator", {1});
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
    x.push_back(c.variable("x" + std::to_string(i + 1), "any", "state of the canonical form"));
    feedback = feedback - a(i) * x.back();
    sum += (b(i) - through * a(i)) * x.back();
  }
  for (int i = 0; i < order; ++i) {
    const Expression& state = x[static_cast<std::size_t>(i)];
    const bool last = i + 1 == order;
    c.relation("state " + std::to_string(i + 1),
               last ? a(order) * der(state) == feedback : der(state) == x[static_cast<std::size_t>(i) + 1]);
  }
  c.relation("output", y == sum);
}

/// Linear system given by its matrices, with as many states, inputs and outputs as they have.
///     dx/dt = A x + B u,  y = C x + D u
/// x are the states, u the inputs, y the outputs. Matrices are listed row by row: "A" has n rows of n, "B" n rows of one entry for each
/// input, "C" one row of n for each output, "D" a row for each output. The states x_1 to x_n are zero at the start unless a target says
/// otherwise.
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
  for (int i = 0; i < inputs; ++i) u.push_back(c.input("u" + std::to_string(i + 1), "any", "signal that comes in"));
  for (int i = 0; i < states; ++i) x.push_back(c.variable("x" + std::to_string(i + 1), "any", "state"));
  const auto row = [&](const auto& of_states, const auto& of_inputs, int i) {
    Expression sum = 0;
    for (int k = 0; k < states; ++k) sum += of_states(i, k) * x[static_cast<std::size_t>(k)];
    for (int k = 0; k < inputs; ++k) sum += of_inputs(i, k) * u[static_cast<std::size_t>(k)];
    return sum;
  };
  for (int i = 0; i < states; ++i) c.relation("state " + std::to_string(i + 1), der(x[static_cast<std::size_t>(i)]) == row(A, B, i));
  for (int i = 0; i < outputs; ++i) {
    const Expression y = c.output("y" + std::to_string(i + 1), "any", "signal that comes out");
    c.relation("output " + std::to_string(i + 1), y == row(C, D, i));
  }
}

}  // namespace stribeck::signals
