// stribeck check: runs diagrams and compares them with what they expect of themselves.
#include <memory>

#include "arguments.h"
#include "base/interruption.h"
#include "commands.h"
#include "documents.h"
#include "format.h"
#include "plugins.h"
#include "process.h"
#include "results/expectations.h"
#include "results/layout.h"
#include "results/messages.h"
#include "results/output_file.h"
#include "results/trajectory.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kCheckExamples = R"(Examples:
  stribeck check diagrams/verify/*.json
  STRIBECK_TOL_SCALE=0 stribeck check drive.json            shows how far each value is from the expected one)";

bool expects_anything(const Expect& expect) {
  return !expect.at.empty() || !expect.exact.empty() || !expect.events.empty() || expect.energy_residual || expect.states ||
         expect.max_steps;
}

struct Outcome {
  int status = kDone;
  std::vector<Diagnostic> failures;
  bool compared = true;
  std::vector<Diagnostic> notes;  ///< of the run
  std::string file{};

  bool passed() const { return status == kDone; }
  const std::vector<Diagnostic>& messages() const { return passed() ? notes : failures; }
};

struct Outcomes {
  std::vector<Outcome> files;
  std::int64_t passed = 0, failed = 0;
};

const document::Shape<Outcome>& shape_of(const Outcome*) {
  static const auto shape = document::Shape<Outcome>()
                                .key("file", "the diagram, as it was named", &Outcome::file)
                                .key("passed", "it ran, and is as it expects", &Outcome::passed)
                                .key("expects", "false where it ran and expects nothing", &Outcome::compared)
                                .key("exit_status", "of a check of this file alone", &Outcome::status)
                                .key("messages", "what is wrong; of one that passed, warnings and notes", &Outcome::messages);
  return shape;
}

const document::Shape<Outcomes>& shape_of(const Outcomes*) {
  static const auto shape = document::Shape<Outcomes>()
                                .key("passed", "how many files", &Outcomes::passed)
                                .key("failed", "how many files", &Outcomes::failed)
                                .key("files", "in the order of the command line", &Outcomes::files);
  return shape;
}

Outcome check_file(Registry& registry, const std::string& file, const std::vector<Override>& overrides, double tolerance_scale) {
  RunOptions options;
  options.columns = ColumnsFor::expectations;
  options.overrides = overrides;
  Trajectory trajectory;
  Outcome outcome;
  try {
    const ModelPtr model = load_file(registry, file, options);
    options.interrupted = &interrupts();
    const Diagram& diagram = diagram_of(*model);
    options.extra_times_s = expected_times(diagram.expect);
    const RunSummary summary = run(*model, trajectory, options);
    if (summary.interrupted) return {kInterrupted, {}, false, {}};
    outcome.compared = expects_anything(diagram.expect);
    outcome.notes = summary.notes;
    outcome.failures = compare(diagram, trajectory, summary, tolerance_scale);
    if (!outcome.failures.empty()) outcome.status = describe(ErrorCode::expect_failed).exit_status;
  } catch (const Failure& failure) {
    if (is_interruption(failure)) return {kInterrupted, {}, false, {}};
    outcome = {failure.exit_status(), failure.diagnostics(), true, {}};
  }
  return outcome;
}

int execute(const std::vector<std::string>& files, const std::vector<std::string>& sets, bool in_json) {
  const std::vector<Override> overrides = overrides_of(sets);
  Registry registry = all_components();
  const double tolerance_scale = tolerance_scale_from_environment();
  Outcomes all;
  int status = kDone;
  const auto tell = [&](const std::string& line) {
    if (!in_json) print(line);
  };
  for (const std::string& file : files) {
    Outcome outcome = check_file(registry, file, overrides, tolerance_scale);
    outcome.file = file;
    if (outcome.status == kInterrupted) {
      Diagnostic diagnostic;
      diagnostic.code = ErrorCode::run_interrupted;
      diagnostic.message = "interrupted while " + file + " ran, after " + counted(all.passed + all.failed, "file");
      say(diagnostic);
      return kInterrupted;
    }
    ++(outcome.passed() ? all.passed : all.failed);
    if (status == kDone) status = outcome.status;
    tell(!outcome.passed() ? "FAILED  " + file + "\n" : "ok  " + file + (outcome.compared ? "\n" : "  (it expects nothing)\n"));
    for (const Diagnostic& message : outcome.messages()) say(message);
    if (in_json) all.files.push_back(std::move(outcome));
  }
  tell(std::to_string(all.passed) + " passed, " + std::to_string(all.failed) + " failed\n");
  if (in_json) write_to_standard_output(document::text_of("check", all));
  return status;
}

}  // namespace

std::string check_schema() { return document::schema_text<Outcomes>("check", "What stribeck check --format json prints"); }

Action add_check(CLI::App& program) {
  CLI::App* command = program.add_subcommand("check", "run diagrams and compare them with their `expect`");
  const auto files = std::make_shared<std::vector<std::string>>();
  const auto format = std::make_shared<OutputFormat>();
  add_format_option(*command, *format);
  command->add_option("FILE", *files, "the diagrams; - reads standard input")->type_name("");
  const auto sets = std::make_shared<std::vector<std::string>>();
  add_set_option(*command, *sets);
  command->footer(kCheckExamples);
  return [command, files, sets, format] {
    refuse_if_missing(*command, files->empty() ? "" : files->front());
    return execute(*files, *sets, format->is_json());
  };
}

}  // namespace stribeck::cli
