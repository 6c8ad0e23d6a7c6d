#pragma once
// What holds of every diagram that was read.
#include <string>

#include "diagram/diagram.h"

namespace stribeck {

/// The first of the invariants that the diagram breaks, in words; empty if it breaks none.
///
///  1. Instances have names, each its own, and a type.
///  2. An instance has a value for each parameter of its type, which is a number, and a dimension for it.
///  3. It has a list for each of its type's, as many dimensions, and ascending numbers where that is declared.
///  4. Its targets are on variables of its type, one on each at most.
///  5. The units that were written belong to its parameters.
///  6. Instances and subsystems are part of subsystems that are there, subsystems of earlier ones.
///  7. What subsystems expose is a connector of an instance.
///  8. Connections join connectors of instances.
///  9. The experiment has a span and tolerances that a run can keep.
/// 10. Plots have a label for each curve.
/// 11. An expected value that is an expression was read as one.
/// 12. Places are in files that were read.
std::string broken_invariant(const Diagram& diagram);

}  // namespace stribeck
