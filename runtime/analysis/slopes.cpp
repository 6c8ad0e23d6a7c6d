#include "analysis/slopes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "program/registers.h"

namespace stribeck {
namespace {

void take_crossings(Machine& machine, std::vector<double>& crossings) {
  const Program& program = machine.program();
  machine.run(Section::crossings);
  const Snapshot now = machine.snapshot();
  crossings.clear();
  for (std::size_t c = 0; c < program.conditions.size(); ++c)
    crossings.push_back(program.conditions[c].crossing >= 0 ? now.crossing(c) : 0);
}

/// The shape is there, and what LinearCode has no entries for is zero.
void read_slopes(Machine& machine, double t, std::span<const double> x, Slopes& slopes, std::vector<double>* crossings) {
  const Program& program = machine.program();
  const std::size_t n = x.size(), all = slopes.by_states.rows, columns = slopes.by_parameters.columns;
  slopes.finite = true;
  machine.derivatives(t, x.data(), slopes.rates.data());
  machine.run(Section::jacobian);
  const Snapshot now = machine.snapshot();
  for (std::size_t k = 0; k < program.linear.values.size(); ++k) {
    const std::size_t row = at(program.linear.rows[k]), column = at(program.linear.columns[k]);
    if (row >= all) continue;
    const double value = now.value(program.linear.values[k]);
    if (row < n) slopes.finite = slopes.finite && std::isfinite(value);
    if (column < n)
      slopes.by_states(row, column) = value;
    else if (column < n + columns)
      slopes.by_parameters(row, column - n) = value;
    else if (row >= n)
      slopes.by_time[row - n] = value;
  }
  if (crossings != nullptr) take_crossings(machine, *crossings);
}

Slopes slopes_of(std::size_t states, std::size_t rows, std::size_t columns) {
  return {std::vector<double>(states), Matrix(states + rows, states), Matrix(states + rows, columns), std::vector<double>(rows), true};
}

}  // namespace

Slopes slopes_at(Machine& machine, double t, std::span<const double> x, std::size_t rows, std::size_t columns,
                 std::vector<double>* crossings) {
  Slopes slopes = slopes_of(x.size(), rows, columns);
  const KeptValues kept(machine);
  read_slopes(machine, t, x, slopes, crossings);
  return slopes;
}

std::vector<double> outputs_at(Machine& machine, double t, std::span<const double> x, std::span<const std::size_t> places) {
  const KeptValues kept(machine);
  std::vector<double> rates(x.size()), values;
  machine.derivatives(t, x.data(), rates.data());
  machine.run(Section::outputs);
  const Snapshot now = machine.snapshot();
  for (const std::size_t place : places) values.push_back(now.value(now.program().outputs[place]));
  return values;
}

namespace {

/// From the last instruction back to the first: those that the registers follow from. What loops are solved from is not told by their
/// instruction: all before it stays.
Code needed_code(const Program& program, std::span<const Section> from_last, std::vector<bool> is_needed) {
  Code code;
  bool stays = false;
  for (const Section section : from_last) {
    const std::span<const Instruction> instructions = program.section(section);
    for (auto i = instructions.rbegin(); i != instructions.rend(); ++i) {
      stays = stays || !is_plain(*i);
      if (!stays && !is_needed[at(i->result)]) continue;
      if (!stays) is_needed[at(i->result)] = false;
      code.push_back(*i);
      for_operands(*i, [&](Register r) { is_needed[at(r)] = true; });
    }
  }
  std::reverse(code.begin(), code.end());
  return code;
}

}  // namespace

void SlopeReader::begin(const Program& program, std::size_t outputs, std::size_t others, std::size_t columns) {
  const std::size_t n = at(program.states());
  all_ = slopes_of(n, others, columns);
  state_entries_.clear(), other_entries_.clear();
  std::vector<bool> is_needed(at(program.register_count), false), is_needed_by_all = is_needed;
  for (std::size_t k = 0; k < program.linear.values.size(); ++k) {
    const LinearEntry entry{at(program.linear.rows[k]), at(program.linear.columns[k]), program.linear.values[k]};
    const bool is_state = entry.row < n && entry.column < n + columns;
    const bool is_by_parameters = entry.column >= n && entry.column < n + columns;
    if (!is_state && (entry.row < n + outputs || entry.row >= n + others || is_by_parameters)) continue;
    (is_state ? state_entries_ : other_entries_).push_back(entry);
    is_needed_by_all[at(entry.value)] = true;
    if (is_state) is_needed[at(entry.value)] = true;
  }
  states_.assign(state_entries_.size(), 0);
  state_code_ = LinkedCode(needed_code(program, std::array{Section::jacobian, Section::dynamics}, std::move(is_needed)));
  all_code_ = LinkedCode(needed_code(program, std::array{Section::jacobian}, std::move(is_needed_by_all)));
}

void SlopeReader::open(Machine& machine) { machine.keep(kept_); }

void SlopeReader::close(Machine& machine) { machine.put_back(kept_); }

/// Solutions of nonlinear loops are followed from what is kept.
void SlopeReader::go_back(Machine& machine) {
  if (machine.loops().can_follow()) machine.put_back(kept_);
}

void SlopeReader::gather(const Snapshot& now) {
  finite_ = true;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    states_[k] = now.value(state_entries_[k].value);
    finite_ = finite_ && std::isfinite(states_[k]);
  }
}

void SlopeReader::read_states(Machine& machine, double t, std::span<const double> x) {
  go_back(machine);
  machine.set_time(t);
  machine.set_state(x.data());
  machine.run(state_code_);
  gather(machine.snapshot());
}

const Slopes& SlopeReader::read_all(Machine& machine, double t, std::span<const double> x, std::vector<double>& crossings) {
  go_back(machine);
  const std::size_t n = x.size();
  machine.derivatives(t, x.data(), all_.rates.data());
  machine.run(all_code_);
  const Snapshot now = machine.snapshot();
  gather(now);
  all_.finite = finite_;
  for (const LinearEntry& entry : other_entries_) {
    const double value = now.value(entry.value);
    if (entry.column < n)
      all_.by_states(entry.row, entry.column) = value;
    else
      all_.by_time[entry.row - n] = value;
  }
  take_crossings(machine, crossings);
  return all_;
}

}  // namespace stribeck
