// stribeck run: a diagram becomes rows and a summary.
#include <sys/stat.h>

#include <memory>
#include <optional>

#include "arguments.h"
#include "base/constants.h"
#include "commands.h"
#include "plots.h"
#include "process.h"
#include "results/csv_writer.h"
#include "results/layout.h"
#include "results/row_fork.h"
#include "results/sparkline.h"
#include "results/summary.h"
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

struct RunArguments {
  std::string file, csv;
  std::vector<std::string> sets, plots, overlays;
  RunOptions options;
  bool quiet = false;
};

/// A slip of the hand that would cost the diagram.
void refuse_to_overwrite(const std::string& option, const std::string& result_path, const std::string& diagram) {
  struct stat result {
  }, source{};
  if (::stat(result_path.c_str(), &result) != 0 || ::stat(diagram.c_str(), &source) != 0) return;
  if (result.st_dev == source.st_dev && result.st_ino == source.st_ino) {
    refuse(option + " " + result_path + " would overwrite the diagram", "name another file for the result");
  }
}

bool is_output_failure(const Failure& failure) {
  return !failure.diagnostics().empty() && failure.diagnostics().front().code == ErrorCode::output_unwritable;
}

std::string where_rows_are(const CsvWriter& writer, const std::string& kept) {
  return counted(writer.rows(), "row") + " up to then " + (writer.rows() == 1 ? "is" : "are") + " in " +
         (kept.empty() ? "the output" : kept);
}

int report_interruption(const RunSummary& summary, CsvWriter* writer) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::run_interrupted;
  diagnostic.message = "interrupted at " + with_prefix(summary.reached_s, "s") + " of " + with_prefix(summary.stop_s, "s");
  if (writer) {
    const std::string kept = writer->keep_partial();
    diagnostic.details.emplace_back("kept", where_rows_are(*writer, kept));
  }
  say(to_text(diagnostic, colours()));
  return kInterrupted;
}

int report_verification(const Verification& verification) {
  if (verification.residual <= kVerifiedResidual) return kDone;
  const Failure failure(unverified(verification));
  say(failure);
  return failure.exit_status();
}

int execute(RunArguments& arguments) {
  Registry registry;
  add_builtin_components(registry);
  RunOptions& options = arguments.options;
  options.overrides = parse_overrides(arguments.sets, "--set", "--set load.inertia=2, or --set \"speed=3 rpm\"");
  options.interrupted = &interrupts();
  if (!arguments.plots.empty()) options.columns = ColumnsFor::plots;
  const ModelPtr model = load_file(registry, arguments.file, options);

  for (const std::string& plot : arguments.plots) refuse_to_overwrite("--plot", plot, arguments.file);
  PlotFiles plots(arguments.plots, arguments.overlays);
  std::optional<CsvWriter> writer;
  if (!arguments.csv.empty()) {
    refuse_to_overwrite("--csv", arguments.csv, arguments.file);
    writer.emplace(arguments.csv);
  }
  const Diagram& diagram = diagram_of(*model);
  const std::size_t asked = asked_columns(*model);
  RowFork rows;
  Trajectory trajectory;
  Sparklines sparklines(diagram.experiment.start_s, diagram.experiment.stop_s);
  if (writer) rows.add(*writer, asked);
  if (plots.wanted()) rows.add(trajectory, output_columns(*model).size());
  if (!arguments.quiet) rows.add(sparklines, asked);
  Progress progress(!arguments.quiet);
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
  if (!arguments.quiet) {
    say(to_text(summary, diagram.title.empty() ? arguments.file : diagram.title, colours()));
    say("\n" + sparklines.to_text());
    for (const std::string& remark : remarks) say("\n" + remark + "\n");
    if (!writer && !plots.wanted()) say("\nno rows were written: --csv FILE puts them in a file, --csv - on standard output\n");
  }
  return summary.verification ? report_verification(*summary.verification) : kDone;
}

}  // namespace

Action add_run(CLI::App& program) {
  CLI::App* command = program.add_subcommand("run", "run a diagram, write its rows, tell its summary");
  const auto arguments = std::make_shared<RunArguments>();
  RunOptions& options = arguments->options;
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("--csv", arguments->csv, "where the rows go; - is standard output")->type_name("PATH");
  command->add_option("--plot", arguments->plots, "a picture of the curves, .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_option("--overlay", arguments->overlays, "a CSV of another run, drawn beside the curves of the same name; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_option("--set", arguments->sets, "a parameter of the diagram or of a component, may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--stop", options.stop, "time at the end, such as \"10 s\"")->type_name("T");
  command->add_option("--interval", options.interval, "time between rows")->type_name("DT");
  command->add_option("--solver", options.solver, "how time is integrated; auto chooses")->type_name("S");
  command->add_option("--rtol", options.rtol, "relative tolerance")->type_name("R");
  command->add_option("--atol", options.atol, "absolute tolerance")->type_name("A");
  command->add_flag("--verify", options.verify,
                    "evaluate the equations anew at every row, beside the compiled program; exit 1 if one does not hold");
  command->add_flag("--quiet", arguments->quiet, "no summary and no progress, only errors");
  command->footer(kExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
