// stribeck run: a diagram becomes rows and a summary.
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "arguments.h"
#include "base/constants.h"
#include "commands.h"
#include "plots.h"
#include "results/csv_writer.h"
#include "results/layout.h"
#include "results/row_fork.h"
#include "results/sparkline.h"
#include "results/summary.h"
#include "run_options.h"
#include "terminal.h"
#include "verification/second_lane.h"

namespace stribeck::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  stribeck run drive.json                                   the summary only
  stribeck run drive.json --csv drive.csv                   rows to a file, which appears when the run is complete
  stribeck run drive.json --csv - --quiet | head            rows to standard output
  stribeck run drive.json --set load.inertia=2 --set "speed=3 rpm" --stop "5 s" --rtol 1e-8
  stribeck run drive.json --plot curves.svg                 what the diagram's "plots" ask for; .png, .pdf and .html too
  stribeck run drive.json --plot both.png --overlay earlier.csv   beside the curves of another result
  stribeck run drive.json --verify                          also tells the largest residual and constraint drift)";

struct RowArguments {
  RunArguments run;
  std::string csv;
  std::vector<std::string> plots, overlays;
};

bool is_output_failure(const Failure& failure) {
  return !failure.diagnostics().empty() && failure.diagnostics().front().code == ErrorCode::output_unwritable;
}

std::string where_rows_are(const CsvWriter& writer, const std::string& kept) {
  return counted(writer.rows(), "row") + " up to then " + (writer.rows() == 1 ? "is" : "are") + " in " +
         (kept.empty() ? "the output" : kept);
}

int report_interruption(const RunSummary& summary, CsvWriter* writer) {
  if (writer == nullptr) return say_interrupted(summary, {});
  const std::string kept = writer->keep_partial();
  return say_interrupted(summary, {{"kept", where_rows_are(*writer, kept)}});
}

int report_verification(const Verification& verification) {
  if (verification.residual <= kVerifiedResidual) return kDone;
  const Failure failure(unverified(verification));
  say(failure);
  return failure.exit_status();
}

/// Two results under one name: the second would replace the first.
void refuse_same_names(const RowArguments& arguments) {
  std::set<std::string> names;
  const auto take = [&](const std::string& name) {
    if (name != "-" && !names.insert(std::filesystem::weakly_canonical(std::filesystem::absolute(name)).string()).second)
      refuse("two results would be called " + name, "give each a name of its own");
  };
  if (!arguments.csv.empty()) take(arguments.csv);
  for (const std::string& plot : arguments.plots) take(plot);
}

int execute(RowArguments& arguments) {
  refuse_same_names(arguments);
  Registry registry;
  add_builtin_components(registry);
  RunOptions& options = arguments.run.options;
  const bool quiet = arguments.run.quiet;
  finish_run_options(arguments.run);
  if (!arguments.plots.empty()) options.columns = ColumnsFor::plots;
  const ModelPtr model = load_file(registry, arguments.run.file, options);

  for (const std::string& plot : arguments.plots) refuse_to_overwrite("--plot", plot, arguments.run.file);
  PlotFiles plots(arguments.plots, arguments.overlays);
  std::optional<CsvWriter> writer;
  if (!arguments.csv.empty()) {
    refuse_to_overwrite("--csv", arguments.csv, arguments.run.file);
    writer.emplace(arguments.csv);
  }
  const Diagram& diagram = diagram_of(*model);
  const std::size_t asked = asked_columns(*model);
  RowFork rows;
  Trajectory trajectory;
  Sparklines sparklines(diagram.experiment.start_s, diagram.experiment.stop_s);
  if (writer) rows.add(*writer, asked);
  if (plots.wanted()) rows.add(trajectory, output_columns(*model).size());
  if (!quiet) rows.add(sparklines, asked);
  Progress progress(!quiet);
  options.progress = [&](double time_s, double stop_s) { progress.show(time_s, stop_s); };
  RunSummary summary;
  try {
    summary = run(*model, rows, options);
  } catch (const Failure& failure) {
    progress.erase();
    say(failure);
    if (writer && writer->rows() > 0 && !is_output_failure(failure))
      say("  kept           " + where_rows_are(*writer, writer->keep_partial()) + "\n");
    return failure.exit_status();
  }
  progress.erase();
  if (summary.interrupted) return report_interruption(summary, writer ? &*writer : nullptr);
  if (writer) writer->finish();
  const std::vector<std::string> remarks = plots.wanted() ? plots.write(diagram, trajectory, asked) : std::vector<std::string>{};
  if (!quiet) {
    say(to_text(summary, diagram.title.empty() ? arguments.run.file : diagram.title, colours()));
    say("\n" + sparklines.to_text());
    for (const std::string& remark : remarks) say("\n" + remark + "\n");
    if (!writer && !plots.wanted()) say("\nno rows were written: --csv FILE puts them in a file, --csv - on standard output\n");
  }
  return summary.verification ? report_verification(*summary.verification) : kDone;
}

}  // namespace

Action add_run(CLI::App& program) {
  CLI::App* command = program.add_subcommand("run", "run a diagram, write its rows, draw its curves, tell its summary");
  const auto arguments = std::make_shared<RowArguments>();
  command->add_option("--csv", arguments->csv, "where the rows go; - is standard output")->type_name("PATH");
  command->add_option("--plot", arguments->plots, "a picture of the curves, .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_option("--overlay", arguments->overlays, "a CSV of another run, drawn beside the curves of the same name; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_run_options(*command, arguments->run);
  command->add_flag("--verify", arguments->run.options.verify,
                    "evaluate the equations anew at every row, beside the compiled program; exit 1 if one does not hold");
  command->footer(kExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
