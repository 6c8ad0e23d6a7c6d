#include "simulation/loop/shared_forces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.h"
#include "program/labels.h"

namespace stribeck {

namespace {

/// Whether two values of a trial differ by more than rounding.
bool differs(double with, double without) {
  constexpr double kShare = 1e-6;
  return !(std::fabs(with - without) <= kShare * std::max(1.0, std::fabs(without)));
}

}  // namespace

/// False where the equations have no solution.
bool SharedForces::evaluate(std::vector<double>& rates, std::vector<double>& outputs) {
  const Program& program = machine_.program();
  rates.resize(program.derivatives.size());
  outputs.resize(program.outputs.size());
  try {
    machine_.run(Section::dynamics);
    machine_.run(Section::outputs);
  } catch (const Failure&) {
    return false;
  }
  const Snapshot now = machine_.snapshot();
  now.read(program.derivatives, rates.data());
  now.read(program.outputs, outputs.data());
  return true;
}

void SharedForces::look(double t, std::span<const double> x) {
  constexpr std::array kNewtons{1.0, 1e3};
  const std::size_t forces = machine_.undetermined_forces();
  if (forces == 0) return;
  forces_ = forces;
  Machine::Values kept;
  machine_.keep(kept);
  machine_.set_time(t);
  machine_.set_state(x.data());
  std::vector<double> rates, outputs, other_rates, other_outputs;
  if (evaluate(rates, outputs))
    for (std::size_t which = 0; which < forces; ++which)
      for (const double newtons : kNewtons) {
        machine_.try_force(which, newtons);
        if (!evaluate(other_rates, other_outputs)) {
          moves_ = true;
          continue;
        }
        for (std::size_t s = 0; s < rates.size(); ++s) moves_ = moves_ || differs(other_rates[s], rates[s]);
        for (std::size_t i = 0; i < outputs.size(); ++i)
          if (differs(other_outputs[i], outputs[i])) outputs_.insert(i);
      }
  machine_.try_force(0, 0);
  machine_.put_back(kept);
}

std::optional<Diagnostic> SharedForces::note(std::span<const OutputColumn> columns) const {
  constexpr std::size_t kMostNamed = 12;
  std::vector<std::string> names;
  for (const std::size_t output : outputs_)
    if (output < columns.size()) names.push_back(columns[output].name);
  if (names.empty() && !moves_) return std::nullopt;
  std::string list;
  for (std::size_t k = 0; k < std::min(names.size(), kMostNamed); ++k) list += (k > 0 ? ", " : "") + names[k];
  if (names.size() > kMostNamed) list += fmt::format(" and {} more", names.size() - kMostNamed);
  const Program& program = machine_.program();
  const std::int32_t component = program.constraints.component.front();
  return Diagnostic{
      .code = ErrorCode::run_loop_shared,
      .message = fmt::format("closed loops of bodies have {} force{} or moment{} that the motion does not determine{}{}", forces_,
                             forces_ == 1 ? "" : "s", forces_ == 1 ? "" : "s", names.empty() ? "" : "; these depend on them: ", list),
      .where = program.labels->where_of_component(component),
      .because = std::string("the loop has more constraints than its motion needs; shown are the least forces in its closures") +
                 (moves_ ? ", and friction is pressed by them, so that the motion depends on this choice" : ""),
      .remedy =
          "nothing, if what depends on them does not count; else give joints the freedom that real ones have by their play, as balls "
          "or \"holds\": \"point\"",
      .severity = Severity::warning,
      .details = {}};
}

}  // namespace stribeck
