// stribeck compare: one element of a diagram by several models, on the same axes and in a table.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "base/interruption.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "commands.h"
#include "diagram/definitions.h"
#include "diagram/read.h"
#include "diagram/substitute.h"
#include "documents.h"
#include "drawing/compare_page.h"
#include "format.h"
#include "plots.h"
#include "plugins.h"
#include "process.h"
#include "program_source.h"
#include "results/element_measures.h"
#include "results/layout.h"
#include "results/messages.h"
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
the colon: NAME=VALUE,NAME=VALUE. So do options that both have, as normal_force, and static, breakaway and peak levels are one. The table tells
steps, their mean length, time, how far the element creeps (how long it is slower than a hundredth of its greatest speed, times the median of its speed there:
zero for what sticks), its greatest force, and the mean time between break-aways after the first; below it stands what each model is, and
which of its parameters nobody gave. A model that fails has no row: the others
have, and what went wrong is said below. Laws that bring a mass, as karnopp_mass, or have one port, as ground_friction, come with --beside.)";

struct CompareArguments {
  RunArguments run;
  std::string element;
  std::vector<std::string> models, also, beside, plots;
  OutputFormat format;
  Digits digits = Digits::four;
};

struct ComparedModel {
  std::string label, file, asked;  ///< asked: the option that named it
  TypeSubstitution substitution;
};

using OwnParameters = std::vector<std::pair<std::string, std::string>>;  // names and values

/// Taken out of `overrides`: those of the element are its own parameters, which the other models get as far as they have them.
OwnParameters take_parameters_of(const std::string& element, std::vector<Override>& overrides) {
  OwnParameters own;
  std::erase_if(overrides, [&](const Override& one) {
    if (!one.name.starts_with(element + ".")) return false;
    own.emplace_back(one.name.substr(element.size() + 1), one.value);
    return true;
  });
  return own;
}

struct Case {
  std::string label, solver, law;     ///< law: what the type is, in a sentence
  std::vector<std::string> defaults;  ///< parameters and options that nobody gave, with what they are then
  RunSummary summary;
  Trajectory rows;
  ElementMeasures measures;
};

struct FailedModel {
  std::string label, solver;
  Failure failure;
};

struct Comparison {
  std::string file, element, length_unit, force_unit;
  std::vector<Case> cases;
  std::vector<FailedModel> failed;
};

/// Of the accepted steps, from the start of the run to where it came.
std::optional<double> mean_step_s(const RunSummary& summary) {
  if (summary.statistics.steps == 0) return std::nullopt;
  return (summary.reached_s - summary.start_s) / static_cast<double>(summary.statistics.steps);
}

const document::Shape<Case>& shape_of(const Case*) {
  static const auto shape =
      document::Shape<Case>()
          .key("model", "of the element, as it was named", &Case::label)
          .key("law", "what this type is, in a sentence", &Case::law)
          .key("defaults", "parameters and options of it that were left at their defaults, each with its value", &Case::defaults)
          .key("solver", "the method that integrated", [](const Case& c) { return c.summary.solver; })
          .key("steps", "accepted", [](const Case& c) { return c.summary.statistics.steps; })
          .key("mean_step_s", "their mean length; null of none", [](const Case& c) { return mean_step_s(c.summary); })
          .key("events", "how many", [](const Case& c) { return c.summary.events; })
          .key("operations", "of the compiled program: what the run cost, on any machine",
               [](const Case& c) { return c.summary.instructions; })
          .key("creep", "how far the element creeps while it should rest, in length_unit", [](const Case& c) { return c.measures.crept; })
          .key("peak_force", "the greatest size of its force, in force_unit", [](const Case& c) { return c.measures.peak_force; })
          .key("period_s", "mean time between break-aways after the first; null of fewer than three",
               [](const Case& c) { return c.measures.period; })
          .key("messages", "warnings and notes of the run", [](const Case& c) { return c.summary.notes; });
  return shape;
}

const document::Shape<FailedModel>& shape_of(const FailedModel*) {
  static const auto shape =
      document::Shape<FailedModel>()
          .key("model", "of the element, as it was named", &FailedModel::label)
          .key("solver", "as it was asked for; null: the diagram's", [](const FailedModel& m) { return document::if_any(m.solver); })
          .key("messages", "what is wrong", [](const FailedModel& m) { return m.failure.diagnostics(); });
  return shape;
}

const document::Shape<Comparison>& shape_of(const Comparison*) {
  static const auto shape = document::Shape<Comparison>()
                                .key("file", "the diagram, as it was named", &Comparison::file)
                                .key("element", "the component that the models stand for", &Comparison::element)
                                .key("length_unit", "of creep", &Comparison::length_unit)
                                .key("force_unit", "of forces", &Comparison::force_unit)
                                .key("models", "those that ran, the diagram's own first", &Comparison::cases)
                                .key("failed", "those that did not", &Comparison::failed);
  return shape;
}

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
  TypeSubstitution result{element, text.substr(0, colon)};
  if (colon == std::string::npos) return result;
  for (const Override& given : parse_overrides(split(text.substr(colon + 1), ','), "--with", "--with lugre_friction:bristle_stiffness=1e5"))
    result.parameters.emplace_back(given.name, given.value);
  return result;
}

using MotionNames = std::pair<std::string, std::string>;  // of a velocity and of its force

bool has(const ComponentRecord& record, const MotionNames& names) {
  return record.find_variable(names.first) >= 0 && record.find_variable(names.second) >= 0;
}

/// Names of the element's velocity and force, which every model of it has to have.
MotionNames motion_of(const ComponentRecord& record) {
  for (const MotionNames& names : {MotionNames{"v", "F"}, MotionNames{"w", "T"}})
    if (has(record, names)) return names;
  refuse(record.type + " has no velocity and force to compare", "name a friction, or another element between two ports, with --element");
}

/// Ports of a model --beside are its own diagram's affair.
void refuse_unlike(const ComponentRecord& model, const ComponentRecord& own, const MotionNames& names, bool takes_its_place) {
  const bool fits =
      !takes_its_place || std::all_of(own.connectors.begin(), own.connectors.end(), [&](const ConnectorDeclaration& connector) {
        return connector.kind != ConnectorKind::port || model.find_connector(connector.name) >= 0;
      });
  if (!fits || !has(model, names))
    refuse(
        model.type + " cannot stand for " + own.type + ": it has not the same ports, or not both " + names.first + " and " + names.second,
        "name a model of the same motion (\"stribeck list\" names them all), or its diagram with --beside");
}

const Instance& element_of(const Diagram& diagram, const std::string& name) {
  std::vector<std::string> names;
  for (const Instance& instance : diagram.instances) {
    if (instance.name != name) {
      names.push_back(instance.name);
      continue;
    }
    if (name.find_first_of(".[") != std::string::npos)
      refuse(in_quotes(name) + " is part of a subsystem or array, of which compare cannot change one component",
             "compare it in a diagram of its own");
    return instance;
  }
  const std::string meant = did_you_mean(name, names);
  refuse(diagram.file + " has no component " + in_quotes(name), meant.empty() ? "--element names one of its components" : meant);
}

std::vector<ComparedModel> models_of(const CompareArguments& arguments, Registry& registry, const std::string& own_type) {
  const std::string& file = arguments.run.file;
  std::vector<ComparedModel> models{{own_type, file, file, {arguments.element, own_type}}};
  for (const std::string& text : arguments.models) models.push_back({text, file, "--with " + text, parse_model(text, arguments.element)});
  for (const std::string& other_file : arguments.beside) {
    const ModelPtr other = load_file(registry, other_file, {});
    const std::string type = element_of(diagram_of(*other), arguments.element).record->type;
    models.push_back({type, other_file, "--beside " + other_file, {arguments.element, type}});
  }
  return models;
}

/// What is wrong is told of the option that asked for it, not of lines that no file has.
Failure of_option(const Failure& failure, const std::string& asked, const std::vector<std::string>& also) {
  std::vector<Diagnostic> told;
  for (Diagnostic diagnostic : failure.diagnostics()) {
    const std::string_view pointer = diagnostic.where.pointer;
    if (pointer.starts_with("/plots/")) continue;  // the same as its output
    diagnostic.where.file = pointer.starts_with("/outputs/") ? "--also " + joined(also, " --also ") : asked;
    diagnostic.where.line = diagnostic.where.column = 0;
    diagnostic.where.pointer.clear();
    told.push_back(std::move(diagnostic));
  }
  return told.empty() ? failure : Failure(std::move(told));
}

/// What of the element in `text`, a diagram, nobody gave: "static_force 25 N".
std::vector<std::string> defaults_of(const std::string& text, const Instance& element, Digits digits) {
  const nlohmann::json diagram = nlohmann::json::parse(text, nullptr, true, true);
  const nlohmann::json& own = diagram.at("components").at(element.name);
  const auto is_given = [&](const std::string& name) { return own.contains("parameters") && own.at("parameters").contains(name); };
  const ComponentRecord& record = *element.record;
  std::vector<std::string> defaults;
  for (const OptionDeclaration& option : record.options)
    if (!is_given(option.name)) defaults.push_back(option.name + " " + option.choices[static_cast<std::size_t>(option.chosen)]);
  for (std::size_t p = 0; p < record.parameters.size(); ++p) {
    if (!record.parameters[p].is_named() || is_given(record.parameters[p].name)) continue;
    const ShownValue value = shown_value(element, p);
    defaults.push_back(record.parameters[p].name + " " + with_unit(short_number(value.value, digits), std::string(value.unit)));
  }
  return defaults;
}

ModelPtr load_compared(Registry& registry, const ComparedModel& model, const std::string& file, const std::string& text,
                       const CompareArguments& arguments, const RunOptions& options) {
  try {
    return load(registry, file, options, &text);
  } catch (const Failure& failure) {
    throw of_option(failure, model.asked, arguments.also);
  }
}

/// Of the whole run, without what came before it.
double seconds_of(const RunSummary& summary) {
  double seconds = 0;
  for (const StageTime& stage : summary.stages)
    if (stage.stage == "simulation") seconds += stage.seconds;
  return seconds;
}

std::string table_of(const Comparison& comparison, const TextStyle& style) {
  const std::string &length = comparison.length_unit, &force = comparison.force_unit;
  TextTable table("llrrrrrrr");
  table.head({"model", "solver", "steps", "mean step", "events", "time", "creep", force == "N*m" ? "peak torque" : "peak force", "period"});
  const auto shown = [&](double value, const std::string& unit) { return with_prefix(value, unit, style.digits); };
  for (const Case& one : comparison.cases)
    table.add({one.label, one.summary.solver, std::to_string(one.summary.statistics.steps),
               mean_step_s(one.summary) ? shown(*mean_step_s(one.summary), "s") : "-", std::to_string(one.summary.events),
               shown(seconds_of(one.summary), "s"), shown(one.measures.crept, length), shown(one.measures.peak_force, force),
               one.measures.period ? shown(*one.measures.period, "s") : "-"});
  return table.to_text(0, kOneLine, style);
}

/// Whether these are the first words on a model: it may have run with several solvers.
bool is_new_model(const std::vector<Case>& cases, std::size_t i) { return i == 0 || cases[i].label != cases[i - 1].label; }

std::string defaults_text(const Case& one) {
  return one.defaults.empty() ? "nothing is left at its default" : "at defaults: " + joined(one.defaults);
}

/// What each model is, and what of it is as nobody said.
std::string models_text(const std::vector<Case>& cases, const TextStyle& style) {
  TextTable table("ll");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!is_new_model(cases, i)) continue;
    table.add({cases[i].label, cases[i].law});
    table.add({"", defaults_text(cases[i])});
  }
  return "\n" + table.to_text(0, kOneLine, style);
}

/// Of each model the run with the first solver that came to its end.
PlotPage page_of(const Diagram& diagram, const std::vector<Case>& cases) {
  std::vector<ComparedRun> runs;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (is_new_model(cases, i)) {
      const auto count = static_cast<std::int64_t>(cases[i].defaults.size());
      runs.push_back({cases[i].label + (count > 0 ? ", " + counted(count, "value") + " at default" : ""), &cases[i].rows});
    }
  PlotPage page = compare_page(diagram.title, runs);
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (is_new_model(cases, i)) page.notes.push_back(cases[i].label + ": " + cases[i].law + " " + defaults_text(cases[i]) + ".");
  return page;
}

int execute(CompareArguments& arguments) {
  Registry registry = all_components();
  finish_run_options(arguments.run);
  const std::vector<std::string> solvers = split(arguments.run.options.solver, ',');
  if (solvers.size() > 1 && std::count(solvers.begin(), solvers.end(), "") > 0)
    refuse("--solver has an empty name among " + in_quotes(arguments.run.options.solver), "write --solver dopri5,cvode");
  arguments.run.options.solver = solvers.front();
  const ModelPtr own = load_file(registry, arguments.run.file, arguments.run.options);
  const ComponentRecord& record = *element_of(diagram_of(*own), arguments.element).record;
  const MotionNames names = motion_of(record);
  std::vector<std::string> columns{arguments.element + "." + names.first, arguments.element + "." + names.second};
  columns.insert(columns.end(), arguments.also.begin(), arguments.also.end());
  std::vector<std::string> files = files_of(arguments.run.file, diagram_of(*own));
  files.insert(files.end(), arguments.beside.begin(), arguments.beside.end());
  for (const std::string& plot : arguments.plots) refuse_to_overwrite("--plot", plot, files);
  PlotFiles plots(arguments.plots, {});
  Progress progress(!arguments.run.quiet);
  const bool turns = columns[0].ends_with(".w");
  Comparison comparison{arguments.run.file, arguments.element, turns ? "rad" : "m", turns ? "N*m" : "N", {}, {}};
  std::vector<Case>& cases = comparison.cases;
  std::vector<FailedModel>& failed = comparison.failed;
  const OwnParameters own_parameters = take_parameters_of(arguments.element, arguments.run.options.overrides);
  for (ComparedModel& model : models_of(arguments, registry, record.type)) {
    ProgramSource source = source_of(model.file);
    if (model.file == arguments.run.file) {
      model.substitution.before = take_parameters_of(arguments.element, source.overrides);
      model.substitution.before.insert(model.substitution.before.end(), own_parameters.begin(), own_parameters.end());
    }
    for (const std::string& solver : solvers) {
      RunOptions options = arguments.run.options;
      options.solver = solver;
      options.sources = source.sources;
      options.overrides.insert(options.overrides.begin(), source.overrides.begin(), source.overrides.end());
      options.progress = [&](double time_s, double stop_s, std::int64_t events) { progress.show(time_s, stop_s, events); };
      try {
        Registry known = all_components();
        add_types_of_files(known, {source.file}, source.sources);
        const std::string type = whole_type_name(known, model.substitution.type, record.type);
        refuse_unlike(known.record(type), record, names, model.file == arguments.run.file);
        const std::string text = substituted(known, source.sources->text_of(source.file), model.substitution, columns);
        const ModelPtr loaded = load_compared(registry, model, source.file, text, arguments, options);
        const Instance& element = element_of(diagram_of(*loaded), arguments.element);
        options.interrupted = &interrupts();
        Case one{model.label, solver, first_sentence(element.record->doc), defaults_of(text, element, arguments.digits), {}, {}, {}};
        one.summary = run(*loaded, one.rows, options);
        progress.erase();
        if (one.summary.interrupted) return say_interrupted(one.summary, {});
        one.measures = measure_element(one.rows, *one.rows.find(columns[0]), *one.rows.find(columns[1]));
        cases.push_back(std::move(one));
      } catch (const Failure& failure) {
        progress.erase();
        if (is_interruption(failure)) throw;
        failed.push_back({model.label, solver, failure});
      }
    }
  }
  if (cases.empty()) throw failed.front().failure;
  if (plots.wanted()) plots.write(page_of(diagram_of(*own), cases));
  const bool in_json = arguments.format.is_json();
  if (!arguments.run.quiet && in_json) write_to_standard_output(document::text_of("compare", comparison));
  if (!arguments.run.quiet && !in_json)
    print(table_of(comparison, style_of_output(arguments.digits)) + models_text(cases, style_of_output(arguments.digits)));
  for (const FailedModel& one : failed) {
    if (!in_json) say("\n" + one.label + (one.solver.empty() ? "" : " by " + one.solver) + " has no row:\n");
    say(one.failure);
  }
  return failed.empty() ? kDone : failed.front().failure.exit_status();
}

}  // namespace

std::string compare_schema() { return document::schema_text<Comparison>("compare", "What stribeck compare --format json prints"); }

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
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
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
