#pragma once
// What a component's relations say of its ports alone, by the values of its parameters.
#include <cstdint>
#include <vector>

#include "component/record.h"

namespace stribeck {

enum class PortQuantity : std::uint8_t { velocity, force };

/// Coefficients of ports whose sum, each times the velocity or the force of its port, is zero.
using PortTie = std::vector<double>;

/// All ties with fixed coefficients between these ports, connectors of the record; the velocities of its other ports are zero, their
/// forces are not. Each port is in one tie alone, with coefficient 1, as long as there are ties: the first ones of them are.
std::vector<PortTie> port_ties(const ComponentRecord& record, const std::vector<double>& parameters, const std::vector<std::int32_t>& ports,
                               PortQuantity quantity);

}  // namespace stribeck
