#pragma once
// An FMU in a process of its own: what crashes or does not return there is an error here.
#include <memory>

#include "imports/instance.h"

namespace stribeck::imports {

/// Each call may take so long. Throws FmuFault if there can be no process.
std::unique_ptr<FmuInstance> instance_in_own_process(const InstanceOrder& order, double time_limit_s);

}  // namespace stribeck::imports
