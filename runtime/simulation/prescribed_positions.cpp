#include "simulation/prescribed_positions.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/text.h"

namespace stribeck {

/// The equation that prescribes a position holds `variable - prescription`; one that simplification left bare prescribes zero.
PrescribedPositions::PrescribedPositions(FlatSystem& flat) : flat_(&flat) {
  Differentiator differentiator(flat.pool);
  for (const FlatEquation& equation : flat.equations) {
    if (equation.kind != EquationKind::displacement || equation.index != 1) continue;
    const Node& node = flat.pool[equation.residual];
    if (node.op != Operator::sub) continue;
    const auto value = static_cast<ExprId>(node.b);
    if ((flat.pool.content(value) & ~kParameter) == 0) continue;  // held at a constant place
    const ExprId rate = known_time_derivative(flat, differentiator, value);
    positions_.push_back({flat.position_variable[at(equation.owner)], flat.assembly->requests[at(equation.owner)].instance, value,
                          rate == ExprId::none ? flat.pool.zero() : rate});
  }
}

void PrescribedPositions::request(ProgramRequest& request) {
  output_ = request.outputs.size();
  for (const Position& position : positions_) request.outputs.insert(request.outputs.end(), {position.value, position.rate});
}

std::vector<double> PrescribedPositions::now(Machine& machine) const {
  std::vector<double> values;
  if (positions_.empty()) return values;
  machine.run(Section::outputs);
  for (std::size_t i = 0; i < 2 * positions_.size(); ++i) values.push_back(machine.value(machine.program().outputs[output_ + i]));
  return values;
}

void PrescribedPositions::require_no_jump(Machine& machine, double t, double span_s, const std::vector<double>& before) const {
  constexpr double kRounding = 1e-9;  // of the position evaluated again; and of the run, that an event may be found too early or late
  const std::vector<double> after = now(machine);
  for (std::size_t i = 0; i < after.size(); i += 2) {
    const double place = std::max(std::fabs(before[i]), std::fabs(after[i]));
    const double way = std::max(std::fabs(before[i + 1]), std::fabs(after[i + 1])) * span_s;
    if (std::fabs(after[i] - before[i]) > kRounding * std::max(place, way)) throw jump(positions_[i / 2], t, before[i], after[i]);
  }
}

Failure PrescribedPositions::jump(const Position& position, double t, double from, double to) const {
  return Failure(Diagnostic{
      .code = ErrorCode::run_prescribed_jump,
      .message = "at t = " + short_number(t) + " s the prescribed position " + variable_name(*flat_, position.variable) + " jumps from " +
                 short_number(from) + " to " + short_number(to),
      .where = where_of_instance(*flat_, position.instance),
      .because = "what hangs on it would have to go that way in no time: the forces and the work for it are infinite or not determined",
      .remedy = "let the signal go there in a finite time: signals.ramp, signals.motion_profile, signals.rate_limiter or a signals.filter "
                "behind what samples or steps",
      .details = {}});
}

}  // namespace stribeck
