#pragma once
// Held registers: those whose value stays from one evaluation to the next because no instruction computes it. Each has a name that is the
// same in every program of one system, so that a run can change from one program to another. This is the only list of them.
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "program/program.h"

namespace stribeck {

/// The name of a held register: the same in every program of one system, while register numbers differ.
struct HeldName {
  enum class Kind : std::uint8_t {
    time,
    state,           ///< `of`: number of its variable
    unknown,         ///< of a loop: its last solution, from which the next search begins; `of`: number of its variable
    truth,           ///< of a condition; `of`: ConditionCode::origin
    floor_end,       ///< of a condition that says where a floor ends; `of`: FollowedFloor::origin, `part`: which end
    floor,           ///< `of`: FollowedFloor::origin
    floor_of_time,   ///< `of`: HeldFloor::origin
    table_piece,     ///< `of`: number of the table
    friction_input,  ///< `of`: number of the friction, `part`: ModeInput
    discrete,        ///< `of`: its number
    discrete_before  ///< `of`: its number
  };
  Kind kind = Kind::time;
  std::int32_t of = 0, part = 0;
  friend bool operator==(const HeldName&, const HeldName&) = default;
  friend bool operator<(const HeldName& a, const HeldName& b) { return std::tie(a.kind, a.of, a.part) < std::tie(b.kind, b.of, b.part); }
};

/// Calls visit(name, register) for each: time, states, what loops are solved for, and all that has the role `held`.
template <typename Visit>
void for_held_by_name(const Program& program, Visit visit) {
  using Kind = HeldName::Kind;
  visit(HeldName{Kind::time}, program.time);
  for (std::int32_t s = 0; s < program.states(); ++s) {
    visit(HeldName{Kind::state, program.state_facts[static_cast<std::size_t>(s)].variable}, program.first_state + s);
  }
  for (const auto& block : program.blocks)
    for (std::size_t k = 0; k < block.unknowns.size(); ++k) visit(HeldName{Kind::unknown, block.facts[k].variable}, block.unknowns[k]);
  for (const auto& condition : program.conditions) {
    if (condition.floor < 0)
      visit(HeldName{Kind::truth, condition.origin}, condition.held);
    else
      visit(HeldName{Kind::floor_end, program.followed_floors[static_cast<std::size_t>(condition.floor)].origin,
                     static_cast<std::int32_t>(condition.relation)},
            condition.held);
  }
  for (const auto& floor : program.followed_floors) visit(HeldName{Kind::floor, floor.origin}, floor.value);
  for (const auto& floor : program.held_floors) visit(HeldName{Kind::floor_of_time, floor.origin}, floor.value);
  for (const auto& table : program.held_tables) visit(HeldName{Kind::table_piece, table.table}, table.piece);
  for (std::size_t f = 0; f < program.frictions.size(); ++f)
    for (std::size_t i = 0; i < kModeInputs; ++i)
      visit(HeldName{Kind::friction_input, static_cast<std::int32_t>(f), static_cast<std::int32_t>(i)}, program.frictions[f].inputs[i]);
  for (std::size_t d = 0; d < program.discretes.size(); ++d) {
    visit(HeldName{Kind::discrete, static_cast<std::int32_t>(d)}, program.discretes[d].value);
    if (program.discretes[d].before >= 0) visit(HeldName{Kind::discrete_before, static_cast<std::int32_t>(d)}, program.discretes[d].before);
  }
}

/// The values of the held registers, by name.
class HeldValues {
 public:
  HeldValues() = default;
  HeldValues(const Program& program, const std::vector<double>& registers) {
    for_held_by_name(program, [&](HeldName name, Register r) { values_.emplace_back(name, registers[static_cast<std::size_t>(r)]); });
    std::sort(values_.begin(), values_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  /// Writes the known values into the held registers of `program` for which keep(name) is true.
  template <typename Keep>
  void write(const Program& program, std::vector<double>& registers, Keep keep) const {
    for_held_by_name(program, [&](HeldName name, Register r) {
      const auto found = std::lower_bound(values_.begin(), values_.end(), name, [](const auto& a, HeldName b) { return a.first < b; });
      if (found != values_.end() && found->first == name && keep(name)) registers[static_cast<std::size_t>(r)] = found->second;
    });
  }

 private:
  std::vector<std::pair<HeldName, double>> values_;
};

}  // namespace stribeck
