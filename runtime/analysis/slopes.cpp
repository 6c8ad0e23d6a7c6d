#include "analysis/slopes.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "program/registers.h"

namespace stribeck {
namespace {

/// The shape is there, and what LinearCode has no entries for is zero.
void read_slopes(Machine& machine, double t, std::span<const double> x, Slopes& slopes, std::vector<double>* crossings) {
  const Program& program = machine.program();
  const std::size_t n = x.size(), all = slopes.by_states.rows, columns = slopes.by_parameters.columns;
  slopes.finite = true;
  machine.derivatives(t, x.data(), slopes.rates.data());
  machine.run(Section::jacobian);
  for (std::size_t k = 0; k < program.linear.values.size(); ++k) {
    const std::size_t row = at(program.linear.rows[k]), column = at(program.linear.columns[k]);
    if (row >= all) continue;
    const double value = machine.value(program.linear.values[k]);
    if (row < n) slopes.finite = slopes.finite && std::isfinite(value);
    if (column < n)
      slopes.by_states(row, column) = value;
    else if (column < n + columns)
      slopes.by_parameters(row, column - n) = value;
    else if (row >= n)
      slopes.by_time[row - n] = value;
  }
  if (crossings == nullptr) return;
  machine.run(Section::crossings);
  crossings->clear();
  for (std::size_t c = 0; c < program.conditions.size(); ++c)
    crossings->push_back(program.conditions[c].crossing >= 0 ? machine.crossing(c) : 0);
}

Slopes slopes_of(std::size_t states, std::size_t rows, std::size_t columns) {
  return {std::vector<double>(states), Matrix(states + rows, states), Matrix(states + rows, columns), std::vector<double>(rows), true};
}

}  // namespace

Slopes slopes_at(Machine& machine, double t, std::span<const double> x, std::size_t rows, std::size_t columns,
                 std::vector<double>* crossings) {
  Slopes slopes = slopes_of(x.size(), rows, columns);
  Machine::Values kept;
  machine.keep(kept);
  read_slopes(machine, t, x, slopes, crossings);
  machine.put_back(kept);
  return slopes;
}

std::vector<double> outputs_at(Machine& machine, double t, std::span<const double> x, std::span<const std::size_t> places) {
  Machine::Values kept;
  machine.keep(kept);
  std::vector<double> rates(x.size()), values;
  machine.derivatives(t, x.data(), rates.data());
  machine.run(Section::outputs);
  for (const std::size_t place : places) values.push_back(machine.value(machine.program().outputs[place]));
  machine.put_back(kept);
  return values;
}

void SlopeReader::begin(const Program& program, std::size_t rows, std::size_t columns) {
  const std::size_t n = at(program.states());
  states_ = slopes_of(n, 0, columns), all_ = slopes_of(n, rows, columns);
  state_entries_.clear();
  std::vector<bool> is_needed(at(program.register_count), false);
  for (std::size_t k = 0; k < program.linear.values.size(); ++k) {
    const LinearEntry entry{at(program.linear.rows[k]), at(program.linear.columns[k]), program.linear.values[k]};
    if (entry.row >= n || entry.column >= n + columns) continue;
    state_entries_.push_back(entry);
    is_needed[at(entry.value)] = true;
  }
  // From the last instruction back to the first. What loops are solved from is not told by their instruction: all before it stays.
  state_code_.clear();
  bool stays = false;
  for (const Section section : {Section::jacobian, Section::dynamics}) {
    const std::span<const Instruction> code = program.section(section);
    for (auto i = code.rbegin(); i != code.rend(); ++i) {
      stays = stays || !is_plain(*i);
      if (!stays && !is_needed[at(i->result)]) continue;
      if (!stays) is_needed[at(i->result)] = false;
      state_code_.push_back(*i);
      for_operands(*i, [&](Register r) { is_needed[at(r)] = true; });
    }
  }
  std::reverse(state_code_.begin(), state_code_.end());
}

void SlopeReader::open(Machine& machine) { machine.keep(kept_); }

void SlopeReader::close(Machine& machine) { machine.put_back(kept_); }

/// Solutions of nonlinear loops are followed from what is kept.
void SlopeReader::go_back(Machine& machine) {
  if (machine.loops().can_follow()) machine.put_back(kept_);
}

const Slopes& SlopeReader::of_states(Machine& machine, double t, std::span<const double> x) {
  go_back(machine);
  const std::size_t n = x.size();
  machine.set_time(t);
  machine.set_state(x.data());
  machine.run(state_code_);
  states_.finite = true;
  for (const LinearEntry& entry : state_entries_) {
    const double value = machine.value(entry.value);
    states_.finite = states_.finite && std::isfinite(value);
    (entry.column < n ? states_.by_states(entry.row, entry.column) : states_.by_parameters(entry.row, entry.column - n)) = value;
  }
  return states_;
}

const Slopes& SlopeReader::of_all(Machine& machine, double t, std::span<const double> x, std::vector<double>& crossings) {
  go_back(machine);
  read_slopes(machine, t, x, all_, &crossings);
  return all_;
}

}  // namespace stribeck
