// What the program tells of diagrams and component types.
#include <nanobind/stl/map.h>

#include <map>

#include "base/units.h"
#include "bindings.h"
#include "catalogue/description.h"
#include "component/plugin.h"
#include "diagram/json_layout.h"
#include "diagram/read.h"
#include "diagram/substitute.h"
#include "drawing/captions.h"
#include "imports/parameter_set.h"
#include "listed_types.h"
#include "recording.h"
#include "results/expectations.h"
#include "results/layout.h"
#include "session_object.h"

namespace stribeck::python {
namespace {

/// The component types, for those who look one up.
class Catalogue {
 public:
  /// `files`: whose definitions are types, too.
  Catalogue(const std::vector<std::string>& plugins, const std::vector<std::string>& files) {
    add_builtin_components(registry_);
    for (const std::string& plugin : plugins)
      for (const std::string& library : plugins_of_path(plugin)) load_plugin(registry_, library);
    types_of_python()(registry_);
    if (!files.empty()) add_types_of_files(registry_, files);
  }
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;
  std::vector<std::string> types() const { return registry_.types(); }
  bool contains(const std::string& type) const { return registry_.contains(type); }
  std::vector<std::pair<std::string, std::string>> called(const std::string& sought) {
    std::vector<std::pair<std::string, std::string>> found;
    for (const cli::ListedType& one : cli::types_called(registry_, sought)) found.emplace_back(one.type, one.summary);
    return found;
  }
  /// `choices`: of options; others are as by default.
  std::string describe(const std::string& type, const std::map<std::string, std::string>& choices) {
    if (!contains(type)) throw nb::key_error(("there is no component type " + type).c_str());
    std::vector<int> chosen;
    std::size_t taken = 0;
    const ComponentRecord& record = registry_.record(
        type,
        [&](const OptionDeclaration& option) {
          const auto wanted = choices.find(option.name);
          if (wanted == choices.end()) return option.fallback;
          const auto found = std::ranges::find(option.choices, wanted->second);
          if (found == option.choices.end())
            throw nb::value_error((option.name + " of " + type + " has no choice " + wanted->second).c_str());
          ++taken;
          return static_cast<int>(found - option.choices.begin());
        },
        chosen);
    if (taken < choices.size()) throw nb::value_error((type + " has no option of that name").c_str());
    return description_in_json(record);
  }
  /// Records a type for each choice of its options; for the first of them, if there are too many. A choice that it refuses is left out.
  void record_choices(const std::string& type) {
    if (!contains(type)) throw nb::key_error(("there is no component type " + type).c_str());
    constexpr int kMost = 200;
    std::vector<int> next;  // choices of the first options; the others take their first
    for (int count = 0; count < kMost; ++count) {
      std::vector<int> choices, sizes;
      try {
        registry_.record(
            type,
            [&](const OptionDeclaration& option) {
              sizes.push_back(static_cast<int>(option.choices.size()));
              return choices.size() < next.size() ? next[choices.size()] : 0;
            },
            choices);
      } catch (const Failure&) {
      }
      next = choices;
      while (!next.empty() && next.back() + 1 >= sizes[next.size() - 1]) next.pop_back();
      if (next.empty()) return;
      ++next.back();
    }
  }

 private:
  Registry registry_;
};

nb::dict check(SessionObject& session, const Asked& asked, double tolerance_scale) {
  std::vector<Diagnostic> faults, notes;
  session.with_model(asked, [&](Model& model, RunOptions options) {
    const Diagram& diagram = diagram_of(model);
    options.extra_times_s = expected_times(diagram.expect);
    Trajectory rows;
    const RunSummary summary = run(model, rows, options);
    faults = compare(diagram, rows, summary, tolerance_scale);
    notes = summary.notes;
    return 0;
  });
  nb::dict found;
  found["faults"] = told(faults);
  found["notes"] = told(notes);
  return found;
}

/// `text`, of the diagram, with another component in the place of one, and these outputs.
std::string replaced(SessionObject& session, const Asked& asked, const std::string& text, const std::string& instance,
                     const std::string& type, const std::vector<std::pair<std::string, std::string>>& parameters,
                     const std::vector<std::string>& outputs) {
  const nb::gil_scoped_release released;
  return session.alone(asked, [&](Session& alone) {
    const std::vector<Instance>& all = diagram_of(alone.model()).instances;
    const auto found = std::ranges::find(all, instance, &Instance::name);
    const std::string own = found == all.end() ? type : found->record->type;
    return substituted(alone.registry(), text, {instance, whole_type_name(alone.registry(), type, own), parameters}, outputs);
  });
}

}  // namespace

void bind_tools(nb::module_& module) {
  nb::class_<Catalogue>(module, "Catalogue")
      .def(nb::init<const std::vector<std::string>&, const std::vector<std::string>&>(), nb::arg("plugins"),
           nb::arg("files") = std::vector<std::string>())
      .def("called", &Catalogue::called)
      .def("types", &Catalogue::types)
      .def("contains", &Catalogue::contains)
      .def("describe", &Catalogue::describe, nb::arg("type"), nb::arg("choices") = std::map<std::string, std::string>())
      .def("record_choices", &Catalogue::record_choices, nb::arg("type"));
  module.def("fmu_in_json", &cli::fmu_in_json);
  module.def("parameter_set", [](const std::string& file) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const imports::NamedValue& one : imports::read_parameter_set(file)) values.emplace_back(one.name, one.value);
    return values;
  });
  module.def("laid_out", &laid_out, nb::arg("text"), nb::arg("file"));
  module.def("stage_names", &stage_names);
  module.def("near", &did_you_mean);
  module.def("si_unit", [](const std::string& written) {
    const auto quantity = parse_quantity(written);
    return quantity && quantity->has_unit ? to_text(quantity->dimension) : std::string();
  });
  module.def("si_value", [](const std::string& written) {
    const auto quantity = parse_quantity(written);
    return quantity ? std::optional(quantity->value) : std::nullopt;
  });
  module.def("check", &check);
  module.def("replaced", &replaced, nb::arg("session"), nb::arg("asked"), nb::arg("text"), nb::arg("instance"), nb::arg("type"),
             nb::arg("parameters"), nb::arg("outputs"));
  module.def("explain", [](SessionObject& session, const Asked& asked, const std::string& stage) {
    return session.with_model(asked, [&](Model& model, const RunOptions& /*no run*/) { return explain(model, stage); });
  });
  module.def("explain_causality", [](SessionObject& session, const Asked& asked, int form) {
    return session.with_model(
        asked, [&](Model& model, const RunOptions& /*no run*/) { return explain_causality(model, static_cast<CausalityForm>(form)); });
  });
  module.def("drawing_svg", [](SessionObject& session, const Asked& asked, bool bond_graph, bool labels, int open_levels,
                               bool with_values) {
    SchematicView view;
    view.open_levels = open_levels;
    return session.with_model(asked, [&](Model& model, const RunOptions& options) {
      if (with_values) {
        Trajectory rows;
        const RunSummary summary = run(model, rows, options);
        if (summary.reached_s < summary.stop_s)
          throw Failure(Diagnostic{.code = ErrorCode::arguments_invalid,
                                   .message = "at " + with_prefix(summary.reached_s, "s") + " the run ended: " + summary.end,
                                   .where = {},
                                   .because = {},
                                   .remedy = "ask for an instant before that",
                                   .details = {}});
        add_last_values(view, diagram_of(model), rows, summary);
      }
      const DrawingForm form = labels ? DrawingForm::labelled_bond_graph : bond_graph ? DrawingForm::bond_graph : DrawingForm::schematic;
      return drawing_svg(model, form, view);
    });
  });
  module.def("text_of", [](SessionObject& session, const Asked& asked) {
    return session.with_model(asked,
                              [&](Model& model, const RunOptions& /*no run*/) { return diagram_text(model, session.session().file()); });
  });
}

}  // namespace stribeck::python
