// stribeck compare: one element of a diagram by several models, on the same axes and in a table.
#include <fstream>
#include <iterator>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "diagram/definitions.h"
#include "diagram/substitute.h"
#include "drawing/compare_page.h"
#include "plots.h"
#include "plugins.h"
#include "results/element_measures.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kCompareExamples = R"(Examples:
  stribeck compare sled.json --element friction --with dry_friction --with lugre_friction:bristle_stiffness=1e5
  stribeck compare sled.json --element friction --with "friction:breakaway_velocity=1 mm/s" --also sled.v --plot models.svg
  stribeck compare sled.json --element friction --with pacejka_friction --solver dopri5,cvode --beside pseudo_code.json

The first model is the diagram's own. Parameters that a model knows by the names that the diagram uses keep their values; others follow
the colon: NAME=VALUE,NAME=VALUE. The table tells steps, time, how far the element creeps (its path at less than a hundredth of its greatest
speed: zero for what sticks), its greatest force, and the mean time between break-aways after the first.)";

struct CompareArguments {
  RunArguments run;
  std::string element;
  std::vector<std::string> models, also, beside, plots;
};

struct ComparedModel {
  std::string label, file;
  TypeSubstitution substitution;
};

struct Case {
  std::string label, solver;
  RunSummary summary;
  Trajectory rows;
  ElementMeasures measures;
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  int depth = 0;  // commas within a list of numbers do not separate
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == at && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// "TYPE:name=value,name=value"
TypeSubstitution parse_model(const std::string& text, const std::string& element) {
  const std::size_t colon = text.find(':');
  TypeSubstitution result{element, text.substr(0, colon), {}};
  if (colon == std::string::npos) return result;
  for (const Override& given : parse_overrides(split(text.substr(colon + 1), ','), "--with", "--with lugre_friction:bristle_stiffness=1e5"))
    result.parameters.emplace_back(given.name, given.value);
  return result;
}

/// Names of the element's velocity and force, which every model of it has to have.
std::vector<std::string> columns_of(const CompareArguments& arguments, const ComponentRecord& record) {
  for (const auto& [velocity, force] : {std::pair{"v", "F"}, std::pair{"w", "T"}}) {
    if (record.find_variable(velocity) < 0 || record.find_variable(force) < 0) continue;
    std::vector<std::string> columns{arguments.element + "." + velocity, arguments.element + "." + force};
    columns.insert(columns.end(), arguments.also.begin(), arguments.also.end());
    return columns;
  }
  refuse(record.type + " has no velocity and force to compare", "name a friction, or another element between two ports, with --element");
}

const Instance& element_of(const Diagram& diagram, const std::string& name) {
  std::vector<std::string> names;
  for (const Instance& instance : diagram.instances) {
    if (instance.name == name) return instance;
    names.push_back(instance.name);
  }
  const std::string meant = did_you_mean(name, names);
  refuse("the diagram has no component " + stribeck::in_quotes(name), meant.empty() ? "--element names one of its components" : meant);
}

std::vector<ComparedModel> models_of(const CompareArguments& arguments, Registry& registry, const std::string& own_type) {
  std::vector<ComparedModel> models{{own_type, arguments.run.file, {arguments.element, own_type, {}}}};
  for (const std::string& text : arguments.models) models.push_back({text, arguments.run.file, parse_model(text, arguments.element)});
  for (const std::string& file : arguments.beside) {
    const ModelPtr other = load_file(registry, file, {});
    const std::string type = element_of(diagram_of(*other), arguments.element).record->type;
    models.push_back({type, file, {arguments.element, type, {}}});
  }
  return models;
}

/// Of the whole run, without what came before it.
double seconds_of(const RunSummary& summary) {
  double seconds = 0;
  for (const StageTime& stage : summary.stages)
    if (stage.stage == "simulation") seconds += stage.seconds;
  return seconds;
}

std::string table_of(const std::vector<Case>& cases, bool turns) {
  const std::string length = turns ? "rad" : "m", force = turns ? "N*m" : "N";
  TextTable table("llrrrrrr");
  table.add({"model", "solver", "steps", "events", "time", "creep", turns ? "peak torque" : "peak force", "period"});
  for (const Case& one : cases)
    table.add({one.label, one.summary.solver, std::to_string(one.summary.statistics.steps), std::to_string(one.summary.events),
               with_prefix(seconds_of(one.summary), "s"), with_prefix(one.measures.crept, length),
               with_prefix(one.measures.peak_force, force), one.measures.period ? with_prefix(*one.measures.period, "s") : "-"});
  return table.to_text(0, kOneLine);
}

/// Of each model the run with the first solver.
PlotPage page_of(const Diagram& diagram, const std::vector<Case>& cases, std::size_t solvers) {
  std::vector<ComparedRun> runs;
  for (std::size_t i = 0; i < cases.size(); i += solvers) runs.push_back({cases[i].label, &cases[i].rows});
  return compare_page(diagram.title, runs);
}

int execute(CompareArguments& arguments) {
  Registry registry = all_components();
  finish_run_options(arguments.run);
  const std::vector<std::string> solvers = split(arguments.run.options.solver, ',');
  arguments.run.options.solver = solvers.front();
  const ModelPtr own = load_file(registry, arguments.run.file, arguments.run.options);
  const ComponentRecord& record = *element_of(diagram_of(*own), arguments.element).record;
  const std::vector<std::string> columns = columns_of(arguments, record);
  for (const std::string& plot : arguments.plots) refuse_to_overwrite("--plot", plot, arguments.run.file);
  PlotFiles plots(arguments.plots, {});
  Progress progress(!arguments.run.quiet);
  std::vector<Case> cases;
  for (const ComparedModel& model : models_of(arguments, registry, record.type)) {
    const std::string text = substituted(registry, content_of(model.file), model.substitution, columns);
    for (const std::string& solver : solvers) {
      RunOptions options = arguments.run.options;
      options.solver = solver;
      options.progress = [&](double time_s, double stop_s, std::int64_t events) { progress.show(time_s, stop_s, events); };
      const ModelPtr loaded = load(registry, model.file, options, &text);
      Case& one = cases.emplace_back(Case{model.label, solver, {}, {}, {}});
      one.summary = run(*loaded, one.rows, options);
      progress.erase();
      if (one.summary.interrupted) return say_interrupted(one.summary, {});
      one.measures = measure_element(one.rows, *one.rows.find(columns[0]), *one.rows.find(columns[1]));
    }
  }
  if (plots.wanted()) plots.write(page_of(diagram_of(*own), cases, solvers.size()));
  if (!arguments.run.quiet) write_to_standard_output(table_of(cases, columns[0].ends_with(".w")));
  return kDone;
}

}  // namespace

Action add_compare(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("compare", "run a diagram with several models of one element: a table, and curves on the same axes");
  const auto arguments = std::make_shared<CompareArguments>();
  add_run_options(*command, arguments->run);
  command->add_option("--element", arguments->element, "the component that the models stand for")->type_name("NAME");
  command->add_option("--with", arguments->models, "another model of it, with its parameters; may be repeated")
      ->type_name("TYPE[:NAME=VALUE,..]")
      ->allow_extra_args(false);
  command->add_option("--beside", arguments->beside, "another diagram with a component of that name; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_option("--also", arguments->also, "a further variable to draw; may be repeated")
      ->type_name("VARIABLE")
      ->allow_extra_args(false);
  command->add_option("--plot", arguments->plots, "a picture of the curves, .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->footer(kCompareExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    if (arguments->element.empty())
      refuse("compare needs the name of an element", "name the component whose models differ: --element friction");
    if (arguments->run.file == "-") refuse("compare reads its diagram several times", "give it a file instead of standard input");
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
