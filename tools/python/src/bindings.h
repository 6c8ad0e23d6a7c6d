#pragma once
// The parts of the extension module stribeck._core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace stribeck::python {

namespace nb = nanobind;

using Array = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;
using Matrix2 = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

/// The numbers where they are; `owner` keeps them.
inline Array view_of(const std::vector<double>& values, nb::handle owner) {
  const std::size_t shape[1] = {values.size()};
  return {values.data(), 1, shape, owner};
}

/// What a diagnostic says, as a dict.
nb::dict told(const Diagnostic& diagnostic);
nb::list told(const std::vector<Diagnostic>& diagnostics);

void bind_runs(nb::module_& module);
void bind_tools(nb::module_& module);

}  // namespace stribeck::python
