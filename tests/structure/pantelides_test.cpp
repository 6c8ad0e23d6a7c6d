// Pantelides' algorithm: the worked example of the paper, and systems of known index.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
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
    g.rows.push_back(std::vector<std::int32_t>(row.begin(), row.end()));
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

TEST_CASE(
    "the linear example of Mattsson and Soederlind 1993, SIAM J. Sci. Comput. 14(3), 677-692: four equations, differentiated 2, 2, 1 and 0 "
    "times") {
  // x1 + x2 + u1 = 0,  x1 + x2 + x3 + u2 = 0,  x1 + x3' + x4 + u3 = 0,  2 x1'' + x2'' + x3'' + x4' + u4 = 0.
  // Variables x1..x4 are 0..3, x1' x1'' x2' x2'' x3' x3'' x4' are 4..10. With these counts the highest derivatives x1'' x2'' x3'' x4' have
  // the matrix (1 1 0 0; 1 1 1 0; 0 0 1 1; 2 1 1 1), which is regular: index 3, two states left of seven.
  DifferentialGraph graph;
  graph.rows = {{0, 1}, {0, 1, 2}, {0, 8, 3}, {5, 7, 9, 10}};
  graph.variable_derivative = {4, 6, 8, 10, 5, -1, 7, -1, 9, -1, -1};
  graph.equation_derivative.assign(4, -1);
  run(graph);
  const int expected[] = {2, 2, 1, 0};
  for (std::int32_t e = 0; e < 4; ++e) CHECK(times_differentiated(graph, e) == expected[e]);
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

TEST_CASE("random systems have the index that they were made with") {
  // Chains of random lengths, whose first equations depend on the states of an ordinary system; everything in random order.
  std::mt19937 random(7);
  const auto below = [&](std::int32_t n) { return std::uniform_int_distribution<std::int32_t>(0, n - 1)(random); };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<std::int32_t>> rows;  // over variables in the order they are made
    std::vector<std::int32_t> derivative;
    const auto variable = [&] {
      derivative.push_back(-1);
      return static_cast<std::int32_t>(derivative.size()) - 1;
    };
    const std::int32_t states = 1 + below(4);
    for (std::int32_t i = 0; i < states; ++i) variable();
    for (std::int32_t i = 0; i < states; ++i) {
      const std::int32_t rate = derivative[static_cast<std::size_t>(i)] = variable();
      rows.push_back({rate, below(states)});
    }
    std::int32_t longest = 1;
    for (std::int32_t chain = 1 + below(3); chain > 0; --chain) {
      const std::int32_t length = 1 + below(6);
      longest = std::max(longest, length);
      std::int32_t last = variable();
      rows.push_back({last, below(states)});
      for (std::int32_t k = 1; k < length; ++k) {
        const std::int32_t rate = derivative[static_cast<std::size_t>(last)] = variable();
        rows.push_back({rate, last = variable()});
      }
    }
    std::vector<std::int32_t> number(derivative.size());
    std::iota(number.begin(), number.end(), 0);
    std::shuffle(number.begin(), number.end(), random);
    std::shuffle(rows.begin(), rows.end(), random);
    DifferentialGraph graph;
    graph.variable_derivative.assign(derivative.size(), -1);
    for (std::size_t v = 0; v < derivative.size(); ++v)
      if (derivative[v] >= 0)
        graph.variable_derivative[static_cast<std::size_t>(number[v])] = number[static_cast<std::size_t>(derivative[v])];
    for (auto& row : rows) {
      for (std::int32_t& v : row) v = number[static_cast<std::size_t>(v)];
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
    const auto equations = static_cast<std::int32_t>(rows.size());
    for (const auto& row : rows) graph.rows.push_back(row);
    graph.equation_derivative.assign(rows.size(), -1);
    run(graph);
    int most = 0;
    for (std::int32_t e = 0; e < equations; ++e) most = std::max(most, times_differentiated(graph, e));
    REQUIRE(most + 1 == longest);
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
