// stribeck study: many variants of a diagram, in a folder that loses nothing.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "arguments.h"
#include "base/format.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "format.h"
#include "plugins.h"
#include "process.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "study/curves.h"
#include "study/work.h"
#include "study_documents.h"
#include "study_page.h"
#include "study_statistics.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kStudyExamples = R"(Examples:
  stribeck study plan.json --dry | head                     the samples, without running any
  stribeck study plan.json -j 8                             makes plan.study, runs all, writes plan.study/table.csv
  stribeck study plan.json -j 8                             the same once more: goes on where it was stopped
  stribeck study work /shared/plan.study -j 16              takes part, from any machine that sees the folder
  stribeck study status plan.study
  stribeck study export plan.study --csv so_far.csv         the rows that are there
  stribeck study statistics plan.study --share "peak > 3"   means, quantiles, probabilities, with intervals
  stribeck study report plan.study -o study.html            a page to look at: what varies, what decides, each run by a click
  stribeck study retry plan.study --failed                  runs the failed samples again

A plan is a JSON file: stribeck schema plan. A worker that is killed loses at most the samples that it had taken, which another one takes
over. A sample that fails is a row with the code of its error and the command that repeats it.)";

struct StudyArguments {
  std::string plan, folder, csv, output;
  int jobs = 1;
  std::int64_t chunk = 0;
  double lease_s = 60;
  bool dry = false, quiet = false, failed = false;
  OutputFormat format;
  StatisticsArguments statistics;
};

/// A study that is there, and what its plan says.
struct OpenStudy {
  Registry registry = all_components();
  StudyFolder folder;
  StudyPlan plan;

  explicit OpenStudy(StudyFolder there) : folder(std::move(there)) {
    const StudyRecord& record = folder.record();
    if (record.version != STRIBECK_VERSION)
      refuse("the study was begun by version " + record.version + " of stribeck, and this is " STRIBECK_VERSION,
             "rows of one table are to come from one program: take that version, or begin the study anew");
    plan = read_plan(record.plan_file, record.plan, registry, record.diagram.sources);
    plan.plugins = record.plugins;
  }
};

std::string state_of(const ToldStudy& told) {
  std::string text = fmt::format("{} of {} samples", told.done + told.failed + told.excluded, told.samples);
  if (told.failed > 0) text += fmt::format(", {} failed", told.failed);
  if (told.excluded > 0) text += fmt::format(", {} excluded", told.excluded);
  return text;
}
std::string state_of(const StudyTally& tally, std::int64_t samples) {
  return state_of(ToldStudy{.samples = samples, .done = tally.done, .failed = tally.failed, .excluded = tally.excluded});
}

/// Rows, how fast they come and how long the rest will take, counted from when this program began.
class StudyProgress {
 public:
  explicit StudyProgress(bool wanted) : progress_(wanted) {}
  void show(const StudyTally& tally, std::int64_t samples) {
    if (first_ < 0) first_ = tally.rows();
    progress_.show(static_cast<double>(tally.rows()) / static_cast<double>(samples), [&] {
      const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
      const double rate = static_cast<double>(tally.rows() - first_) / passed;
      std::string text = state_of(tally, samples);
      if (rate > 0)
        text += fmt::format(", {} a second, {} left", short_number(std::round(rate * 10) / 10),
                            with_prefix(std::ceil(static_cast<double>(samples - tally.rows()) / rate), "s"));
      return text;
    });
  }
  void erase() { progress_.erase(); }

 private:
  Progress progress_;
  std::int64_t first_ = -1;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The failures, by code.
std::string failures_of(const StudyTally& tally) {
  TextTable table("rl");
  for (const auto& [code, count] : tally.by_code) table.add({std::to_string(count), code});
  return table.empty() ? "" : table.to_text(style_of_messages());
}

int run_workers(OpenStudy& study, const StudyArguments& arguments) {
  const std::atomic<bool>& stop = interrupts();
  const auto worker = [&] {
    try {
      return work(study.folder, study.plan, study.registry, stop) ? kDone : kInterruptedWorker;
    } catch (const Failure& failure) {
      say(failure);
      return failure.exit_status();
    }
  };
  const std::int64_t samples = study.folder.record().samples;
  StudyProgress progress(!arguments.quiet);
  const bool is_complete =
      supervise(study.folder, arguments.jobs, worker, stop, [&](const StudyTally& tally) { progress.show(tally, samples); });
  progress.erase();
  if (is_complete) return kDone;
  StudyTally tally(study.folder);
  tally.update();
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::run_interrupted;
  diagnostic.message = (stop ? "interrupted after " : "the workers ended after ") + state_of(tally, samples);
  diagnostic.remedy = "the same command goes on, or: stribeck study work " + shell_word(study.folder.path());
  const Failure failure(diagnostic);
  say(failure);
  return stop ? kInterrupted : 1;
}

/// Exit 1 where samples failed.
int finish(OpenStudy& study, const StudyArguments& arguments) {
  study.folder.tidy();
  finish_curves(study.folder, study.plan);
  const std::string path = arguments.csv.empty() ? study.folder.path() + "/table.csv" : arguments.csv;
  const StudyTally tally = write_table(study.folder, study.plan, path);
  if (!arguments.quiet) {
    say(state_of(tally, study.folder.record().samples) + (path == "-" ? "" : "; the table is in " + path) + "\n");
    say(failures_of(tally));
  }
  return tally.failed > 0 ? 1 : kDone;
}

int work_and_finish(OpenStudy& study, const StudyArguments& arguments) {
  const int status = run_workers(study, arguments);
  return status == kDone ? finish(study, arguments) : status;
}

int print_samples(const StudyPlan& plan) {
  std::string head = "sample";
  for (const StudyFactor& factor : plan.factors) head += "," + csv_field(factor.name);
  OutputFile output("-");
  output.write(head + ",status\n");
  const Samples samples(plan);
  for (std::int64_t i = 0; i < plan.count; ++i) {
    const Sample sample = samples.at(i);
    std::string line = std::to_string(i);
    for (const std::string& value : sample.values) line += "," + csv_field(shown_value(value));
    output.write(line + (sample.is_allowed ? "," : ",excluded") + "\n");
  }
  output.commit();
  return kDone;
}

std::string folder_for(const StudyArguments& arguments) {
  if (!arguments.folder.empty()) return arguments.folder;
  return std::filesystem::path(arguments.plan).stem().string() + ".study";
}

int begin(const StudyArguments& arguments) {
  std::vector<Plugin> plugins;
  Registry registry = all_components(&plugins);
  StudyRecord record{STRIBECK_VERSION, absolute_file(arguments.plan), content_of(arguments.plan), {}, 0, arguments.chunk,
                     arguments.lease_s};
  const auto sources = std::make_shared<Sources>();
  const StudyPlan plan = read_plan(arguments.plan, record.plan, registry, sources);
  if (arguments.dry) return print_samples(plan);
  record.diagram = {STRIBECK_VERSION, "", plan.diagram, {}, sources};
  record.samples = plan.count;
  for (const Plugin& plugin : plugins) record.plugins.push_back(absolute_file(plugin.file));
  const std::string folder = folder_for(arguments);
  if (record.chunk == 0) record.chunk = std::filesystem::exists(folder + "/study") ? 1 : suitable_chunk(plan, registry);
  OpenStudy study(StudyFolder::make(folder, record));
  return work_and_finish(study, arguments);
}

int take_part(const StudyArguments& arguments) {
  OpenStudy study{StudyFolder(arguments.folder)};
  const int status = run_workers(study, arguments);
  if (status == kDone && !arguments.quiet) say("the study is complete: stribeck study export " + shell_word(arguments.folder) + "\n");
  return status;
}

int retry(const StudyArguments& arguments) {
  OpenStudy study{StudyFolder(arguments.folder)};
  for (std::int64_t chunk = 0; chunk < study.folder.chunks(); ++chunk) {
    const auto rows = study.folder.rows_of(chunk);
    const auto has_failed = [](const StudyRow& row) { return row.status == SampleStatus::failed; };
    if (rows && std::ranges::any_of(*rows, has_failed)) study.folder.set_back(chunk);
  }
  return work_and_finish(study, arguments);
}

int export_table(const StudyArguments& arguments) {
  OpenStudy study{StudyFolder(arguments.folder)};
  const StudyTally tally = write_table(study.folder, study.plan, arguments.csv.empty() ? "-" : arguments.csv);
  if (!tally.is_complete()) say("not complete: " + state_of(tally, study.folder.record().samples) + "\n");
  return kDone;
}

int write_page(const StudyArguments& arguments) {
  OpenStudy study{StudyFolder(arguments.folder)};
  const std::string path = arguments.output.empty() ? study.folder.path() + "/report.html" : arguments.output;
  OutputFile page(path);
  std::string command = "stribeck study report " + shell_word(arguments.folder);
  if (!arguments.output.empty()) command += " -o " + shell_word(arguments.output);
  page.write(study_page(study.folder, study.plan, command));
  page.commit();
  if (!arguments.quiet && path != "-") say("wrote " + path + "\n");
  return kDone;
}

int tell_status(const StudyArguments& arguments) {
  const ToldStudy told = status_told(StudyFolder(arguments.folder));
  if (arguments.format.is_json()) {
    write_to_standard_output(document::text_of("study-status", told));
    return kDone;
  }
  TextTable table("ll");
  table.add({"plan", told.plan});
  table.add({"diagram", told.diagram});
  table.add({"rows", state_of(told)});
  for (const ToldCode& code : told.codes) table.add({"failed", fmt::format("{} {}", code.count, code.code)});
  for (const ToldWorker& worker : told.workers)
    table.add({"worker", fmt::format("{} at samples {} to {}", worker.name, worker.first, worker.end - 1)});
  print(table.to_text(style_of_output()));
  return kDone;
}

void add_jobs(CLI::App& command, StudyArguments& arguments) {
  command.add_option("-j,--jobs", arguments.jobs, "how many samples run at once, each in a process of its own")
      ->check(CLI::Range(1, 4096))
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--quiet", arguments.quiet, "no summary and no progress, only errors");
}

void add_folder(CLI::App& command, StudyArguments& arguments) {
  command.add_option("FOLDER", arguments.folder, "of the study")->required()->type_name("");
}

void add_csv(CLI::App& command, StudyArguments& arguments, const std::string& doc) {
  command.add_option("--csv", arguments.csv, doc)->type_name("PATH");
}

}  // namespace

std::string study_status_schema() {
  return document::schema_text<ToldStudy>("study-status", "What stribeck study status --format json prints");
}

Action add_study(CLI::App& program) {
  CLI::App* command = program.add_subcommand("study", "run many variants of a diagram, as a plan says");
  const auto arguments = std::make_shared<StudyArguments>();
  command->add_option("PLAN", arguments->plan, "the plan")->type_name("");
  command
      ->add_option("--dir", arguments->folder, "the folder of the study; left out: beside you, called as the plan with the ending .study")
      ->type_name("FOLDER");
  command->add_flag("--dry", arguments->dry, "print the samples as CSV and run none");
  add_csv(*command, *arguments, "where the table goes; left out: table.csv in the folder; - is standard output");
  command->add_option("--chunk", arguments->chunk, "so many samples are taken and kept at once; left out: about half a second of work")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))
      ->type_name("N");
  command
      ->add_option("--lease", arguments->lease_s,
                   "a worker on another machine that shows no sign of life for so many seconds is taken for gone")
      ->check(CLI::Range(0.1, 1e6))
      ->type_name("SECONDS")
      ->capture_default_str();
  add_jobs(*command, *arguments);
  command->footer(kStudyExamples);

  CLI::App* work = command->add_subcommand("work", "take part in a study that is there, until it is complete");
  add_folder(*work, *arguments), add_jobs(*work, *arguments);
  CLI::App* status = command->add_subcommand("status", "how far a study is");
  add_folder(*status, *arguments), add_format_option(*status, arguments->format);
  CLI::App* again = command->add_subcommand("retry", "run the failed samples of a study again");
  add_folder(*again, *arguments), add_jobs(*again, *arguments);
  again->add_flag("--failed", arguments->failed, "those alone, which is what happens without it, too");
  add_csv(*again, *arguments, "where the table goes; left out: table.csv in the folder; - is standard output");
  CLI::App* table = command->add_subcommand("export", "write the rows of a study as a table");
  add_folder(*table, *arguments), add_csv(*table, *arguments, "where it goes; left out: standard output");
  CLI::App* statistics =
      command->add_subcommand("statistics", "means, quantiles and probabilities over the samples, and which factor decides");
  add_folder(*statistics, *arguments);
  statistics
      ->add_option("--share", arguments->statistics.shares, "a formula in the scalars, \"peak > 3\": how often it holds; may be repeated")
      ->type_name("FORMULA")
      ->allow_extra_args(false);
  statistics->add_flag("--convergence", arguments->statistics.convergence,
                       "the same of an eighth, a quarter and half of the samples: do more of them still change it?");
  add_format_option(*statistics, arguments->statistics.format);
  add_digits_option(*statistics, arguments->statistics.digits);
  CLI::App* page = command->add_subcommand("report", "write the results as one page for a browser: pictures, and each run by a click");
  add_folder(*page, *arguments);
  page->add_option("-o,--output", arguments->output, "where the page goes; left out: report.html in the folder")->type_name("PATH");
  page->add_flag("--quiet", arguments->quiet, "no messages, only errors");
  return [=] {
    if (page->parsed()) return write_page(*arguments);
    if (statistics->parsed()) {
      const OpenStudy study{StudyFolder(arguments->folder)};
      return tell_statistics(study.folder, study.plan, arguments->statistics);
    }
    if (work->parsed()) return take_part(*arguments);
    if (status->parsed()) return tell_status(*arguments);
    if (again->parsed()) return retry(*arguments);
    if (table->parsed()) return export_table(*arguments);
    if (arguments->plan.empty()) refuse("study needs a plan", "see: stribeck study --help");
    return begin(*arguments);
  };
}

}  // namespace stribeck::cli
