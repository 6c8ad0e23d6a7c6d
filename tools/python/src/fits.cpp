// Fits, with what was measured in files or in arrays.
#include "fit/fit.h"

#include <map>
#include <optional>
#include <string>

#include "bindings.h"
#include "fit/page.h"
#include "fit_documents.h"
#include "listening.h"
#include "session_object.h"

namespace stribeck::python {
namespace {

using Column = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
/// Experiment, and its columns.
using Tables = std::vector<std::pair<std::string, std::vector<std::pair<std::string, Column>>>>;

MeasuredTables measured(const Tables& tables) {
  MeasuredTables all;
  for (const auto& [experiment, columns] : tables) {
    ResultTable& table = all[experiment];
    table.file = experiment.empty() ? "the data" : "the data of " + experiment;
    for (const auto& [name, values] : columns) {
      table.names.push_back(name);
      table.columns.emplace_back(values.data(), values.data() + values.shape(0));
      if (table.columns.back().size() != table.columns.front().size())
        throw nb::value_error(("the columns of " + table.file + " are not equally long").c_str());
    }
  }
  return all;
}

class FitObject {
 public:
  FitObject(Fit fit, std::string diagram, std::optional<Failure> fault)
      : fit_(std::move(fit)), diagram_(std::move(diagram)), fault_(std::move(fault)) {}
  const Fit& fit() const { return fit_; }
  /// Throws Failure fit.failed where a value has no place of its own there.
  const std::string& diagram() const {
    if (fault_) throw Failure(*fault_);
    return diagram_;
  }
  std::string document() const { return document::text_of("fit-result", cli::ToldFit{&fit_}); }
  nb::list left() const {
    nb::list list;
    const auto array = [](const std::vector<double>& values) { return array_of(values, values.size()); };
    for (const LeftOver& one : fit_.left)
      list.append(nb::make_tuple(one.experiment, one.variable, one.unit, one.is_events, array(one.times_s), array(one.measured),
                                 array(one.computed), array(one.scaled)));
    return list;
  }

 private:
  Fit fit_;
  std::string diagram_;
  std::optional<Failure> fault_;
};

/// `text`: of the diagram with its section "fit".
std::shared_ptr<FitObject> fitted(SessionObject& session, const Asked& asked, const std::string& text, const std::string& data,
                                  const Tables& tables) {
  MeasuredTables own = measured(tables);
  return listening([&](const std::atomic<bool>& interrupted) {
    return session.alone(asked, [&](Session& alone) {
      RunOptions options = alone.options();
      options.columns = ColumnsFor::outputs;
      options.interrupted = &interrupted;
      options.sources = std::make_shared<Sources>(options.sources ? *options.sources : Sources());
      options.sources->put(alone.file(), text);
      Fit found = fit(read_fit_plan(alone.file(), text, alone.registry(), options, data, own), alone.registry());
      std::string diagram;
      std::optional<Failure> fault;
      try {
        diagram = fitted_diagram(found, alone.registry());
      } catch (const Failure& failure) {
        fault = failure;
      }
      return std::make_shared<FitObject>(std::move(found), std::move(diagram), std::move(fault));
    });
  });
}

}  // namespace

void bind_fits(nb::module_& module) {
  nb::class_<FitObject>(module, "Fit")
      .def("document", &FitObject::document)
      .def("left", &FitObject::left)
      .def("diagram", &FitObject::diagram)
      .def("notes", [](const FitObject& object) { return told(object.fit().notes.list()); })
      .def("correlations",
           [](const FitObject& object) {
             const Matrix& matrix = object.fit().correlations;
             return array_of(matrix.values, matrix.rows, matrix.columns);
           })
      .def("report", [](const FitObject& object, const std::string& command) {
        return fit_report_html({&object.fit(), command, STRIBECK_VERSION});
      });
  module.def("fit", &fitted, nb::arg("session"), nb::arg("asked"), nb::arg("text"), nb::arg("data"), nb::arg("tables"));
}

}  // namespace stribeck::python
