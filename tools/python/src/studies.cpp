// Studies: many variants of a diagram, in a folder that workers share.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "bindings.h"
#include "component/plugin.h"
#include "listening.h"
#include "optimise_documents.h"
#include "recording.h"
#include "session_object.h"
#include "study/curves.h"
#include "study/work.h"
#include "study_documents.h"
#include "study_page.h"

namespace stribeck::python {
namespace {

void fill(Registry& registry, const std::vector<std::string>& plugins, const std::function<void(Registry&)>& types) {
  add_builtin_components(registry);
  for (const std::string& plugin : plugins)
    for (const std::string& library : plugins_of_path(plugin)) load_plugin(registry, library);
  types(registry);
}

/// A study that is there. For one thread at a time: others wait.
class StudyObject {
 public:
  explicit StudyObject(const std::string& folder) : folder_(folder) {
    const StudyRecord& record = folder_.record();
    if (record.version != STRIBECK_VERSION)
      throw Failure(
          Diagnostic{.code = ErrorCode::arguments_invalid,
                     .message = "the study was begun by version " + record.version + " of stribeck, and this is " STRIBECK_VERSION,
                     .where = {},
                     .because = {},
                     .remedy = "rows of one table are to come from one program: take that version, or begin the study anew",
                     .details = {}});
    fill(registry_, record.plugins, types_of_python());
    plan_ = read_plan(record.plan_file, record.plan, registry_, record.diagram.sources);
    plan_.plugins = record.plugins;
  }
  StudyObject(const StudyObject&) = delete;
  StudyObject& operator=(const StudyObject&) = delete;

  /// True if it is complete, false if it was interrupted. `own_process`: this process does nothing else.
  bool work(bool own_process) {
    return listening([&](const std::atomic<bool>& interrupted) {
      const std::scoped_lock alone(busy_);
      return stribeck::work(folder_, plan_, registry_, interrupted, own_process ? WorkerProcess::own : WorkerProcess::others);
    });
  }
  void retry() {
    const std::scoped_lock alone(busy_);
    for (std::int64_t chunk = 0; chunk < folder_.chunks(); ++chunk) {
      const auto rows = folder_.rows_of(chunk);
      const auto has_failed = [](const StudyRow& row) { return row.status == SampleStatus::failed; };
      if (rows && std::ranges::any_of(*rows, has_failed)) folder_.set_back(chunk);
    }
  }
  std::string status() const { return document::text_of("study-status", cli::status_told(folder_)); }
  std::string statistics(const std::vector<std::string>& shares, bool convergence) const {
    return document::text_of("study-statistics", cli::statistics_told(folder_, plan_, shares, convergence));
  }
  void write(const std::string& path) const { write_table(folder_, plan_, path); }
  void tidy() const {
    folder_.tidy();
    finish_curves(folder_, plan_);
  }
  std::vector<std::pair<std::string, std::string>> curve_units() const {
    std::vector<std::pair<std::string, std::string>> units;
    for (const StudyCurve& curve : plan_.curves) units.emplace_back(curve.name, curve.unit);
    return units;
  }
  std::string page(const std::string& command) const { return cli::study_page(folder_, plan_, command); }
  nb::list units() const {
    nb::list list;
    for (const StudyFactor& factor : plan_.factors) list.append(nb::make_tuple(factor.name, factor.unit, true));
    for (const StudyScalar& scalar : plan_.scalars) list.append(nb::make_tuple(scalar.name, scalar.unit, false));
    return list;
  }
  std::string table() const {
    std::string text = table_head(plan_);
    for (std::int64_t chunk = 0; chunk < folder_.chunks(); ++chunk)
      if (const auto rows = folder_.rows_of(chunk))
        for (const StudyRow& row : *rows) text += row.line;
    return text;
  }
  std::string plan() const { return folder_.record().plan; }

 private:
  std::mutex busy_;
  Registry registry_;
  StudyFolder folder_;
  StudyPlan plan_;
};

struct StudyAsked {
  std::string folder, plan_file, plan, diagram_file, diagram;
  std::int64_t chunk = 0;
  double lease_s = 60;
};

/// Makes the folder of a study, or takes one that holds the same. A diagram that stands in no file is written into the folder.
void begin(const StudyAsked& asked, const std::vector<std::string>& plugins) {
  const auto types = types_of_python();
  listening([&](const std::atomic<bool>& /*it does not take long*/) {
    Registry registry;
    fill(registry, plugins, types);
    const auto sources = std::make_shared<Sources>();
    if (!asked.diagram_file.empty()) sources->put(absolute_file(asked.diagram_file), asked.diagram);
    const StudyPlan plan = read_plan(asked.plan_file, asked.plan, registry, sources);
    StudyRecord record{STRIBECK_VERSION, absolute_file(asked.plan_file), asked.plan, {}, plan.count, asked.chunk, asked.lease_s};
    record.diagram = {STRIBECK_VERSION, "", plan.diagram, {}, sources};
    for (const std::string& plugin : plugins)
      for (const std::string& library : plugins_of_path(plugin)) record.plugins.push_back(absolute_file(library));
    if (record.chunk == 0) record.chunk = std::filesystem::exists(asked.folder + "/study") ? 1 : measured_chunk(plan, registry);
    StudyFolder::make(asked.folder, record);
    if (!asked.diagram_file.empty() && !std::filesystem::exists(asked.diagram_file))
      std::ofstream(asked.diagram_file, std::ios::binary) << asked.diagram;
    return 0;
  });
}

/// A document "optimise". A diagram that stands in no file is `diagram`, and called as the plan has it.
std::string optimised(const std::string& plan_file, const std::string& plan, const std::string& diagram_file, const std::string& diagram,
                      const std::vector<std::string>& plugins) {
  const auto types = types_of_python();
  return listening([&](const std::atomic<bool>& interrupted) {
    Registry registry;
    fill(registry, plugins, types);
    const auto sources = std::make_shared<Sources>();
    if (!diagram_file.empty()) sources->put(absolute_file(diagram_file), diagram);
    const Optimum found = optimise(read_plan(plan_file, plan, registry, sources), registry, &interrupted, {});
    return document::text_of("optimise", cli::ToldOptimum{&found});
  });
}

}  // namespace

void bind_studies(nb::module_& module) {
  nb::class_<StudyObject>(module, "Study")
      .def(nb::init<const std::string&>(), nb::arg("folder"))
      .def("work", &StudyObject::work, nb::arg("own_process") = false)
      .def("retry", &StudyObject::retry)
      .def("status", &StudyObject::status)
      .def("statistics", &StudyObject::statistics, nb::arg("shares"), nb::arg("convergence"))
      .def("write", &StudyObject::write, nb::arg("path"))
      .def("tidy", &StudyObject::tidy)
      .def("curve_units", &StudyObject::curve_units)
      .def("page", &StudyObject::page, nb::arg("command"))
      .def("units", &StudyObject::units)
      .def("table", &StudyObject::table)
      .def("plan", &StudyObject::plan);
  module.def("optimise", &optimised, nb::arg("plan_file"), nb::arg("plan"), nb::arg("diagram_file"), nb::arg("diagram"),
             nb::arg("plugins"));
  module.def(
      "begin_study",
      [](std::string folder, std::string plan_file, std::string plan, std::string diagram_file, std::string diagram, std::int64_t chunk,
         double lease_s, const std::vector<std::string>& plugins) {
        if (chunk < 0 || chunk > 1'000'000 || !(lease_s >= 0.1 && lease_s <= 1e6))
          throw nb::value_error("chunk is 1 to 1000000, and lease 0.1 to 1000000 s");
        begin({std::move(folder), std::move(plan_file), std::move(plan), std::move(diagram_file), std::move(diagram), chunk, lease_s},
              plugins);
      },
      nb::arg("folder"), nb::arg("plan_file"), nb::arg("plan"), nb::arg("diagram_file"), nb::arg("diagram"), nb::arg("chunk"),
      nb::arg("lease"), nb::arg("plugins"));
}

}  // namespace stribeck::python
