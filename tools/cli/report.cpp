// stribeck report: everything about a run on one page.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>

#include "analysis_sections.h"
#include "arguments.h"
#include "base/path.h"
#include "base/text.h"
#include "catalogue/prose.h"
#include "commands.h"
#include "diagram/definitions.h"
#include "drawing/mechanism_view.h"
#include "drawing/plot_page.h"
#include "drawing/report.h"
#include "plugins.h"
#include "process.h"
#include "program_source.h"
#include "results/output_file.h"
#include "results/overview.h"
#include "results/trajectory.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kReportExamples = R"(Examples:
  stribeck report drive.json                                writes drive.html
  stribeck report drive.json -o runs/slow.html --set speed="1 rpm"
  stribeck report drive.json --modes --inputs motor.torque --by load.inertia   with sections of these analyses

The page holds the drawing, curves to zoom and pick, energy, events, solver, causality, parameters and how to repeat the run. It needs
no network and no other file.)";

struct ReportArguments {
  RunArguments run;
  std::string output, unfold = "0";
  ReportWanted wanted;
};

std::vector<ReportSection> analyses(Registry& registry, const std::string& file, RunOptions options, const ReportWanted& wanted) {
  std::vector<ReportSection> sections;
  options.columns = ColumnsFor::outputs, options.progress = {};
  if (wanted.modes) sections.push_back(modes_section(registry, file, wanted.open_levels, options));
  if (!wanted.inputs.empty()) sections.push_back(linear_section(registry, file, wanted.inputs, options));
  if (!wanted.by.empty()) sections.push_back(sensitivity_section(registry, file, wanted.by, options));
  return sections;
}

/// The options that ask for them, as they are written.
std::string written_analyses(const ReportWanted& wanted) {
  std::string text = wanted.modes ? " --modes" : "";
  for (const std::string& input : wanted.inputs) text += " --inputs " + input;
  for (const std::string& by : wanted.by) text += " --by " + by;
  return text;
}

/// "diagrams/drive.json" becomes drive.html, here.
std::string page_beside(const std::string& file) {
  const std::string name = file == "-" ? "report" : file_name(file);
  return name.substr(0, name.rfind('.')) + ".html";
}

/// The drawing, or why there is none: a missing program must not cost the rest of the page.
void draw_into(ReportInput& input, Model& model, const SchematicView& view) {
  try {
    input.schematic = drawing_svg(model, DrawingForm::schematic, view);
    input.schematic.erase(0, input.schematic.find("<svg"));
  } catch (const Failure& failure) {
    const Diagnostic& diagnostic = failure.diagnostics().front();
    input.schematic_fault = "The diagram is not drawn: " + diagnostic.message + ". To have it drawn, " + diagnostic.remedy + ".";
  }
}

/// Of mechanisms in space, by a run of their own with what the picture needs. `source`: the text of the diagram. Empty: there is none, or
/// the diagram is not to be had again.
std::string motion_in_space(Registry& registry, const std::string& file, const Diagram& diagram, RunOptions options,
                            const std::string& source) {
  options.outputs = mechanism_columns(diagram);
  if (options.outputs.empty() || source.empty()) return "";
  options.columns = ColumnsFor::outputs, options.progress = {};
  // The text alone would lack what a program file was compiled with: other values, and the files that the diagram was read from.
  const ModelPtr model = is_program_file(file) ? load(registry, file, options) : load(registry, file, options, &source);
  Trajectory trajectory;
  run(*model, trajectory, options);
  return mechanism_html(diagram_of(*model), trajectory);
}

/// Of each type, in the order in which the diagram has its first component, what its comment says of limits.
std::vector<TypeLimits> limits_of(const Diagram& diagram) {
  constexpr std::size_t kMostNames = 5;
  std::vector<TypeLimits> limits;
  std::vector<std::size_t> counts;
  for (const Instance& instance : diagram.instances) {
    auto own = std::find_if(limits.begin(), limits.end(), [&](const TypeLimits& other) { return other.type == instance.record->type; });
    if (own == limits.end()) {
      own = limits.insert(own, {instance.record->type, "", limits_in(instance.record->doc)});
      counts.push_back(0);
    }
    const std::size_t before = counts[static_cast<std::size_t>(own - limits.begin())]++;
    if (before < kMostNames) own->components += (before == 0 ? "" : ", ") + instance.name;
    if (before == kMostNames) own->components += " and others";
  }
  std::erase_if(limits, [](const TypeLimits& own) { return own.text.empty(); });
  return limits;
}

int execute(ReportArguments& arguments) {
  Registry registry = all_components();
  RunOptions& options = arguments.run.options;
  finish_run_options(arguments.run);
  ReportWanted& wanted = arguments.wanted;
  if (arguments.run.file == "-" && (wanted.modes || !wanted.inputs.empty() || !wanted.by.empty()))
    refuse("standard input is read once, and analyses read the diagram again", "name a file");
  options.columns = ColumnsFor::plots;
  wanted.open_levels = open_levels(arguments.unfold);
  const ModelPtr model = load_file(registry, arguments.run.file, options);
  options.interrupted = &interrupts();
  refuse_to_overwrite("--output", arguments.output, files_of(arguments.run.file, diagram_of(*model)));
  OutputFile page(arguments.output);

  Progress progress(!arguments.run.quiet);
  options.progress = [&](double time_s, double stop_s, std::int64_t events) { progress.show(time_s, stop_s, events); };
  Overview overview(kMostNumbersOfReport, true);
  const RunSummary summary = run(*model, overview, options);
  progress.erase();
  if (summary.interrupted) return say_interrupted(summary, {});

  wanted.command =
      command_line("report", arguments.run) + (arguments.unfold == "0" ? "" : " --unfold " + arguments.unfold) + written_analyses(wanted);
  if (arguments.run.file != "-") wanted.source = diagram_text(*model, arguments.run.file);
  page.write(report_page(*model, registry, arguments.run.file, options, summary, overview, wanted));
  page.commit();
  if (!arguments.run.quiet) say("wrote " + page.path() + "\n");
  return kDone;
}

}  // namespace

std::string report_page(Model& model, Registry& registry, const std::string& file, const RunOptions& options, const RunSummary& summary,
                        Overview& rows, const ReportWanted& wanted) {
  const Diagram& diagram = diagram_of(model);
  const std::size_t asked = asked_columns(model);
  ReportInput input;
  input.diagram = &diagram;
  input.summary = &summary;
  const PlotRows drawn(rows);
  input.trajectory = drawn.over_time;
  input.events = rows.events();
  input.plots = plot_page(diagram, drawn, asked, {});
  input.others = undrawn_curves(diagram, drawn, asked);
  SchematicView view;
  view.open_levels = wanted.open_levels;
  draw_into(input, model, view);
  input.mechanism = motion_in_space(registry, file, diagram, options, wanted.source);
  input.limits = limits_of(diagram);
  input.analyses = analyses(registry, file, options, wanted);
  input.causality = causality_of(model);
  for (const Override& own : options.overrides) input.overridden.push_back(own.name);
  input.command = wanted.command;
  input.version = STRIBECK_VERSION;
  input.source = wanted.source;
  return report_html(input);
}

Action add_report(CLI::App& program) {
  CLI::App* command = program.add_subcommand("report", "run a diagram and write everything about it as one page for a browser");
  const auto arguments = std::make_shared<ReportArguments>();
  command->add_option("-o,--output", arguments->output, "where the page goes; left out: the diagram's name with .html, here")
      ->type_name("PATH");
  add_unfold_option(*command, arguments->unfold);
  command->add_flag("--modes", arguments->wanted.modes,
                    "a section with natural frequencies and shapes where the run stops, as of stribeck modes");
  command
      ->add_option("--inputs", arguments->wanted.inputs, "a section with the linear model there, as of stribeck linearise; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--by", arguments->wanted.by,
                   "a section with derivatives by this parameter, as of stribeck sensitivity; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_run_options(*command, arguments->run);
  command->footer(kReportExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    if (arguments->output.empty()) arguments->output = page_beside(arguments->run.file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
