#include "simulation/start/prescribed_positions.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace stribeck {

namespace {

Failure jump(const Program& program, const PrescribedPosition& position, double t, double from, double to) {
  return Failure(Diagnostic{
      .code = ErrorCode::run_prescribed_jump,
      .message = "at t = " + short_number(t) + " s the prescribed position " + program.labels->variable(position.variable) +
                 " jumps from " + short_number(from) + " to " + short_number(to),
      .where = program.labels->where_of_component(position.component),
      .because = "what hangs on it would have to go that way in no time: the forces and the work for it are infinite or not determined",
      .remedy = "let the signal go there in a finite time: signals.ramp, signals.motion_profile, signals.rate_limiter or a signals.filter "
                "behind what samples or steps",
      .details = {}});
}

}  // namespace

std::vector<double> prescribed_positions_at(const Snapshot& now, Machine& machine) {
  const std::vector<PrescribedPosition>& positions = machine.program().start.positions;
  std::vector<double> values;
  if (positions.empty()) return values;
  machine.run(Section::outputs);
  for (const PrescribedPosition& position : positions) values.insert(values.end(), {now.value(position.value), now.value(position.rate)});
  return values;
}

void require_no_jump_of_positions(const Snapshot& now, Machine& machine, double t, double span_s, const std::vector<double>& before) {
  constexpr double kRounding =
      1e-9;  // of a position that is evaluated again, relative; and how early or late an event may be found, relative to the run
  const std::vector<double> after = prescribed_positions_at(now, machine);
  for (std::size_t i = 0; i < after.size(); i += 2) {
    const double place = std::max(std::fabs(before[i]), std::fabs(after[i]));
    const double way = std::max(std::fabs(before[i + 1]), std::fabs(after[i + 1])) * span_s;
    if (std::fabs(after[i] - before[i]) > kRounding * std::max(place, way))
      throw jump(machine.program(), machine.program().start.positions[i / 2], t, before[i], after[i]);
  }
}

}  // namespace stribeck
