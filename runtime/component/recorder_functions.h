#pragma once
// The part of the C interface that declares external functions and calls them.
#include "component/recording.h"

namespace stribeck {

int32_t record_function(Recorder* r, const char* name, const char* unit, const char* doc, const char* const* argument_names,
                        const char* const* argument_units, int32_t count, stribeck_function value, void* data);
int32_t record_function_derivative(Recorder* r, int32_t function, int32_t argument, stribeck_function value, void* data);
stribeck_expression record_call(Recorder* r, int32_t function, const stribeck_expression* arguments, int32_t count);

/// What was declared and is not called; and calls of what changes without a derivative by it.
void check_functions(Recorder& r);

}  // namespace stribeck
