// Component types that Python declares: recorded through the C interface of plugins, so that what runs is compiled as all others are.
#include "recording.h"

#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <utility>

namespace stribeck::python {
namespace {

/// One recording. Its expressions belong to it, and end with it.
class Recorder {
 public:
  Recorder(const stribeck_interface* api, stribeck_recorder* recorder) : api_(api), recorder_(recorder) {}
  void end() { recorder_ = nullptr; }
  const stribeck_interface& api() const { return *api_; }
  stribeck_recorder* recorder() const {
    if (recorder_ == nullptr) throw nb::value_error("the declaration that this belongs to has ended: expressions are no values to be kept");
    return recorder_;
  }

 private:
  const stribeck_interface* api_;
  stribeck_recorder* recorder_;
};

template <typename T>
struct Given {
  using Type = T;
  static T raw(T value) { return value; }
};
template <>
struct Given<const char*> {
  using Type = const std::string&;
  static const char* raw(const std::string& text) { return text.c_str(); }
};

/// A function of the interface as a method, where its arguments are numbers and texts alone.
template <typename Result, typename... Rest>
auto method(Result (*stribeck_interface::*function)(stribeck_recorder*, Rest...)) {
  return [function](const Recorder& of, typename Given<Rest>::Type... arguments) -> Result {
    return (of.api().*function)(of.recorder(), Given<Rest>::raw(arguments)...);
  };
}

std::int32_t count_of(const auto& values) { return static_cast<std::int32_t>(values.size()); }

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> all;
  for (const std::string& text : texts) all.push_back(text.c_str());
  return all;
}

struct PythonFunction {
  nb::object value;
  std::int32_t arguments = 0;
};

/// Of an exception, which may have a text that cannot be read, or none.
std::string text_of(nb::python_error& error) {
  std::string text = nb::cast<std::string>(error.type().attr("__name__"));
  const nb::object written = nb::steal(PyObject_Str(error.value().ptr()));
  const nb::object bytes = nb::steal(written.is_valid() ? PyUnicode_AsEncodedString(written.ptr(), "utf-8", "backslashreplace") : nullptr);
  if (bytes.is_valid()) return text + ": " + PyBytes_AsString(bytes.ptr());
  PyErr_Clear();
  return text;
}

double value_of(const PythonFunction& function, const double* arguments) {
  nb::object result;
  switch (function.arguments) {
    case 1:
      result = function.value(arguments[0]);
      break;
    case 2:
      result = function.value(arguments[0], arguments[1]);
      break;
    default:
      result = function.value(arguments[0], arguments[1], arguments[2]);
  }
  const double value = PyFloat_AsDouble(result.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return value;
}

/// Called during runs, whose threads do not hold the interpreter.
double call_python(void* data, const double* arguments, const char** why) {
  static thread_local std::string kept;
  const auto& function = *static_cast<const PythonFunction*>(data);
  const nb::gil_scoped_acquire held;
  bool was_interrupted = false;
  while (true) {
    try {
      return value_of(function, arguments);
    } catch (nb::python_error& error) {
      // Ctrl-C met the function, which is no fault of it: it is asked again, and the run ends after its step.
      if (error.matches(PyExc_KeyboardInterrupt) && !std::exchange(was_interrupted, true)) {
        keyboard_interrupt() = true;
        continue;
      }
      kept = text_of(error);
      *why = kept.c_str();
      return std::numeric_limits<double>::quiet_NaN();
    }
  }
}

/// Once for each function: registries may have it as long as the program runs.
void* kept_function(const nb::object& value, std::int32_t arguments) {
  static auto* all = new std::map<std::pair<PyObject*, std::int32_t>, std::unique_ptr<PythonFunction>>;
  auto& kept = (*all)[{value.ptr(), arguments}];
  if (!kept) kept = std::make_unique<PythonFunction>(PythonFunction{value, arguments});
  return kept.get();
}

struct DeclaredType {
  nb::object record;
  std::string doc, origin, content;
};

/// All that were ever declared stay: registries refer to them. With the interpreter held.
std::deque<DeclaredType>& kept_types() {
  static auto* all = new std::deque<DeclaredType>;
  return *all;
}
std::map<std::string, const DeclaredType*>& types_by_name() {
  static auto* all = new std::map<std::string, const DeclaredType*>;
  return *all;
}

void record_in_python(const DeclaredType& type, const stribeck_interface* api, stribeck_recorder* recorder) {
  const nb::gil_scoped_acquire held;
  const auto own = std::make_shared<Recorder>(api, recorder);
  try {
    type.record(own);
  } catch (nb::python_error& error) {
    api->fault(recorder, error.what());
  }
  own->end();
}

}  // namespace

std::atomic<bool>& keyboard_interrupt() {
  static std::atomic<bool> came = false;
  return came;
}

std::function<void(Registry&)> types_of_python() {
  return [types = types_by_name()](Registry& registry) {
    for (const auto& [name, type] : types) {
      if (registry.contains(name))
        throw Failure(Diagnostic{.code = ErrorCode::component_bad_declaration,
                                 .message = "the component type " + name + " exists already",
                                 .where = {.file = type->origin, .pointer = {}, .instance = {}, .relation = {}},
                                 .because = "a plugin brings one of this name",
                                 .remedy = "give it another name",
                                 .details = {}});
      registry.add(
          name, [of = type](const stribeck_interface* api, stribeck_recorder* recorder) { record_in_python(*of, api, recorder); },
          type->doc, type->origin, type->content);
    }
  };
}

void bind_recording(nb::module_& module) {
  nb::set_leak_warnings(false);  // declared types and functions stay: registries of the runtime refer to them until the program ends
  using Api = stribeck_interface;
  using Numbers = std::vector<std::int32_t>;
  using Texts = std::vector<std::string>;
  nb::class_<Recorder>(module, "Recorder")
      .def("constant", method(&Api::constant))
      .def("time", method(&Api::time))
      .def("port", method(&Api::port))
      .def("across", method(&Api::across))
      .def("through", method(&Api::through))
      .def("input", method(&Api::input))
      .def("output", method(&Api::output))
      .def("parameter", method(&Api::parameter))
      .def("limit", method(&Api::limit))
      .def("pure_by_default", method(&Api::pure_by_default))
      .def("option", method(&Api::option))
      .def("interpolate", method(&Api::interpolate))
      .def("variable", method(&Api::variable))
      .def("attributes", method(&Api::attributes))
      .def("displacement", method(&Api::displacement))
      .def("relation", method(&Api::relation))
      .def("causality", method(&Api::causality))
      .def("energy", method(&Api::energy))
      .def("fault", method(&Api::fault))
      .def("friction", method(&Api::friction))
      .def("friction_levels", method(&Api::friction_levels))
      .def("friction_sides", method(&Api::friction_sides))
      .def("friction_open", method(&Api::friction_open))
      .def("contact", method(&Api::contact))
      .def("contact_total", method(&Api::contact_total))
      .def("contact_law", method(&Api::contact_law))
      .def("discrete", method(&Api::discrete))
      .def("when", method(&Api::when))
      .def("when_set", method(&Api::when_set))
      .def("when_end", method(&Api::when_end))
      .def("count", method(&Api::count))
      .def("length", method(&Api::length))
      .def("entry", method(&Api::entry))
      .def("list_limit", method(&Api::list_limit))
      .def("table", method(&Api::table))
      .def("past", method(&Api::past))
      .def("creeping_friction", method(&Api::creeping_friction))
      .def("on_request", method(&Api::on_request))
      .def("position_on_request", method(&Api::position_on_request))
      .def("apply",
           [](const Recorder& of, const std::string& operation, const Numbers& operands) {
             return of.api().apply(of.recorder(), operation.c_str(), operands.data(), count_of(operands));
           })
      .def("list_parameter",
           [](const Recorder& of, const std::string& name, const std::string& unit, const std::string& doc,
              const std::vector<double>& fallback, std::uint32_t flags) {
             return of.api().list(of.recorder(), name.c_str(), unit.c_str(), doc.c_str(), fallback.data(), count_of(fallback), flags);
           })
      .def("formula",
           [](const Recorder& of, const std::string& name, const std::string& fallback, const std::string& doc, const Texts& names,
              const Numbers& meanings) {
             if (names.size() != meanings.size()) throw nb::value_error("as many names as meanings");
             return of.api().formula(of.recorder(), name.c_str(), fallback.c_str(), doc.c_str(), pointers(names).data(), meanings.data(),
                                     count_of(names));
           })
      .def("function",
           [](const Recorder& of, const std::string& name, const std::string& unit, const std::string& doc, const Texts& arguments,
              const Texts& units, const nb::object& value) {
             if (arguments.size() != units.size()) throw nb::value_error("as many units as arguments");
             return of.api().function(of.recorder(), name.c_str(), unit.c_str(), doc.c_str(), pointers(arguments).data(),
                                      pointers(units).data(), count_of(arguments), call_python, kept_function(value, count_of(arguments)));
           })
      .def("function_derivative",
           [](const Recorder& of, std::int32_t function, std::int32_t argument, std::int32_t arguments, const nb::object& value) {
             return of.api().function_derivative(of.recorder(), function, argument, call_python, kept_function(value, arguments));
           })
      .def("call", [](const Recorder& of, std::int32_t function, const Numbers& arguments) {
        return of.api().call(of.recorder(), function, arguments.data(), count_of(arguments));
      });
  module.def("undeclare", [](const std::string& type) { types_by_name().erase(type); });
  module.def("declare", [](const std::string& type, const nb::object& record, const std::string& doc, const std::string& origin,
                           const std::string& content) {
    if (!is_type_name(type)) throw nb::value_error("a type is called by letters, digits and underscores, with dots between them");
    types_by_name()[type] = &kept_types().emplace_back(DeclaredType{record, doc, origin, content});
  });
}

}  // namespace stribeck::python
