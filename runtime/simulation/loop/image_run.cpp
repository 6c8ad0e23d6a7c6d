#include "simulation/loop/image_run.h"

#include <optional>
#include <utility>

#include "base/decimal.h"
#include "simulation/rows/energy_audit.h"

namespace stribeck {

RunSettings settings_of(const ProgramExperiment& experiment) {
  constexpr std::int64_t kRows = 500;  // when the diagram names no interval: a smooth curve on a screen
  RunSettings settings;
  settings.start_s = experiment.start_s;
  settings.stop_s = experiment.stop_s;
  settings.interval_s =
      experiment.interval_s > 0 ? experiment.interval_s : DecimalGrid::step_of(experiment.stop_s - experiment.start_s, kRows);
  settings.solver = experiment.solver;
  settings.integrator = {.rtol = experiment.rtol,
                         .atol = experiment.atol,
                         .by_size = !experiment.has_atol,
                         .step_s = experiment.step_s > 0 ? experiment.step_s : settings.interval_s,
                         .max_step_s = experiment.max_step_s};
  settings.steady_state = experiment.steady_state;
  return settings;
}

const Program* ImageChoices::choose(const WatchedValues& point) {
  const Program& own = image_.with_jacobian != nullptr ? *image_.with_jacobian : image_.program;
  if (are_states_chosen(own.watch, point)) return &own;
  for (const std::shared_ptr<const Program>& other : image_.others)
    if (are_states_chosen(other->watch, point)) return other.get();
  return nullptr;
}

ImageRun::ImageRun(const ProgramImage& image, std::span<const double> parameters, RowSink& sink, const RunSettings& settings,
                   std::ptrdiff_t values)
    : image_(image),
      machine_(image.program, parameters),
      rows_(machine_, sink, values < 0 ? image.row_values : static_cast<std::size_t>(values), image.columns,
            audit_outputs(image.program.audit), heat_sources(image.program.audit, image.heats), image.formulas),
      loop_(machine_, rows_, settings) {
  if (image.with_jacobian != nullptr) set_source_of_jacobian([&image]() -> const Program& { return *image.with_jacobian; });
}

RunSummary ImageRun::run() {
  RunSummary summary = loop_.run();
  summary.audit = audit_of(image_.program, rows_, loop_.quadratures());
  if (std::optional<Diagnostic> note = loop_.shared_forces().note(image_.columns)) summary.notes.push_back(std::move(*note));
  if (std::optional<Diagnostic> note = loop_.branches().note()) summary.notes.push_back(std::move(*note));
  return summary;
}

std::vector<CallNotes::Call> calls_at_start(const ProgramImage& image) {
  if (image.program.functions.empty()) return {};
  NoRows no_rows;
  const std::vector<double> parameters = image.parameter_values();
  CallNotes notes;
  try {
    ImageRun(image, parameters, no_rows, settings_of(image.experiment)).loop().begin();
  } catch (const Failure&) {  // the failure is reported when the program is run
  }
  return notes.take();
}

}  // namespace stribeck
