#pragma once
// Component types that Python declares.
#include <atomic>
#include <functional>

#include "bindings.h"
#include "component/registry.h"

namespace stribeck::python {

/// Gives a registry the types that Python has declared so far. To be asked for with the interpreter held; what it returns needs none.
std::function<void(Registry&)> types_of_python();

/// Ctrl-C came while a function of Python was called by a run. Runs that listen to signals look here, too.
std::atomic<bool>& keyboard_interrupt();

void bind_recording(nb::module_& module);

}  // namespace stribeck::python
