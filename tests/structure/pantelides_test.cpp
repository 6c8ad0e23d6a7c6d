// Pantelides' algorithm: the worked example of the paper, and systems of known index.
#include <catch2/catch.hpp>
#include <set>

#include "structure/pantelides.h"

using namespace stribeck;

namespace {

/// Differentiates structurally: the derivative of a row holds the derivatives of its variables and, as products have, the variables.
void run(DifferentialGraph& graph) {
  const auto differentiate_variable = [](DifferentialGraph& g, std::int32_t v) {
    auto& derivative = g.variable_derivative[static_cast<std::size_t>(v)];
    if (derivative >= 0) return derivative;
    const auto made = static_cast<std::int32_t>(g.variable_derivative.size());
    derivative = made;
    g.variable_derivative.push_back(-1);
    return made;
  };
  const auto differentiate_equation = [&](DifferentialGraph& g, std::int32_t e) {
    std::set<std::int32_t> row;
    for (const std::int32_t v : g.rows[static_cast<std::size_t>(e)]) {
      row.insert(v);
      row.insert(differentiate_variable(g, v));
    }
    g.rows.emplace_back(row.begin(), row.end());
    g.equation_derivative.push_back(-1);
    return static_cast<std::int32_t>(g.rows.size()) - 1;
  };
  std::vector<std::int32_t> assigned;
  pantelides(graph, differentiate_equation, differentiate_variable, assigned);
}

int times_differentiated(const DifferentialGraph& graph, std::int32_t equation) {
  int count = 0;
  for (; graph.equation_derivative[static_cast<std::size_t>(equation)] >= 0; ++count)
    equation = graph.equation_derivative[static_cast<std::size_t>(equation)];
  return count;
}

}  // namespace

TEST_CASE("the pendulum of Pantelides 1988, pp. 222-225: x' = w, y' = z twice, the length three times") {
  // Variables x y w z T x' y' w' z' as 0..8; equations: x' = w, y' = z, w' = T x, z' = T y - g, x^2 + y^2 = L^2.
  DifferentialGraph graph;
  graph.rows = {{5, 2}, {6, 3}, {7, 4, 0}, {8, 4, 1}, {0, 1}};
  graph.variable_derivative = {5, 6, 7, 8, -1, -1, -1, -1, -1};
  graph.equation_derivative.assign(5, -1);
  run(graph);
  // The paper's result: equations 1 and 2 differentiated once, the constraint twice, the others not.
  CHECK(times_differentiated(graph, 0) == 1);
  CHECK(times_differentiated(graph, 1) == 1);
  CHECK(times_differentiated(graph, 2) == 0);
  CHECK(times_differentiated(graph, 3) == 0);
  CHECK(times_differentiated(graph, 4) == 2);
}

TEST_CASE("a chain x1 = f(t), x1' = x2, ..., x(n-1)' = xn has index n: the first equation is differentiated n - 1 times") {
  for (const std::int32_t n : {1, 2, 5, 30}) {
    DifferentialGraph graph;  // variables x1..xn are 0..n-1, derivatives of x1..x(n-1) are n..2n-2
    for (std::int32_t i = 0; i < n; ++i) graph.variable_derivative.push_back(i + 1 < n ? n + i : -1);
    for (std::int32_t i = 0; i + 1 < n; ++i) graph.variable_derivative.push_back(-1);
    graph.rows.push_back({0});
    for (std::int32_t i = 0; i + 1 < n; ++i) graph.rows.push_back({n + i, i + 1});
    graph.equation_derivative.assign(static_cast<std::size_t>(n), -1);
    run(graph);
    CHECK(times_differentiated(graph, 0) == n - 1);
  }
}

TEST_CASE("an ordinary differential system is left alone") {
  DifferentialGraph graph;
  graph.rows = {{2, 0, 1}, {3, 0}};
  graph.variable_derivative = {2, 3, -1, -1};
  graph.equation_derivative = {-1, -1};
  run(graph);
  CHECK(graph.rows.size() == 2);
}
