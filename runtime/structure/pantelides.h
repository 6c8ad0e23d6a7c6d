#pragma once
// Pantelides' algorithm on integers: how often each equation must be differentiated.
#include <cstdint>
#include <functional>
#include <vector>

#include "base/rows.h"

namespace stribeck {

/// The graph that the algorithm grows. Rows hold variable numbers.
struct DifferentialGraph {
  Rows<std::int32_t> rows;                        ///< variables in each equation
  std::vector<std::int32_t> variable_derivative;  ///< of each variable, -1 if none
  std::vector<std::int32_t> equation_derivative;  ///< of each equation, -1 if none
};

/// Makes the derivative of an equation: must append its row, and any new derivative variables, to the graph; returns its number.
using DifferentiateEquation = std::function<std::int32_t(DifferentialGraph& graph, std::int32_t equation)>;
/// Makes the derivative of a variable; must extend the graph; returns its number.
using DifferentiateVariable = std::function<std::int32_t(DifferentialGraph& graph, std::int32_t variable)>;

/// Pantelides (1988), The consistent initialization of differential-algebraic systems, SIAM J. Sci. Stat. Comput. 9(2), algorithm 4.1 (p.
/// 222), with explicit stacks. Precondition: the graph in which every variable is identified with its derivatives has a complete matching;
/// otherwise the algorithm does not end. On return `assigned` holds, for each variable, the equation it was matched with (-1 if none).
void pantelides(DifferentialGraph& graph, const DifferentiateEquation& differentiate_equation,
                const DifferentiateVariable& differentiate_variable, std::vector<std::int32_t>& assigned);

}  // namespace stribeck
