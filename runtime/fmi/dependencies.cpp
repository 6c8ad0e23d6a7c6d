#include "fmi/dependencies.h"

#include <algorithm>

#include "base/index.h"
#include "fmi/layout.h"
#include "program/registers.h"

namespace stribeck::fmi {

namespace {

constexpr std::size_t kMostEntries = 4'000'000;  // some tenths of a second

Register output_register(const Program& program, std::size_t column) {
  return column < program.outputs.size() ? program.outputs[column] : Register{-1};
}

}  // namespace

DependencyAnalysis::DependencyAnalysis(const ProgramImage& image)
    : image_(image), states_(image.program.states()), inputs_(static_cast<std::int32_t>(image.inputs.size())) {
  const Program& program = image.program;
  values_.resize(at(program.register_count));
  seed(image);
  for (const Section section : {Section::parameters, Section::dynamics, Section::outputs}) {
    if (section == Section::outputs)  // which may write over what was computed before
      for (const Register r : program.derivatives) derivatives_.push_back(values_[at(r)].set);
    for (const Instruction& i : program.section(section)) {
      follow(program, i);
      if (is_too_large_) return;
    }
  }
}

DependencyAnalysis::Value DependencyAnalysis::known(std::int32_t number, Factor factor, Factor level) {
  sets_.push_back({{number, factor}});
  return {static_cast<std::int32_t>(sets_.size()) - 1, level, false};
}

void DependencyAnalysis::seed(const ProgramImage& image) {
  const Program& program = image.program;
  const std::int32_t first_input = 1 + states_, first_slope = first_input + inputs_, held = first_slope + inputs_;
  for (const ParameterCode& parameter : program.parameters)
    if (!image.parameters[at(parameter.number)].shapes) values_[at(parameter.value)].level = Factor::tunable;
  const Value is_held = known(held, Factor::discrete, Factor::discrete);
  for_held(program, [&](Register r) { values_[at(r)] = is_held; });
  for (const HeldTable& table : program.held_tables) values_[at(table.piece)] = known(0, Factor::discrete, Factor::dependent);
  for (const HeldFloor& floor : program.held_floors) values_[at(floor.value)] = known(0, Factor::discrete, Factor::dependent);
  values_[at(program.time)] = known(0, Factor::constant, Factor::dependent);
  for (std::int32_t s = 0; s < states_; ++s) values_[at(program.first_state + s)] = known(1 + s, Factor::constant, Factor::dependent);
  // An input is level + slope (t - since), which to hosts is one variable.
  for (std::int32_t i = 0; i < inputs_; ++i) {
    const ProgramInput& input = image.inputs[at(i)];
    values_[at(program.discretes[at(input.level)].value)] = known(first_input + i, Factor::constant, Factor::dependent);
    Value slope = known(first_slope + i, Factor::constant, Factor::constant);
    slope.is_zero = true;
    values_[at(program.discretes[at(input.slope)].value)] = slope;
    values_[at(program.discretes[at(input.since)].value)] = {};
  }
}

DependencyAnalysis::Value DependencyAnalysis::sum(const std::vector<Part>& parts) {
  Value result{0, Factor::constant, true};
  Set merged;
  for (const Part& part : parts) {
    result.level = std::max(result.level, part.value.level);
    result.is_zero = result.is_zero && part.value.is_zero;
    const Set& set = sets_[at(part.value.set)];
    Set next;
    next.reserve(merged.size() + set.size());
    auto old = merged.begin();
    for (const Entry& entry : set) {
      while (old != merged.end() && old->known < entry.known) next.push_back(*old++);
      Factor factor = std::max(entry.factor, part.factor);
      if (old != merged.end() && old->known == entry.known) factor = std::max(factor, (old++)->factor);
      next.push_back({entry.known, factor});
    }
    next.insert(next.end(), old, merged.end());
    merged = std::move(next);
  }
  if (merged.empty()) return result;
  for (const Part& part : parts)  // sets that are equal are kept once
    if (sets_[at(part.value.set)] == merged) {
      result.set = part.value.set;
      return result;
    }
  entries_ += merged.size();
  is_too_large_ = is_too_large_ || entries_ > kMostEntries;
  sets_.push_back(std::move(merged));
  result.set = static_cast<std::int32_t>(sets_.size()) - 1;
  return result;
}

DependencyAnalysis::Value DependencyAnalysis::product(const Value& a, const Value& b) {
  for (const Value* value : {&a, &b})
    if (value->is_zero) return *value;
  return sum({{a, b.level}, {b, a.level}});
}

/// All unknowns of a loop follow from all that it is solved from.
void DependencyAnalysis::follow_loop(const BlockCode& block) {
  std::vector<Part> parts;
  if (block.linear && block.evaluate.empty()) {
    Factor level = Factor::constant;
    for (const Register r : block.matrix) level = std::max(level, values_[at(r)].level);
    for (const Register r : block.matrix) parts.push_back({values_[at(r)], Factor::dependent});
    for (const Register r : block.residual) parts.push_back({values_[at(r)], level});
  } else {
    for (const Register r : loop_inputs(block)) parts.push_back({values_[at(r)], Factor::dependent});
  }
  Value result = sum(parts);
  result.is_zero = false;
  for_loop_results(block, [&](Register r) { values_[at(r)] = result; });
}

void DependencyAnalysis::follow(const Program& program, const Instruction& i) {
  if (!is_plain(i)) {
    if (i.op == static_cast<std::uint16_t>(Opcode::solve_block)) follow_loop(program.blocks[at(i.a)]);
    return;
  }
  const auto value = [&](Register r) -> const Value& { return values_[at(r)]; };
  Value& result = values_[at(i.result)];
  switch (static_cast<Opcode>(i.op)) {
    case Opcode::multiply_add:
    case Opcode::multiply_subtract:
    case Opcode::subtract_multiply:
      result = sum({{product(value(i.a), value(i.b))}, {value(i.c)}});
      return;
    default:
      break;
  }
  switch (static_cast<Operator>(i.op)) {
    case Operator::add:
    case Operator::sub:
      result = sum({{value(i.a)}, {value(i.b)}});
      return;
    case Operator::neg:
      result = value(i.a);
      return;
    case Operator::mul:
      result = product(value(i.a), value(i.b));
      return;
    case Operator::div:
      result = value(i.a).is_zero ? value(i.a) : sum({{value(i.a), value(i.b).level}, {value(i.b), Factor::dependent}});
      return;
    case Operator::select:
      result = sum({{value(i.a), Factor::dependent}, {value(i.b), value(i.a).level}, {value(i.c), value(i.a).level}});
      return;
    default: {
      std::vector<Part> parts;
      for_operands(i, [&](Register r) { parts.push_back({value(r), Factor::dependent}); });
      result = sum(parts);
      result.is_zero = false;
    }
  }
}

Dependencies DependencyAnalysis::listed(const Set& set, bool at_events) const {
  std::vector<std::optional<Factor>> of_inputs(at(inputs_));
  Dependencies found;
  const std::int32_t first_input = 1 + states_, first_slope = first_input + inputs_;
  std::vector<Dependency> states;
  for (const Entry& entry : set) {
    if (entry.known == 0)
      found.push_back({reference(Kind::time, 0), entry.factor});
    else if (entry.known < first_input)
      states.push_back({reference(Kind::state, static_cast<std::uint32_t>(entry.known - 1)), entry.factor});
    else if (entry.known < first_slope)
      of_inputs[at(entry.known - first_input)] = entry.factor;
    else if (entry.known < first_slope + inputs_ && !of_inputs[at(entry.known - first_slope)])
      of_inputs[at(entry.known - first_slope)] = Factor::dependent;
    else if (entry.known == first_slope + inputs_ && at_events)
      std::fill(of_inputs.begin(), of_inputs.end(), Factor::dependent);
  }
  for (std::size_t i = 0; i < of_inputs.size(); ++i)
    if (of_inputs[i]) found.push_back({reference(Kind::input, static_cast<std::uint32_t>(i)), *of_inputs[i]});
  found.insert(found.end(), states.begin(), states.end());
  return found;
}

std::optional<Dependencies> DependencyAnalysis::of_derivative(std::size_t state) const {
  if (is_too_large_) return std::nullopt;
  return listed(sets_[at(derivatives_[state])], false);
}

std::optional<Dependencies> DependencyAnalysis::of_column(std::size_t column) const {
  if (is_too_large_) return std::nullopt;
  const auto is_heat = [&](std::size_t c) {
    return std::any_of(image_.heats.begin(), image_.heats.end(), [c](const HeatColumn& heat) { return heat.column == c; });
  };
  if (is_heat(column)) return std::nullopt;
  for (const RowFormula& formula : image_.formulas) {
    if (formula.column != column) continue;
    Set all;
    for (const std::ptrdiff_t source : formula.sources) {
      if (source == RowFormula::kTime) all.push_back({0, Factor::dependent});
      if (source < 0) continue;
      const auto row_value = static_cast<std::size_t>(source);
      const Register r = output_register(image_.program, row_value);
      if (r < 0 || is_heat(row_value)) return std::nullopt;
      for (const Entry& entry : sets_[at(values_[at(r)].set)]) all.push_back({entry.known, Factor::dependent});
    }
    std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.known < b.known; });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return listed(all, true);
  }
  const Register r = output_register(image_.program, column);
  if (r < 0) return std::nullopt;
  return listed(sets_[at(values_[at(r)].set)], true);
}

}  // namespace stribeck::fmi
