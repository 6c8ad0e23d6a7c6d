// stribeck fit: the parameters with which a diagram agrees best with what was measured.
#include "fit/fit.h"

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "base/format.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "fit/page.h"
#include "fit_documents.h"
#include "format.h"
#include "plots.h"
#include "plugins.h"
#include "process.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/messages.h"
#include "results/output_file.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kFitExamples = R"(Examples:
  stribeck fit swing.json --data measured.csv                        swing.json has a section "fit", or is a plan of a fit
  stribeck fit swing.json --data measured.csv --write fitted.json    the diagram with the values that were found
  stribeck fit swing.json --data measured.csv --report fit.html --plot fit.svg

The section names the columns of the data, the variables that they are compared with, and the parameters that are free: stribeck schema
fit. Intervals hold the true value with a probability of 95 %, if what is left is white noise; what the data cannot see is said.)";

struct FitArguments {
  RunArguments run;
  std::string data, write, report, csv;
  std::vector<std::string> plots;
  OutputFormat format;
  Digits digits = Digits::four;
};

std::string text_of(const Fit& fit, const TextStyle& style) {
  const bool all = style.digits == Digits::all;
  TextTable table("lrllr");
  table.head({"parameter", "value", "unit", "95 % interval", "start"});
  for (std::size_t p = 0; p < fit.parameters.size(); ++p) {
    const FoundParameter& found = fit.parameters[p];
    const ShownEstimate shown = shown_estimate(found, all);
    table.add({fit.plan.parameters[p].name, shown.value, fit.plan.parameters[p].unit,
               shown.interval.empty() ? why_no_interval(found) : shown.interval,
               short_number(fit.starts[fit.best].start[p], style.digits)});
  }
  TextTable left("lrrrr");
  left.head({"compared", "rows", "left (deviation)", "neighbours", "whiteness"});
  for (const LeftOver& one : fit.left) {
    const auto unit = parse_unit(one.unit);
    left.add({label_of(one), std::to_string(one.rows), with_prefix(one.deviation, unit ? to_text(unit->dimension) : "", style.digits),
              fmt::format("{:.3f}", one.correlation), one.whiteness ? fmt::format("p = {:.2g}", *one.whiteness) : "-"});
  }
  std::string text = table.to_text(style) + "\n" + left.to_text(style);
  TextTable derivatives("ll");
  for (std::size_t p = 0; p < fit.parameters.size(); ++p)
    if (fit.parameters[p].derivatives.differences > 0)
      derivatives.add({fit.plan.parameters[p].name, words_of(fit.parameters[p].derivatives)});
  if (!derivatives.empty()) text += "\nderivatives\n" + derivatives.to_text(style);
  if (fit.starts.size() > 1) {
    const auto near = std::ranges::count_if(fit.starts, [&](const FitStart& one) {
      return one.how != LeastSquaresEnd::How::failed && one.cost <= fit.starts[fit.best].cost * (1 + 1e-6);
    });
    const auto failed = std::ranges::count_if(fit.starts, [](const FitStart& one) { return one.how == LeastSquaresEnd::How::failed; });
    text += fmt::format("\n{} of {} starts came here{}\n", near, fit.starts.size(), failed > 0 ? fmt::format(", {} failed", failed) : "");
  }
  return text;
}

void write_rows(const Fit& fit, OutputFile& file) {
  std::string text = "experiment,of,time,measured,computed,left_over_sigma\n";
  for (const LeftOver& left : fit.left)
    for (std::size_t k = 0; k < left.rows; ++k)
      text += fmt::format("{},\"{}\",{},{},{},{}\n", left.experiment, left.variable, number_text(left.times_s[k]),
                          number_text(left.measured[k]), number_text(left.computed[k]), number_text(left.scaled[k]));
  file.write(text);
  file.commit();
}

int execute(FitArguments& arguments) {
  finish_run_options(arguments.run);
  RunOptions& options = arguments.run.options;
  Registry registry = all_components();
  options.sources = std::make_shared<Sources>();
  options.interrupted = &interrupts();
  const std::string& file = arguments.run.file;
  FitPlan plan = read_fit_plan(file, options.sources->text_of(file), registry, options, arguments.data);
  std::vector<std::string> inputs{plan.diagram, file};
  for (const FitExperiment& experiment : plan.experiments) inputs.push_back(experiment.data);
  std::vector<std::unique_ptr<OutputFile>> files;
  const auto open = [&](const char* option, const std::string& path) -> OutputFile* {
    if (path.empty()) return nullptr;
    refuse_to_overwrite(option, path, inputs);
    return files.emplace_back(std::make_unique<OutputFile>(path)).get();
  };
  OutputFile* const written = open("--write", arguments.write);
  OutputFile* const report = open("--report", arguments.report);
  OutputFile* const csv = open("--csv", arguments.csv);
  PlotFiles plots(arguments.plots, {});

  const std::int64_t starts = plan.starts;
  Progress progress(!arguments.run.quiet && starts > 1);
  const Fit found = fit(std::move(plan), registry, [&](std::int64_t start) {
    progress.show(static_cast<double>(start) / static_cast<double>(starts),
                  [&] { return fmt::format("start {} of {}", start + 1, starts); });
  });
  progress.erase();
  if (written != nullptr) written->write(fitted_diagram(found, registry)), written->commit();
  if (report != nullptr) {
    std::string command = command_line("fit", arguments.run);
    if (!arguments.data.empty()) command += " --data " + shell_word(arguments.data);
    report->write(fit_report_html({&found, command, STRIBECK_VERSION})), report->commit();
  }
  if (csv != nullptr) write_rows(found, *csv);
  if (plots.wanted()) plots.write(fit_plot(found));
  if (arguments.run.quiet) return kDone;
  if (arguments.format.is_json())
    write_to_standard_output(document::text_of("fit-result", ToldFit{&found}));
  else
    print(text_of(found, style_of_output(arguments.digits)));
  for (const Diagnostic& note : found.notes.list()) say(note);
  return kDone;
}

}  // namespace

std::string fit_result_schema() { return document::schema_text<ToldFit>("fit-result", "What stribeck fit --format json prints"); }

Action add_fit(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("fit", "the parameters with which a diagram agrees best with measured data, with 95 % intervals");
  const auto arguments = std::make_shared<FitArguments>();
  add_run_options(*command, arguments->run);
  command->add_option("--data", arguments->data, "what was measured; left out: the file that the plan names")->type_name("RESULT");
  command->add_option("--write", arguments->write, "where the diagram goes with the values that were found")->type_name("PATH");
  command->add_option("--report", arguments->report, "where a page for a browser goes: data over model, what is left, estimates")
      ->type_name("PATH");
  command->add_option("--csv", arguments->csv, "where the rows go: measured, computed, and what is left over sigma")->type_name("PATH");
  command->add_option("--plot", arguments->plots, "draws data over model, and what is left: .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kFitExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
