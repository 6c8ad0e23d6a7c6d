// stribeck check: runs diagrams and compares them with what they expect of themselves.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "plugins.h"
#include "process.h"
#include "results/expectations.h"
#include "results/layout.h"
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
};

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
    outcome = {failure.exit_status(), failure.diagnostics(), true, {}};
  }
  return outcome;
}

int execute(const std::vector<std::string>& files, const std::vector<std::string>& sets) {
  const std::vector<Override> overrides = overrides_of(sets);
  Registry registry = all_components();
  const double tolerance_scale = tolerance_scale_from_environment();
  std::int64_t passed = 0, failed = 0;
  int status = kDone;
  for (const std::string& file : files) {
    const Outcome outcome = check_file(registry, file, overrides, tolerance_scale);
    if (outcome.status == kInterrupted) {
      Diagnostic diagnostic;
      diagnostic.code = ErrorCode::run_interrupted;
      diagnostic.message = "interrupted while " + file + " ran, after " + counted(passed + failed, "file");
      say(to_text(diagnostic, colours()));
      return kInterrupted;
    }
    if (outcome.status == kDone) {
      ++passed;
      write_to_standard_output("ok  " + file + (outcome.compared ? "\n" : "  (it expects nothing)\n"));
      for (const Diagnostic& note : outcome.notes) say(to_text(note, colours()));
      continue;
    }
    ++failed;
    if (status == kDone) status = outcome.status;
    write_to_standard_output("FAILED  " + file + "\n");
    say(Failure(outcome.failures));
  }
  write_to_standard_output(std::to_string(passed) + " passed, " + std::to_string(failed) + " failed\n");
  return status;
}

}  // namespace

Action add_check(CLI::App& program) {
  CLI::App* command = program.add_subcommand("check", "run diagrams and compare them with their `expect`");
  const auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *files, "the diagrams; - reads standard input")->type_name("");
  const auto sets = std::make_shared<std::vector<std::string>>();
  add_set_option(*command, *sets);
  command->footer(kCheckExamples);
  return [command, files, sets] {
    refuse_if_missing(*command, files->empty() ? "" : files->front());
    return execute(*files, *sets);
  };
}

}  // namespace stribeck::cli
