// stribeck report: everything about a run on one page.
#include <fstream>
#include <iterator>
#include <memory>

#include "analysis_sections.h"
#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "diagram/definitions.h"
#include "drawing/plot_page.h"
#include "drawing/report.h"
#include "plugins.h"
#include "process.h"
#include "results/output_file.h"
#include "results/overview.h"
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

/// Ten million numbers, their times and modes stand on the page; of more, the extremes.
constexpr std::size_t kMostNumbersOfReport = 16'000'000;

struct ReportArguments {
  RunArguments run;
  std::string output, unfold = "0";
  bool modes = false;
  std::vector<std::string> inputs, by;
};

std::vector<ReportSection> analyses(Registry& registry, const ReportArguments& arguments) {
  std::vector<ReportSection> sections;
  RunOptions options = arguments.run.options;
  options.columns = ColumnsFor::outputs, options.progress = {};
  const std::string& file = arguments.run.file;
  if (arguments.modes) sections.push_back(modes_section(registry, file, open_levels(arguments.unfold), options));
  if (!arguments.inputs.empty()) sections.push_back(linear_section(registry, file, arguments.inputs, options));
  if (!arguments.by.empty()) sections.push_back(sensitivity_section(registry, file, arguments.by, options));
  return sections;
}

/// The options that ask for them, as they are written.
std::string written_analyses(const ReportArguments& arguments) {
  std::string text = arguments.modes ? " --modes" : "";
  for (const std::string& input : arguments.inputs) text += " --inputs " + input;
  for (const std::string& by : arguments.by) text += " --by " + by;
  return text;
}

/// "diagrams/drive.json" becomes drive.html, here.
std::string page_beside(const std::string& file) {
  const std::string name = file == "-" ? "report" : file.substr(file.rfind('/') + 1);
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

int execute(ReportArguments& arguments) {
  Registry registry = all_components();
  RunOptions& options = arguments.run.options;
  finish_run_options(arguments.run);
  if (arguments.run.file == "-" && (arguments.modes || !arguments.inputs.empty() || !arguments.by.empty()))
    refuse("standard input is read once, and analyses read the diagram again", "name a file");
  options.columns = ColumnsFor::plots;
  SchematicView view;
  view.open_levels = open_levels(arguments.unfold);
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

  const Diagram& diagram = diagram_of(*model);
  const std::size_t asked = asked_columns(*model);
  ReportInput input;
  input.diagram = &diagram;
  input.summary = &summary;
  const PlotRows rows(overview);
  input.trajectory = rows.over_time;
  input.events = overview.events();
  input.plots = plot_page(diagram, rows, asked, {});
  input.others = undrawn_curves(diagram, rows, asked);
  draw_into(input, *model, view);
  input.analyses = analyses(registry, arguments);
  input.causality = explain_causality(*model, CausalityForm::text);
  for (const Override& own : options.overrides) input.overridden.push_back(own.name);
  input.command = command_line("report", arguments.run) + (arguments.unfold == "0" ? "" : " --unfold " + arguments.unfold) +
                  written_analyses(arguments);
  input.version = STRIBECK_VERSION;
  if (arguments.run.file != "-") input.source = diagram_text(*model, arguments.run.file);
  page.write(report_html(input));
  page.commit();
  if (!arguments.run.quiet) say("wrote " + page.path() + "\n");
  return kDone;
}

}  // namespace

Action add_report(CLI::App& program) {
  CLI::App* command = program.add_subcommand("report", "run a diagram and write everything about it as one page for a browser");
  const auto arguments = std::make_shared<ReportArguments>();
  command->add_option("-o,--output", arguments->output, "where the page goes; left out: the diagram's name with .html, here")
      ->type_name("PATH");
  add_unfold_option(*command, arguments->unfold);
  command->add_flag("--modes", arguments->modes, "a section with natural frequencies and shapes where the run stops, as of stribeck modes");
  command->add_option("--inputs", arguments->inputs, "a section with the linear model there, as of stribeck linearise; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--by", arguments->by, "a section with derivatives by this parameter, as of stribeck sensitivity; may be repeated")
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
