#include "program/snapshot.h"

#include <stdexcept>

#include "base/index.h"

namespace stribeck {

void Snapshot::fail() { throw std::logic_error("values of one point are read after others have been computed"); }

/// Whether the floor is no longer the one that is held: of the argument itself, as the difference from the next whole number may be
/// rounded.
bool Snapshot::is_left(const FollowedFloor& floor, Operator relation) const {
  const double now = std::floor(value(floor.argument)), held = machine_->held_value(floor.value);
  if (relation == Operator::lt) return now < held;
  return !(now <= held) && !(std::isnan(now) && std::isnan(held));
}

bool Snapshot::truth(std::size_t condition) const {
  const ConditionCode& c = program().conditions[condition];
  const std::span<const double> values = registers();
  if (c.floor >= 0) return is_left(program().followed_floors[at(c.floor)], c.relation);
  if (c.scheduled < 0) return evaluate(c.relation, values[at(c.crossing)], 0, 0) != 0;
  const bool after = Machine::instant_end(values[at(program().time)]) >= values[at(c.scheduled)];
  return evaluate(c.relation, after ? values[at(c.rate)] : -values[at(c.rate)], 0, 0) != 0;
}

bool Snapshot::differs(std::size_t condition) const {
  const bool is_exact = program().conditions[condition].noise < 0;
  return has_changed(condition) && (is_exact || std::fabs(crossing(condition)) > noise(condition));
}

double Snapshot::to_be_held(std::size_t condition) const {
  const std::int32_t floor = program().conditions[condition].floor;
  if (floor >= 0) return std::floor(value(program().followed_floors[at(floor)].argument));
  return truth(condition) ? 1.0 : 0.0;
}

}  // namespace stribeck
