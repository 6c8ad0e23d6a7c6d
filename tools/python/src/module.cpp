// The extension module stribeck._core: what the package stribeck is thin over. Its errors become the exceptions of stribeck._errors.
#include <udunits2.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>

#include "bindings.h"
#include "process.h"
#include "program.h"
#include "recording.h"

namespace stribeck::python {

namespace {

/// Texts of a diagram may be no UTF-8.
nb::object readable(const std::string& text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

}  // namespace

nb::dict told(const Diagnostic& diagnostic) {
  const char* severities[] = {"error", "warning", "note"};
  nb::dict dict;
  dict["code"] = std::string(describe(diagnostic.code).code);
  dict["severity"] = severities[static_cast<int>(diagnostic.severity)];
  dict["message"] = readable(diagnostic.message);
  dict["file"] = readable(diagnostic.where.file);
  dict["line"] = diagnostic.where.line;
  dict["column"] = diagnostic.where.column;
  dict["pointer"] = readable(diagnostic.where.pointer);
  dict["component"] = readable(diagnostic.where.instance);
  dict["relation"] = readable(diagnostic.where.relation);
  dict["because"] = readable(diagnostic.because);
  dict["advice"] = readable(diagnostic.remedy);
  nb::list details;
  for (const auto& [label, text] : diagnostic.details) details.append(nb::make_tuple(readable(label), readable(text)));
  dict["details"] = details;
  dict["text"] = readable(to_text(diagnostic));
  return dict;
}

nb::list told(const std::vector<Diagnostic>& diagnostics) {
  nb::list list;
  for (const Diagnostic& diagnostic : diagnostics) list.append(told(diagnostic));
  return list;
}

namespace {

void raise(const Failure& failure) {
  try {
    const nb::object error = nb::module_::import_("stribeck._errors").attr("error_of")(told(failure.diagnostics()));
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  } catch (nb::python_error& other) {
    other.restore();
  }
}

/// Rare units are looked up in the data base of udunits2: where the machine has none, in that of the wheel.
void use_units(const std::string& database) {
  ut_status status{};
  const char* usual = ut_get_path_xml(nullptr, &status);
  const bool is_there = usual != nullptr && ::access(usual, R_OK) == 0;
  if (!is_there && ::access(database.c_str(), R_OK) == 0) ::setenv("UDUNITS2_XML_PATH", database.c_str(), 1);
}

/// The program, in this process.
int run_program(const std::vector<std::string>& words) {
  const nb::gil_scoped_release released;
  cli::prepare_process();
  return cli::exit_status_of(words);
}

}  // namespace
}  // namespace stribeck::python

NB_MODULE(_core, module) {
  namespace nb = nanobind;
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const stribeck::Failure& failure) {
      stribeck::python::raise(failure);
    }
  });
  module.def("use_units", &stribeck::python::use_units);
  module.def("run_program", &stribeck::python::run_program);
  module.attr("version") = STRIBECK_VERSION;
  stribeck::python::bind_runs(module);
  stribeck::python::bind_tools(module);
  stribeck::python::bind_analyses(module);
  stribeck::python::bind_steppers(module);
  stribeck::python::bind_orbits(module);
  stribeck::python::bind_fits(module);
  stribeck::python::bind_studies(module);
  stribeck::python::bind_recording(module);
}
