#pragma once
// Other values for the parameters of a diagram whose equations stand already.
#include <vector>

#include "diagram/diagram.h"

namespace stribeck {

/// Whether a diagram, read again with other values, has surely the same equations. Not if it has other components, connections, lists,
/// outputs or choices; if a parameter becomes zero, infinite or changes its sign; or if one changes that shapes the network, as the ratio
/// of a gear does.
bool same_equations(const Diagram& diagram, const Diagram& fresh);

/// By parameter of the record, whether aliases, ties and rigid distances are found by its value: another one may make other equations.
std::vector<bool> shaping_parameters(const ComponentRecord& record);

/// SI, by the numbers that parameters have in the flat system and in programs: those of one instance after those of another.
std::vector<double> parameter_values(const Diagram& diagram);

/// Each takes the values of the other, which has the same equations: parameters, initial targets, experiment, expectations.
void exchange_values(Diagram& a, Diagram& b);

}  // namespace stribeck
