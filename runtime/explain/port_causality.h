#pragma once
// Which side of each mechanical port sets the force and which the velocity.
#include <vector>

#include "structure/sorted_system.h"

namespace stribeck {

enum class PortSide : std::uint8_t {
  none,         ///< a signal
  force_out,    ///< the component sets the force, the node the velocity
  velocity_out  ///< the node's sum gives the force, the component sets the velocity
};

/// Of each global connector. Exactly one port of a node is velocity-out (where the sum of its forces is not redundant).
///
/// Sorting works on equations without aliases; here the forces get their own equations back. Each class of equal forces, the equations that
/// merged it and the equation that determines it are matched anew: a force that its node's sum determines makes a velocity-out port.
std::vector<PortSide> port_causality(const SortedSystem& sorted);

}  // namespace stribeck
