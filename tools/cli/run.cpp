// stribeck run: a diagram becomes rows and a summary.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "arguments.h"
#include "base/constants.h"
#include "base/interruption.h"
#include "checkpoints.h"
#include "commands.h"
#include "format.h"
#include "plots.h"
#include "plugins.h"
#include "process.h"
#include "result_files.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "results/overview.h"
#include "results/row_fork.h"
#include "results/run_document.h"
#include "results/sparkline.h"
#include "results/summary.h"
#include "run_options.h"
#include "simulation/rows/motion_check.h"
#include "terminal.h"
#include "verification/second_lane.h"

namespace stribeck::cli {
namespace {

constexpr const char* kRunExamples = R"(Examples:
  stribeck run drive.json                                   the summary only
  stribeck run drive.json --csv drive.csv                   rows to a file, which appears when the run is complete
  stribeck run drive.json --csv - --quiet | head            rows to standard output
  stribeck run drive.json --set load.inertia=2 --set "speed=3 rpm" --stop "5 s" --rtol 1e-8
  stribeck run drive.json --result drive.mat --result drive.h5    for MATLAB, Octave, Python; .jsonl too
  stribeck run drive.json --plot curves.svg                 what the diagram's "plots" ask for; .png, .pdf and .html too
  stribeck run drive.json --plot both.png --overlay earlier.csv   beside the curves of another result
  stribeck run drive.json --csv drive.csv --checkpoint every 60s --resume    goes on where it was killed, if it was
  stribeck run drive.json --format json                     the summary for a script: stribeck schema run
  stribeck run drive.json --summary drive_summary.json      the same into a file, beside the text
  stribeck run drive.json --csv end.csv --from "9 s"        the rows of the last second; --at 1,2.5 those at two instants
  stribeck run drive.json --csv heat.csv --outputs "brake.heat" --outputs "brake.T*brake.w"
  stribeck run drive.json --csv steps.csv --rows steps      a row at each step of the solver
  stribeck run drive.json --verify                          also tells the largest residual and constraint drift)";

struct RowArguments {
  RunArguments run;
  std::string csv;
  std::vector<std::string> results, plots, overlays;
  CheckpointArguments checkpoint;
  Digits digits = Digits::four;
  OutputFormat format;
  std::string summary;  ///< where the document goes

  bool wants_document() const { return !summary.empty() || (format.is_json() && !run.quiet); }
};

/// A page is a thousand pixels wide.
constexpr std::size_t kMostNumbers = 4'000'000;

/// What makes two runs the same one: also where their rows go.
RunIdentity identity_of(const RowArguments& arguments, const Model& model) {
  RunIdentity identity{{"version of stribeck", STRIBECK_VERSION}};
  for (const auto& part : stribeck::identity_of(model)) identity.push_back(part);
  std::string results = arguments.csv;
  for (const std::string& result : arguments.results) results += (results.empty() ? "" : ", ") + result;
  if (arguments.wants_document()) results += (results.empty() ? "" : ", ") + std::string("a summary in JSON");
  identity.emplace_back("list of results", results);
  return identity;
}

bool draws_against_another(const Diagram& diagram) {
  return std::any_of(diagram.plots.begin(), diagram.plots.end(), [](const Plot& plot) { return plot.x != "time"; });
}

bool is_output_failure(const Failure& failure) {
  return !failure.diagnostics().empty() && failure.diagnostics().front().code == ErrorCode::output_unwritable;
}

int report_verification(const RunSummary& summary) {
  std::vector<Diagnostic> found;
  if (summary.verification && summary.verification->residual > kVerifiedResidual) found.push_back(unverified(*summary.verification));
  if (summary.motion && !is_motion_verified(*summary.motion)) found.push_back(unverified(*summary.motion));
  if (found.empty()) return kDone;
  const Failure failure(std::move(found));
  say(failure);
  return failure.exit_status();
}

/// Two results under one name: the second would replace the first.
void refuse_same_names(const RowArguments& arguments) {
  std::set<std::string> names;
  bool is_output_taken = arguments.format.is_json() && !arguments.run.quiet;
  const auto take = [&](const std::string& name) {
    if (name == "-" && std::exchange(is_output_taken, true))
      refuse("two results would go to standard output", "write one of them into a file: --csv FILE, or --summary FILE");
    std::error_code none;  // what is not found under a folder, as the pipe behind /dev/stdout, goes by the name that it has
    std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(name, none), none);
    if (none) whole = name;
    if (name != "-" && !names.insert(whole.string()).second) refuse("two results would be called " + name, "give each a name of its own");
  };
  if (!arguments.csv.empty()) take(arguments.csv);
  for (const std::string& result : arguments.results) take(result);
  for (const std::string& plot : arguments.plots) take(plot);
  if (!arguments.summary.empty()) take(arguments.summary);
}

void refuse_to_overwrite_diagram(const RowArguments& arguments, const Diagram& diagram) {
  const std::vector<std::string> files = files_of(arguments.run.file, diagram);
  if (!arguments.csv.empty()) refuse_to_overwrite("--csv", arguments.csv, files);
  for (const std::string& result : arguments.results) refuse_to_overwrite("--result", result, files);
  for (const std::string& plot : arguments.plots) refuse_to_overwrite("--plot", plot, files);
  if (!arguments.summary.empty()) refuse_to_overwrite("--summary", arguments.summary, files);
}

/// What was kept of the rows is told with what is wrong.
Failure with_details(const Failure& failure, std::vector<std::pair<std::string, std::string>> details) {
  std::vector<Diagnostic> told = failure.diagnostics();
  for (auto& detail : details) told.back().details.push_back(std::move(detail));
  return Failure(std::move(told));
}

std::string document_of(const RowArguments& arguments, const Diagram& diagram, const RunSummary& summary, const RowSummary& rows) {
  RunDocument document{STRIBECK_VERSION, arguments.run.file, diagram.title, diagram.libraries, {}, &summary, &rows};
  for (const Override& set : arguments.run.options.overrides) document.set.emplace_back(set.name, set.value);
  return to_json(document);
}

int execute(RowArguments& arguments) {
  refuse_same_names(arguments);
  Registry registry = all_components();
  RunOptions& options = arguments.run.options;
  const bool is_told = !arguments.run.quiet && !arguments.format.is_json();
  finish_run_options(arguments.run);
  if (!arguments.plots.empty()) options.columns = ColumnsFor::plots;
  const ModelPtr model = load_file(registry, arguments.run.file, options);
  options.interrupted = &interrupts();

  refuse_to_overwrite_diagram(arguments, diagram_of(*model));
  PlotFiles plots(arguments.plots, arguments.overlays);
  const std::string first_result = arguments.csv.empty() && !arguments.results.empty() ? arguments.results.front() : arguments.csv;
  Checkpoints checkpoints(wanted_checkpoint(arguments.checkpoint, first_result), [&] { return identity_of(arguments, *model); });
  ResultFiles results(arguments.csv, arguments.results, *model, checkpoints.lasting());
  const Diagram& diagram = diagram_of(*model);
  const std::size_t asked = asked_columns(*model);
  RowFork rows;
  Overview overview(kMostNumbers, draws_against_another(diagram));
  RowSummary numbers;
  std::optional<OutputFile> summary_file;
  if (!arguments.summary.empty()) summary_file.emplace(arguments.summary);
  Sparklines sparklines(diagram.experiment.start_s, diagram.experiment.stop_s);
  RowFork chosen;
  const bool all = diagram.experiment.rows.is_all();
  results.read_from(all ? rows : chosen, asked);
  if (!all) options.chosen_rows = &chosen;
  if (plots.wanted()) rows.add(overview, output_columns(*model).size());
  if (is_told) rows.add(sparklines, asked);
  if (arguments.wants_document()) rows.add(numbers, asked);
  Progress progress(is_told);
  options.progress = [&](double time_s, double stop_s, std::int64_t events) { progress.show(time_s, stop_s, events); };
  checkpoints.attach(
      options, [&] { results.sync(); },
      [&](Archive& archive) {
        results.carry(archive);
        archive(sparklines), archive(overview), archive(numbers);
      });
  RunSummary summary;
  const auto what_is_left = [&](bool goes_on) {
    auto details = results.keep_partial();
    if (goes_on && !checkpoints.written().empty())
      details.emplace_back("go on", "the same command with --resume goes on from " + checkpoints.written());
    return details;
  };
  try {
    summary = run(*model, rows, options);
  } catch (const Failure& failure) {
    progress.erase();
    say(is_output_failure(failure) ? failure : with_details(failure, what_is_left(is_interruption(failure))));
    return failure.exit_status();
  }
  progress.erase();
  if (summary.interrupted) return say_interrupted(summary, what_is_left(true));
  results.finish();
  checkpoints.remove();
  results.forget();
  const std::vector<std::string> remarks = plots.wanted() ? plots.write(diagram, PlotRows(overview), asked) : std::vector<std::string>{};
  if (arguments.wants_document()) {
    const std::string document = document_of(arguments, diagram, summary, numbers);
    if (summary_file) {
      summary_file->write(document);
      summary_file->commit();
    }
    if (arguments.format.is_json() && !arguments.run.quiet) {
      write_to_standard_output(document);
      for (const Diagnostic& note : summary.notes) say(note);
    }
  }
  if (is_told) {
    const TextStyle style = style_of_messages(arguments.digits);
    say(to_text(summary, diagram.title.empty() ? arguments.run.file : diagram.title, style));
    say("\n" + sparklines.to_text(style));
    for (const std::string& remark : remarks) say("\n" + remark + "\n");
    if (!results.any() && !plots.wanted()) say("\nno rows were written: --csv FILE puts them in a file, --csv - on standard output\n");
  }
  return report_verification(summary);
}

}  // namespace

Action add_run(CLI::App& program) {
  CLI::App* command = program.add_subcommand("run", "run a diagram, write its rows, draw its curves, tell its summary");
  const auto arguments = std::make_shared<RowArguments>();
  command->add_option("--csv", arguments->csv, "where the rows go; - is standard output")->type_name("PATH");
  command->add_option("--result", arguments->results, "a file of rows, " + result_endings() + "; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_option("--plot", arguments->plots, "a picture of the curves, .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command
      ->add_option("--overlay", arguments->overlays, "the result of another run, drawn beside the curves of the same name; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_format_option(*command, arguments->format);
  command->add_option("--summary", arguments->summary, "write the summary as JSON into this file; - is standard output")->type_name("PATH");
  add_checkpoint_options(*command, arguments->checkpoint);
  add_run_options(*command, arguments->run);
  command
      ->add_option("--outputs", arguments->run.options.outputs,
                   "the columns instead of those that the diagram names: variables, patterns, formulas; may be repeated")
      ->type_name("COLUMN")
      ->allow_extra_args(false);
  AskedRows& rows = arguments->run.options.rows;
  command->add_option("--from", rows.from, "the files get the rows from then on; the run is the same")->type_name("T");
  command->add_option("--to", rows.to, "and those until then")->type_name("T");
  command->add_option("--at", rows.at, "the files get the rows at these instants alone; may be repeated, or \"1 s,2 s\"")
      ->type_name("T")
      ->delimiter(',')
      ->allow_extra_args(false);
  offer(command->add_option("--rows", rows.rows, "the files get a row wherever a step of the solver ends, and those of events")
            ->type_name("WHICH"),
        {"steps"});
  add_digits_option(*command, arguments->digits);
  command->add_flag("--verify", arguments->run.options.verify,
                    "evaluate the equations anew at every row, beside the compiled program; exit 1 if one does not hold");
  command->add_flag("--plain", arguments->run.options.plain,
                    "without shortcuts: everything is evaluated and followed at every step; slower, for comparing");
  command->footer(kRunExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    if (arguments->checkpoint.any() && arguments->run.options.verify)
      refuse("--verify judges a run as a whole, which one that may be resumed is not", "leave one of --verify and --checkpoint out");
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
