#pragma once
// Component types that Python declares.
#include <functional>

#include "bindings.h"
#include "component/registry.h"

namespace stribeck::python {

/// Gives a registry the types that Python has declared so far. To be asked for with the interpreter held; what it returns needs none.
std::function<void(Registry&)> types_of_python();

void bind_recording(nb::module_& module);

}  // namespace stribeck::python
