#include "analysis/linearise.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"
#include "compile/boundary.h"
#include "diagram/diagram.h"

namespace stribeck {
namespace {

[[noreturn]] void refuse(double t, const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::run_not_finite;
  diagnostic.message = "there is no linear model at t = " + short_number(t) + " s: " + what;
  diagnostic.because = "a law has an infinite slope there, or none, as a root has at zero";
  diagnostic.remedy = "take another instant with --at";
  throw Failure(std::move(diagnostic));
}

std::string row_name(const SparseModel& model, std::size_t row, const std::vector<LinearOutput>& outputs) {
  if (row < model.states.size()) return "the rate of " + model.states[row].name;
  row -= model.states.size();
  return row < outputs.size() ? outputs[row].column.name : "what is held";
}

bool is_variable(const OutputSelection& selection, std::size_t column) {
  const auto is_it = [&](const auto& other) { return other.column == column; };
  return std::none_of(selection.heats.begin(), selection.heats.end(), is_it) &&
         std::none_of(selection.formulas.begin(), selection.formulas.end(), is_it);
}

/// Whether the point lies where the slope of the equations jumps.
bool is_at(const KinkCode& kink, const Snapshot& now) {
  if (kink.table >= 0 || kink.origin < 0) return false;
  const double a = now.value(kink.a), b = kink.b >= 0 ? now.value(kink.b) : 0;
  return std::fabs(a - b) <= kRoundingOfSums * std::max(std::fabs(a), std::fabs(b));
}

/// The kinks at this point that a change may leave to either side, after what is held has taken states away: `first` is the row of C of
/// the first.
void note_kinks(const std::vector<LinearKink>& kinks, const std::vector<bool>& is_here, std::size_t first, const FlatSystem& flat,
                SparseModel& model) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < kinks.size(); ++k) {
    if (!is_here[k] || (model.c.rows[first + k].empty() && model.d.rows[first + k].empty())) continue;
    std::string text = expression_text(flat, kinks[k].node, 100);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  if (texts.empty()) return;
  Diagnostic note;
  note.code = ErrorCode::run_not_finite;
  note.severity = Severity::warning;
  note.message = "the point lies on a kink of " + joined(texts, ", ") + ": it answers to a change with another slope on either side";
  note.because = "the model has |x| flat at 0, and of min and max one of both sides";
  note.remedy = "take an instant on the side that you mean with --at, and compare";
  model.notes.add(std::move(note));
}

/// What no output and no state answers to is mostly a parameter that a connected signal has made idle.
void note_idle_inputs(SparseModel& model) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto is_idle = [&](const SparseMatrix& m) {
      return std::none_of(m.rows.begin(), m.rows.end(), [&](const auto& row) { return row.contains(i); });
    };
    if (!is_idle(model.b) || !is_idle(model.d)) continue;
    Diagnostic note;
    note.code = ErrorCode::connection_idle;
    note.severity = Severity::warning;
    note.message = "nothing answers to " + model.inputs[i].name + " here";
    note.because = "a source reads its parameter only while its input is left open";
    note.remedy = "name what is connected, as \"motor.S\" itself, or the parameter of it, as \"wanted.value\" of a signals.constant";
    model.notes.add(std::move(note));
  }
}

/// In LinearCode, which has `states` first.
std::size_t column_of(const LinearInput& input, std::size_t states, const std::vector<std::int32_t>& parameters) {
  if (input.level >= 0) return states + parameters.size() + at(input.level);
  return states + static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), input.parameter) - parameters.begin());
}

bool differ(const SparseMatrix& a, const SparseMatrix& b) {
  const auto has_others = [](const std::map<std::size_t, double>& row, const std::map<std::size_t, double>& other) {
    return std::any_of(row.begin(), row.end(), [&](const auto& entry) {
      const auto found = other.find(entry.first);
      const double beside = found == other.end() ? 0 : found->second;
      return std::fabs(entry.second - beside) > kRoundingOfSums * std::max(std::fabs(entry.second), std::fabs(beside));
    });
  };
  if (a.rows.size() != b.rows.size()) return true;
  for (std::size_t r = 0; r < a.rows.size(); ++r)
    if (has_others(a.rows[r], b.rows[r]) || has_others(b.rows[r], a.rows[r])) return true;
  return false;
}

/// Conditions of the equations that are just about to change at this point, by their number. Ends of frictions and contacts and known
/// instants are none of them.
std::vector<std::size_t> conditions_at_edge(Machine& machine) {
  const Program& program = machine.program();
  std::vector<std::size_t> found;
  machine.run(Section::crossings);
  const Snapshot now = machine.snapshot();
  for (std::size_t c = 0; c < program.conditions.size(); ++c) {
    const ConditionCode& condition = program.conditions[c];
    if (condition.is_guard || condition.scheduled >= 0 || condition.floor >= 0 || condition.crossing < 0) continue;
    if (now.clear_crossing(c) == 0) found.push_back(c);
  }
  return found;
}

/// Frictions that hold all that they can: the next change may let them go.
std::vector<std::string> at_their_limits(const FlatSystem& flat, Machine& machine) {
  const Program& program = machine.program();
  std::vector<std::string> names;
  machine.run(Section::crossings);
  const Snapshot now = machine.snapshot();
  for (std::size_t f = 0; f < program.frictions.size(); ++f) {
    const FrictionCode& friction = program.frictions[f];
    const auto input = [&](ModeInput which) { return machine.held_value(friction.inputs[static_cast<std::size_t>(which)]); };
    if (friction.creeps || friction.is_contact() || input(ModeInput::stuck) == 0) continue;
    double level = 0;
    for (const auto& side : friction.sides)
      if (const double value = now.value(side.static_level); std::isfinite(value)) level = std::max(level, std::fabs(value));
    // At the limit itself that much is left until it lets go (friction_relation.cpp).
    if (now.crossing(friction.guard) <= 2 * (kBreakawayMargin * level + std::fabs(input(ModeInput::noise))) && level > 0)
      names.push_back("the end of what holds " + friction_name(flat, static_cast<std::int32_t>(f)));
  }
  return names;
}

/// Where `near`, with states that differ by what a run knows of them, has another slope than `model`, and not as a smooth curve has it,
/// whose slope changes a thousandfold as much at `far`, a thousand times as far away: as the norm of a velocity has it at rest.
std::string steep_place(const SparseModel& model, const SparseModel& near, const SparseModel& far) {
  constexpr double kMatters = 1e-6, kSaturates = 0.1, kRounding = 1e-13;
  const auto entry = [](const SparseMatrix& m, std::size_t row, std::size_t column) {
    const auto found = m.rows[row].find(column);
    return found == m.rows[row].end() ? 0 : found->second;
  };
  const auto steep_row = [&](const SparseMatrix& a, const SparseMatrix& b, const SparseMatrix& c) -> std::optional<std::size_t> {
    double largest = 0;
    for (const auto& row : a.rows)
      for (const auto& [column, value] : row) largest = std::max(largest, std::fabs(value));
    for (std::size_t row = 0; row < a.rows.size(); ++row)
      for (const auto& [column, beside] : b.rows[row]) {
        const double here = entry(a, row, column), change = std::fabs(beside - here);
        if (change > kRounding * largest && change > kMatters * std::max(std::fabs(beside), std::fabs(here)) &&
            change > kSaturates * std::fabs(entry(c, row, column) - here))
          return row;
      }
    return std::nullopt;
  };
  const auto names = [](const SparseModel& one) {
    std::vector<std::string> all;
    for (const LinearVariable& state : one.states) all.push_back(state.name);
    return all;
  };
  if (names(near) != names(model) || names(far) != names(model)) return "";
  if (const auto row = steep_row(model.a, near.a, far.a)) return "the rate of " + model.states[*row].name;
  if (const auto row = steep_row(model.c, near.c, far.c)) return model.outputs[*row].name;
  return "";
}

/// `model_at(step)`: with states that differ by so much.
void note_steep_places(double resolution, const auto& model_at, SparseModel& model) {
  if (!(resolution > 0)) return;
  std::string place;
  try {
    place = steep_place(model, model_at(resolution), model_at(1000 * resolution));
  } catch (const Failure&) {
    return;  // beside it there is no model: the run does not come there
  }
  if (place.empty()) return;
  Diagnostic note;
  note.code = ErrorCode::run_not_finite;
  note.severity = Severity::warning;
  note.message =
      place +
      " changes its slope within the accuracy to which the run knows its states: which slope a change meets depends on where it leads";
  note.because = "a law is steep or bends there, as the size of a velocity does at rest";
  note.remedy = "take an instant at which it moves with --at, and compare";
  model.notes.add(std::move(note));
}

void note_edges(const std::vector<std::string>& conditions, SparseModel& model) {
  if (conditions.empty()) return;
  Diagnostic note;
  note.code = ErrorCode::run_not_finite;
  note.severity = Severity::warning;
  note.message =
      "the point lies just where " + joined(conditions, ", ") + " changes: it answers to a change with another slope on either side";
  note.because = "the model has the side on which the run is";
  note.remedy = "take an instant on the side that you mean with --at, and compare";
  model.notes.add(std::move(note));
}

SparseModel model_in_modes(const FlatSystem& flat, Machine& machine, double t, std::span<const double> states, const LinearAsked& asked);

}  // namespace

std::string unit_of(const FlatSystem& flat, std::int32_t v) {
  if (const VariableDeclaration* declared = flat.declaration_of(v)) return declared->unit;
  const FlatVariable& known = flat.known_as(v);
  const Assembly& assembly = *flat.assembly;
  if (known.kind == VariableKind::position)
    return std::string(domains()[at(assembly.declaration_of(assembly.requests[at(known.owner)].connector).domain)].position_unit);
  if (known.kind != VariableKind::across) return "";
  const ConnectorDeclaration& port = assembly.declaration_of(assembly.nodes[at(known.owner)].members.front());
  return std::string(domains()[at(port.domain)].across_unit);
}

LinearInput linear_input(const FlatSystem& flat, const std::string& name) {
  const std::vector<Instance>& instances = flat.diagram().instances;
  std::vector<std::string> known;
  for (const ProgramInput& input : program_inputs(flat)) {
    known.push_back(input.name);
    if (input.name != name) continue;
    return {-1, input.level, input.component, {name, input.unit, instances[at(input.component)].parameters.front()}};
  }
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const std::vector<ParameterDeclaration>& parameters = instances[i].record->parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (!parameters[p].is_named()) continue;
      known.push_back(instances[i].name + "." + parameters[p].name);
      if (known.back() != name) continue;
      const std::int32_t number = flat.first_parameter[i] + static_cast<std::int32_t>(p);
      return {number, -1, static_cast<std::int32_t>(i), {name, parameters[p].unit, flat.value_of_parameter(number)}};
    }
    for (const ConnectorDeclaration& connector : instances[i].record->connectors) known.push_back(instances[i].name + "." + connector.name);
  }
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::diagram_unknown_parameter;
  diagnostic.message = "no parameter, port or signal of a component and no input of the boundary is called " + in_quotes(name);
  diagnostic.remedy = did_you_mean(name, known);
  if (diagnostic.remedy.empty())
    diagnostic.remedy = "an input is a parameter, as that of a source whose input is left open, a port that a force acts on, or a signal";
  throw Failure(std::move(diagnostic));
}

std::vector<LinearOutput> linear_outputs(const OutputSelection& selection) {
  std::vector<LinearOutput> outputs;
  for (std::size_t k = 0; k < selection.columns.size(); ++k)
    if (is_variable(selection, k)) outputs.push_back({selection.columns[k], selection.expressions[k], k});
  return outputs;
}

void note_other_columns(const OutputSelection& selection, Diagnostics& notes) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < selection.columns.size(); ++k)
    if (!is_variable(selection, k)) names.push_back(selection.columns[k].name);
  if (names.empty()) return;
  Diagnostic note;
  note.code = ErrorCode::arguments_invalid;
  note.severity = Severity::warning;
  note.message = "left out, as no variables: " + joined(names, ", ");
  note.because = "the outputs of a linear model are variables, and neither formulas in them nor the heat so far";
  note.remedy = "name the variables with --outputs";
  notes.add(std::move(note));
}

std::vector<LinearKink> linear_kinks(ExprPool& pool, const std::vector<KinkCode>& kinks) {
  std::vector<LinearKink> result;
  for (const KinkCode& kink : kinks) {
    if (kink.table >= 0 || kink.origin < 0) continue;
    const Node node = pool.node(kink.origin);
    const auto operand = static_cast<ExprId>(node.a);
    result.push_back({static_cast<ExprId>(kink.origin), kink.b < 0 ? operand : pool.sub(operand, static_cast<ExprId>(node.b))});
  }
  return result;
}

void refuse_closed_loops(const FlatSystem& flat, const char* what) {
  if (flat.constraints.empty()) return;
  const std::int32_t instance = flat.constraints.front().instance;
  throw Failure(Diagnostic{.code = ErrorCode::spatial_loop,
                           .message = std::string(what) + " not supported of a diagram with closed loops of bodies",
                           .where = where_of_instance(flat, instance),
                           .because = flat.diagram().instances[at(instance)].name +
                                      " closes one: its constraints tie the states to one another, which is followed in runs alone",
                           .remedy = "run it, or leave the closure out",
                           .details = {}});
}

void request_linear(const FlatSystem& flat, const std::vector<LinearOutput>& outputs, const std::vector<std::int32_t>& parameters,
                    const std::vector<LinearKink>& kinks, ProgramRequest& request) {
  refuse_closed_loops(flat, "linear models, modes, derivatives, orbits and branches are");
  request.jacobian = true;
  for (const LinearOutput& output : outputs) request.linear_outputs.push_back(output.expression);
  for (const FlatFriction& friction : flat.frictions) {
    request.linear_outputs.push_back(friction.velocity);
    if (friction.is_contact()) request.linear_outputs.push_back(friction.contact.gap);
  }
  for (const LinearKink& kink : kinks) request.linear_outputs.push_back(kink.difference);
  request.linear_parameters = parameters;
}

SparseModel linear_model(const FlatSystem& flat, Machine& machine, double t, std::span<const double> states, const LinearAsked& asked) {
  SparseModel model = model_in_modes(flat, machine, t, states, asked);
  std::vector<std::string> edges = at_their_limits(flat, machine);
  for (const std::size_t c : conditions_at_edge(machine)) {
    const KeptValues kept(machine);
    const ConditionCode& condition = machine.program().conditions[c];
    machine.tell(condition.held, 1 - machine.held_value(condition.held));
    try {
      const SparseModel other = model_in_modes(flat, machine, t, states, asked);
      if (differ(model.a, other.a) || differ(model.b, other.b) || differ(model.c, other.c) || differ(model.d, other.d))
        edges.push_back(in_quotes(machine.program().labels->condition(condition.origin)));
    } catch (const Failure&) {  // on the other side there is no model at all
      edges.push_back(in_quotes(machine.program().labels->condition(condition.origin)));
    }
  }
  note_edges(edges, model);
  const auto model_at = [&](double step) {
    const KeptValues kept(machine);
    std::vector<double> beside(states.begin(), states.end());
    for (std::size_t s = 0; s < beside.size(); ++s) beside[s] += s % 2 == 0 ? step : -step;
    return model_in_modes(flat, machine, t, beside, asked);
  };
  note_steep_places(asked.resolution, model_at, model);
  return model;
}

namespace {

SparseModel model_in_modes(const FlatSystem& flat, Machine& machine, double t, std::span<const double> states, const LinearAsked& asked) {
  const auto& [outputs, inputs, parameters, kinks, resolution] = asked;
  const Program& program = machine.program();
  const std::size_t n = states.size();
  std::vector<double> rates(n);
  machine.derivatives(t, states.data(), rates.data());
  machine.run(Section::outputs);
  const Snapshot now = machine.snapshot();
  SparseModel model;
  model.time_s = t;
  for (std::size_t s = 0; s < n; ++s)
    model.states.push_back(
        {variable_name(flat, program.state_facts[s].variable), unit_of(flat, program.state_facts[s].variable), states[s]});
  for (const LinearInput& input : inputs) model.inputs.push_back(input.variable);
  for (const LinearOutput& output : outputs)
    model.outputs.push_back(
        {output.column.name, output.column.unit, output.place == LinearOutput::kNotShown ? 0 : now.value(program.outputs[output.place])});
  model.rates = rates;
  std::vector<bool> is_here;  // of the kinks that this program has
  for (const LinearKink& kink : kinks)
    is_here.push_back(std::any_of(program.kinks.begin(), program.kinks.end(),
                                  [&](const KinkCode& code) { return code.origin == index(kink.node) && is_at(code, now); }));
  machine.run(Section::jacobian);

  // Rows: the rates of the states, the outputs, what may be held, the kinks.
  std::size_t rows = n + outputs.size();
  for (const FlatFriction& friction : flat.frictions) rows += friction.is_contact() ? 2 : 1;
  const std::size_t first_kink = rows;
  rows += kinks.size();
  SparseMatrix by_states(rows, n), by_inputs(rows, inputs.size());
  for (std::size_t k = 0; k < program.linear.values.size(); ++k) {
    const double value = now.value(program.linear.values[k]);
    const std::size_t row = at(program.linear.rows[k]), column = at(program.linear.columns[k]);
    std::size_t input = 0;
    while (column >= n && input < inputs.size() && column != column_of(inputs[input], n, parameters)) ++input;
    if (column >= n && input == inputs.size()) continue;  // time, or a discrete variable that is no input
    if (!std::isfinite(value))
      refuse(t, row_name(model, row, outputs) + " has no finite derivative by " +
                    (column < n ? model.states[column].name : model.inputs[input].name));
    if (value == 0) continue;
    if (column < n)
      by_states.rows[row][column] = value;
    else
      by_inputs.rows[row][input] = value;
  }
  const auto part = [](const SparseMatrix& all, std::size_t row, std::size_t count, SparseMatrix& to) {
    to.columns = all.columns;
    for (std::size_t r = row; r < row + count; ++r) to.rows.push_back(all.rows[r]);
  };
  // The kinks are outputs, too, until it is known which of them move.
  part(by_states, 0, n, model.a), part(by_states, n, outputs.size(), model.c), part(by_states, first_kink, kinks.size(), model.c);
  part(by_inputs, 0, n, model.b), part(by_inputs, n, outputs.size(), model.d), part(by_inputs, first_kink, kinks.size(), model.d);

  SparseMatrix constraints(0, n);
  std::size_t row = n + outputs.size();
  for (std::size_t f = 0; f < flat.frictions.size(); ++f) {
    const std::size_t count = flat.frictions[f].is_contact() ? 2 : 1;
    const Register stuck = program.frictions[f].inputs[static_cast<std::size_t>(ModeInput::stuck)];
    if (!flat.frictions[f].creeps && machine.held_value(stuck) != 0) {
      model.held.push_back({friction_name(flat, static_cast<std::int32_t>(f)), flat.frictions[f].is_contact()});
      part(by_states, row, count, constraints);
    }
    row += count;
  }
  note_idle_inputs(model);
  reduce(model, constraints);
  note_kinks(kinks, is_here, outputs.size(), flat, model);
  for (SparseMatrix* m : {&model.c, &model.d}) m->rows.resize(outputs.size());
  return model;
}

}  // namespace

}  // namespace stribeck
