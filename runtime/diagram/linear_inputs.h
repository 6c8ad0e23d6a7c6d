#pragma once
// Inputs of linear models that are no parameters: a force or torque on a port, an amount added to a signal.
#include <string>
#include <vector>

#include "diagram/reading.h"

namespace stribeck {

/// Makes an input of the diagram, zero at its start, of each name that is a connector of a component: it acts on that port ("load.I"), on
/// all that an output drives ("controller.y"), or on this input alone ("motor.S"). Other names are left to whoever asks for them. Reports
/// arguments.invalid for inputs that nothing drives and outputs that drive nothing.
void read_linear_inputs(Reading& reading, const std::vector<std::string>& names);

}  // namespace stribeck
