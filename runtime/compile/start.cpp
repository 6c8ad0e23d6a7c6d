#include "compile/start.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/index.h"
#include "expression/replacing.h"

namespace stribeck {

namespace {

bool is_position(const FlatSystem& flat, std::int32_t variable) {
  const VariableKind kind = flat.variable(variable).kind;
  const VariableDeclaration* const declared = flat.declaration_of(variable);
  return kind == VariableKind::position || kind == VariableKind::potential ||
         (declared != nullptr && (declared->unit == "m" || declared->unit == "rad"));
}

bool is_speed(const FlatSystem& flat, std::int32_t v) {
  const FlatVariable& variable = flat.variable(v);
  // A derivative that is a state is that of a position, or of a signal that a position follows.
  if (variable.kind == VariableKind::derivative) return flat.variable(variable.owner).kind != VariableKind::derivative;
  const VariableDeclaration* const declared = flat.declaration_of(v);
  return variable.kind == VariableKind::across || (declared != nullptr && (declared->unit == "m/s" || declared->unit == "rad/s"));
}

class StartEmitter {
 public:
  StartEmitter(const SortedSystem& sorted, Emitter& emitter, const ProgramRequest& request, Program& program, const EmitSection& emit)
      : sorted_(sorted),
        flat_(emitter.flat()),
        pool_(emitter.pool()),
        emitter_(emitter),
        request_(request),
        program_(program),
        emit_(emit),
        state_of_(flat_.variables.size(), -1),
        differentiator_(pool_),
        replacing_(pool_) {
    for (std::size_t s = 0; s < sorted.states.size(); ++s) state_of_[at(sorted.states[s])] = static_cast<std::int32_t>(s);
  }

  void run() {
    describe_states();
    emit_outputs();
    for (std::size_t s = 0; s < sorted_.states.size(); ++s)
      if (flat_.variable(sorted_.states[s]).kind == VariableKind::potential) add_place(static_cast<std::int32_t>(s));
    add_loose_loops();
  }

 private:
  void describe_states() {
    std::vector<bool> is_network_position(flat_.variables.size(), false);
    for (const std::int32_t v : flat_.position_variable)
      if (v >= 0) is_network_position[at(v)] = true;
    for (const std::int32_t v : flat_.place_variable)
      if (v >= 0) is_network_position[at(v)] = true;
    for (std::size_t s = 0; s < sorted_.states.size(); ++s) {
      const std::int32_t v = sorted_.states[s];
      const VariableDeclaration* const declared = flat_.declaration_of(flat_.undifferentiated(v));
      program_.state_facts.push_back({.variable = v,
                                      .rate = sorted_.state_derivatives[s],
                                      .start = declared_start(flat_, v),
                                      .nominal = declared != nullptr ? declared->nominal : std::nullopt,
                                      .is_speed = is_speed(flat_, v),
                                      .is_angle = is_angle(flat_, v) && flat_.undifferentiated(v) == v,
                                      .is_network_position = is_network_position[at(v)]});
    }
  }

  void emit_outputs() {
    std::vector<ExprId> values;
    const std::vector<Instance>& instances = flat_.diagram().instances;
    for (std::size_t i = 0; i < instances.size(); ++i)
      for (const Target& target : instances[i].targets) {
        const std::int32_t v = flat_.first_variable[i] + target.variable;
        program_.start.targets.push_back({.variable = v,
                                          .representative = flat_.variable(v).alias_of,
                                          .nominal = instances[i].record->variables[at(target.variable)].nominal.value_or(1),
                                          .asked = target.value,
                                          .priority = target.priority});
        values.push_back(flat_.variable(v).value);
      }
    for (const MomentumRequest& momentum : request_.momenta) values.insert(values.end(), {momentum.speed, momentum.momentum});
    for (const PositionRequest& position : request_.positions) values.insert(values.end(), {position.value, position.rate});
    const std::vector<Register> registers = emit_(Section::outputs, values);
    auto next = registers.begin();
    for (std::size_t t = 0; t < program_.start.targets.size(); ++t) {
      program_.start.targets[t].value = *next++;
      take_state_alone(values[t], program_.start.targets[t]);
    }
    for (std::size_t m = 0; m < request_.momenta.size(); ++m, next += 2) program_.start.momenta.push_back({next[0], next[1]});
    for (const PositionRequest& position : request_.positions) {
      program_.start.positions.push_back({position.variable, position.component, next[0], next[1]});
      next += 2;
    }
  }

  void take_state_alone(ExprId value, TargetCode& code) {
    const std::vector<Partial> partials = differentiator_.partials(value, kUnknown | kTime);
    if (partials.size() != 1 || !partials[0].is_whole || !differentiator_.read_without_slope().empty()) return;
    if ((pool_.content(value) & kCondition) != 0) return;
    const std::int32_t v = flat_.variable_of(partials[0].symbol);
    if (v < 0 || state_of_[at(v)] < 0 || !is_fixed(partials[0].value)) return;
    const auto symbol = static_cast<ExprId>(partials[0].symbol);
    code.state = state_of_[at(v)];
    code.rate = emitter_.emit(partials[0].value);
    code.offset = emitter_.emit(replacing_.at_zero(value, std::span(&symbol, 1)));
  }
  bool is_fixed(ExprId expression) const { return (pool_.content(expression) & ~kParameter) == 0; }

  /// Positions that are states follow from the displacements along the tree, from its root outwards.
  void add_place(std::int32_t state) {
    const FlatVariable& place = flat_.variable(sorted_.states[at(state)]);
    const std::int32_t edge = flat_.position_variable[at(flat_.assembly->potentials[at(place.owner)].request)];
    const ExprId displacement = flat_.variable(edge).value;
    PlaceCode code{.state = state, .start = declared_start(flat_, edge), .others = {}};
    std::vector<ExprId> symbols;
    for (const Partial& partial : differentiator_.partials(displacement, kUnknown | kTime)) {
      const std::int32_t v = flat_.variable_of(partial.symbol);
      if (v < 0 || state_of_[at(v)] < 0 || !is_fixed(partial.value)) return;
      symbols.push_back(static_cast<ExprId>(partial.symbol));
      if (state_of_[at(v)] == state)
        code.slope = emitter_.emit(partial.value);
      else
        code.others.push_back({state_of_[at(v)], emitter_.emit(partial.value)});
    }
    if (code.slope < 0) return;
    code.rest = emitter_.emit(replacing_.at_zero(displacement, symbols));
    const std::vector<TargetCode>& targets = program_.start.targets;
    for (std::size_t t = 0; t < targets.size(); ++t)
      if (targets[t].variable == edge) code.target = static_cast<std::int32_t>(t);
    program_.start.places.push_back(std::move(code));
  }

  /// Around a loop of the network, or from an origin, one position follows from the others; if none has a target, their names decide which.
  void add_loose_loops() {
    const Assembly& assembly = *flat_.assembly;
    const auto is_free = [](const DisplacementRequest& r) {
      return r.kind == DisplacementDeclaration::Kind::free && !r.is_shown_alone && r.target == Priority::none;
    };
    StartCode& start = program_.start;
    std::map<std::int32_t, std::int32_t> number_of;
    for (std::size_t k = 0; k < assembly.requests.size(); ++k) {
      const DisplacementRequest& request = assembly.requests[k];
      if (request.role != DisplacementRequest::Role::chord || !is_free(request) || !is_of_states(value_of(k))) continue;
      LooseLoop loop{.follows = {flat_.position_variable[k], declared_start(flat_, flat_.position_variable[k])},
                     .component = request.instance,
                     .others = {}};
      for (const auto& [edge, direction] : request.path) {
        const DisplacementRequest& other = assembly.requests[at(edge)];
        if (other.role != DisplacementRequest::Role::tree || !is_free(other) || !is_of_states(value_of(at(edge)))) continue;
        const auto [known, is_new] = number_of.try_emplace(edge, static_cast<std::int32_t>(start.loose.size()));
        const std::int32_t v = flat_.position_variable[at(edge)];
        if (is_new) start.loose.push_back({v, declared_start(flat_, v)});
        loop.others.push_back(known->second);
      }
      start.loose_loops.push_back(std::move(loop));
    }
    std::vector<ExprId> values;
    for (const LooseLoop& loop : start.loose_loops) values.push_back(flat_.variable(loop.follows.variable).value);
    for (const LoosePosition& loose : start.loose) values.push_back(flat_.variable(loose.variable).value);
    const std::vector<Register> registers = emit_(Section::start, values);
    auto next = registers.begin();
    for (LooseLoop& loop : start.loose_loops) loop.follows.value = *next++;
    for (LoosePosition& loose : start.loose) loose.value = *next++;
  }
  ExprId value_of(std::size_t request) const { return flat_.variable(flat_.position_variable[request]).value; }
  /// Whether an expression depends on a state, beside what is given; if states may be exchanged, the search considers all variables.
  bool is_of_states(ExprId expression) {
    if (!sorted_.varying_levels.empty()) return true;
    const std::vector<Partial> partials = differentiator_.partials(expression, kUnknown | kTime);
    return std::any_of(partials.begin(), partials.end(), [&](const Partial& partial) {
      const std::int32_t v = flat_.variable_of(partial.symbol);
      return v >= 0 && state_of_[at(v)] >= 0;
    });
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  ExprPool& pool_;
  Emitter& emitter_;
  const ProgramRequest& request_;
  Program& program_;
  const EmitSection& emit_;
  std::vector<std::int32_t> state_of_;
  Differentiator differentiator_;
  Replacing replacing_;
};

/// Positions that a constraint relates, as the two coordinates of a pendulum or two springs in series behind a crank, where either could be
/// the state that starts as declared.
class Exchangeable {
 public:
  Exchangeable(const SortedSystem& sorted, Program& program) : sorted_(sorted), flat_(*sorted.flat), program_(program) {}

  void add_pairs() {
    std::map<std::int32_t, std::int32_t> state_of;
    for (std::size_t s = 0; s < sorted_.states.size(); ++s) state_of[sorted_.states[s]] = static_cast<std::int32_t>(s);
    const WatchCode& watch = program_.watch;
    for (const SelectionLevel& level : sorted_.varying_levels)
      for (const SelectionLevel::Entry& follows : level.entries)
        for (const SelectionLevel::Entry& kept : level.entries) {
          if (follows.row != kept.row || !is_chosen(level, follows) || is_chosen(level, kept) || !are_equals(level, follows, kept))
            continue;
          const std::int32_t variable = flat_.undifferentiated(kept.column), other = flat_.undifferentiated(follows.column);
          const auto state = state_of.find(variable);
          const auto watched = std::lower_bound(watch.variables.begin(), watch.variables.end(), other);
          if (!is_position(flat_, variable) || !is_position(flat_, other) || state == state_of.end()) continue;
          if (watched == watch.variables.end() || *watched != other) continue;
          program_.start.exchangeable.push_back({.state = state->second,
                                                 .other = other,
                                                 .other_start = declared_start(flat_, other),
                                                 .other_value = watch.registers[at(watched - watch.variables.begin())]});
        }
  }

 private:
  /// Whether neither is a better state than the other by its merit.
  bool are_equals(const SelectionLevel& level, const SelectionLevel::Entry& one, const SelectionLevel::Entry& other) const {
    const auto varies = [&](const SelectionLevel::Entry& entry) {
      return std::any_of(level.entries.begin(), level.entries.end(),
                         [&](const SelectionLevel::Entry& e) { return e.column == entry.column && !e.fixed; });
    };
    if (varies(one) != varies(other)) return false;
    return varies(one) || state_merit(sorted_, one.column) == state_merit(sorted_, other.column);
  }
  static bool is_chosen(const SelectionLevel& level, const SelectionLevel::Entry& entry) {
    return level.chosen[at(std::lower_bound(level.columns.begin(), level.columns.end(), entry.column) - level.columns.begin())];
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  Program& program_;
};

}  // namespace

double declared_start(const FlatSystem& flat, std::int32_t variable) {
  const VariableDeclaration* declared = flat.declaration_of(flat.undifferentiated(variable));
  return declared != nullptr ? declared->start : 0;
}

bool is_angle(const FlatSystem& flat, std::int32_t variable) {
  const VariableDeclaration* const declared = flat.declaration_of(variable);
  return declared != nullptr && declared->unit == "rad";
}

std::vector<MomentumRequest> momenta_of(const SortedSystem& sorted, ExprPool& pool) {
  const FlatSystem& flat = *sorted.flat;
  std::vector<bool> is_state(flat.variables.size(), false);
  for (const std::int32_t v : sorted.states) is_state[at(v)] = true;
  bool all_determined = sorted.dummy_derivatives.empty();
  const std::vector<Instance>& instances = flat.diagram().instances;
  for (std::size_t i = 0; i < instances.size() && all_determined; ++i)
    for (const Target& target : instances[i].targets) {
      const std::int32_t v = flat.first_variable[i] + target.variable, alias = flat.variable(v).alias_of;
      all_determined = all_determined && alias != -2 && is_state[at(alias < 0 ? v : alias)];
    }
  std::vector<MomentumRequest> momenta;
  if (all_determined) return momenta;
  Differentiator differentiator(pool);
  for (const EnergyTerms& terms : flat.energy) {
    if (terms.stored == ExprId::none) continue;
    for (const Partial& partial : differentiator.partials(terms.stored))
      if (const std::int32_t v = flat.variable_of(partial.symbol); v >= 0 && !is_position(flat, v))
        momenta.push_back({static_cast<ExprId>(partial.symbol), partial.value});
  }
  return momenta;
}

/// The equation that prescribes a position holds `variable - prescription`; one that simplification left bare prescribes zero.
std::vector<PositionRequest> prescribed_positions(const FlatSystem& flat, ExprPool& pool) {
  std::vector<PositionRequest> positions;
  Differentiator differentiator(pool);
  for (const FlatEquation& equation : flat.equations) {
    if (equation.kind != EquationKind::displacement || equation.index != 1) continue;
    const Node& node = (*flat.pool)[equation.residual];
    if (node.op != Operator::sub) continue;
    const auto value = static_cast<ExprId>(node.b);
    if ((flat.pool->content(value) & ~kParameter) == 0) continue;  // held at a constant place
    const ExprId rate = known_time_derivative(flat, differentiator, value);
    positions.push_back({flat.position_variable[at(equation.owner)], flat.assembly->requests[at(equation.owner)].instance, value,
                         rate == ExprId::none ? pool.zero() : rate});
  }
  return positions;
}

void emit_start(const SortedSystem& sorted, Emitter& emitter, const ProgramRequest& request, Program& program, const EmitSection& emit) {
  StartEmitter(sorted, emitter, request, program, emit).run();
}

void emit_watch(const SortedSystem& sorted, Program& program, const EmitSection& emit) {
  if (sorted.varying_levels.empty()) return;
  const FlatSystem& flat = *sorted.flat;
  WatchCode& watch = program.watch;
  std::vector<ExprId> expressions;
  for (std::size_t v = 0; v < flat.variables.size(); ++v) {
    const FlatVariable& variable = flat.variables[v];
    if (variable.alias_of != -1 || variable.value == ExprId::none) continue;
    watch.variables.push_back(static_cast<std::int32_t>(v));
    expressions.push_back(variable.value);
  }
  const std::vector<ExprId> coefficients = watched_coefficients(sorted);
  expressions.insert(expressions.end(), coefficients.begin(), coefficients.end());
  watch.registers = emit(Section::crossings, expressions);
  for (const SelectionLevel& level : sorted.varying_levels) {
    WatchCode::Level& code = watch.levels.emplace_back();
    code.rows = level.rows;
    for (const SelectionLevel::Entry& entry : level.entries) {
      const auto coefficient = std::lower_bound(coefficients.begin(), coefficients.end(), entry.coefficient) - coefficients.begin();
      const std::size_t watched = watch.variables.size() + at(coefficient);
      code.entries.push_back({entry.row, entry.column, entry.fixed ? -1 : static_cast<std::int32_t>(watched), entry.value});
    }
    for (std::size_t c = 0; c < level.columns.size(); ++c)
      if (level.chosen[c]) code.chosen.push_back(level.columns[c]);
  }
  Exchangeable(sorted, program).add_pairs();
}

std::vector<ExprId> watched_coefficients(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  std::set<ExprId> coefficients;  // another choice looks at others than the present one
  for (std::size_t e = 0; e < flat.equations.size(); ++e) {
    if (flat.equations[e].kind != EquationKind::derivative) continue;
    for (const IncidenceTerm& term : sorted.incidence[e])
      if ((flat.pool->content(term.partial) & ~kParameter) != 0) coefficients.insert(term.partial);
  }
  return {coefficients.begin(), coefficients.end()};
}

MotionPoint motion_point(const SortedSystem& sorted, const WatchCode& watch, std::span<const double> watched) {
  MotionPoint point;
  point.variables.assign(sorted.flat->variables.size(), 0.0);
  for (std::size_t k = 0; k < watch.variables.size(); ++k) point.variables[at(watch.variables[k])] = watched[k];
  const std::vector<ExprId> coefficients = watched_coefficients(sorted);
  for (std::size_t k = 0; k < coefficients.size(); ++k) point.coefficients[coefficients[k]] = watched[watch.variables.size() + k];
  return point;
}

}  // namespace stribeck
