#pragma once
// The parts of the extension module stribeck._core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace stribeck::python {

namespace nb = nanobind;

using Array = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;

/// The numbers where they are; `owner` keeps them.
inline Array view_of(const std::vector<double>& values, nb::handle owner) {
  const std::size_t shape[1] = {values.size()};
  return {values.data(), 1, shape, owner};
}

/// Numbers of their own.
template <typename... Extents>
auto array_of(const std::vector<double>& values, Extents... extents) {
  auto* data = new double[values.size() + 1];
  std::copy(values.begin(), values.end(), data);
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return nb::ndarray<nb::numpy, double, nb::ndim<sizeof...(Extents)>>(data, {static_cast<std::size_t>(extents)...}, owner);
}

/// What a diagnostic says, as a dict.
nb::dict told(const Diagnostic& diagnostic);
nb::list told(const std::vector<Diagnostic>& diagnostics);

void bind_runs(nb::module_& module);
void bind_tools(nb::module_& module);
void bind_analyses(nb::module_& module);
void bind_steppers(nb::module_& module);
void bind_orbits(nb::module_& module);
void bind_fits(nb::module_& module);
void bind_studies(nb::module_& module);

}  // namespace stribeck::python
