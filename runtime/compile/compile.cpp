// From sorted blocks to register code.
#include "compile/compile.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/units.h"
#include "compile/constraints.h"
#include "compile/emitter.h"
#include "compile/labels.h"
#include "compile/loops.h"
#include "compile/lower.h"
#include "compile/rounding.h"
#include "compile/start.h"
#include "compile/tangents.h"
#include "compile/time_line.h"
#include "compile/whens.h"
#include "expression/replacing.h"
#include "program/linked_code.h"
#include "structure/friction_groups.h"

namespace stribeck {

namespace {

class Compiler {
 public:
  Compiler(const SortedSystem& sorted, ExprPool& pool, const ProgramRequest& request)
      : sorted_(sorted),
        flat_(*sorted.flat),
        pool_(pool),
        request_(request),
        emitter_(flat_, pool, program_),
        replacing_(pool, Replacing::Held::kept) {}

  Program run() {
    program_.plain = request_.plain;
    program_.audit = request_.audit;
    program_.gives_velocities = !sorted_.dummy_derivatives.empty();
    list_tables();
    number_inputs();
    number_discretes();
    index_blocks();
    emit_constraints();
    for (const std::int32_t v : sorted_.state_derivatives) roots_.push_back(flat_.variable(v).value);
    program_.derivatives = emit_section(Section::dynamics, roots_);
    emit_followed_loops();
    if (!request_.linear_outputs.empty()) emit_section(Section::dynamics, request_.linear_outputs);  // so the Jacobian has their blocks
    emit_quadratures();
    program_.outputs = emit_section(Section::outputs, request_.outputs);
    program_.audit.powers_begin = program_.outputs.size();
    append(program_.outputs, emit_section(Section::outputs, request_.powers));
    emit_histories();
    emit_start(sorted_, emitter_, request_, program_, emit_);
    emit_frictions();
    emit_whens(sorted_, emitter_, program_, emit_);
    emit_watch(sorted_, program_, emit_);
    emit_crossings();
    program_.watches_time = watches_time();
    if (request_.jacobian) emit_jacobian(sorted_, emitter_, solved_, needed_order_, request_, program_);
    program_.has_jacobian = request_.jacobian;
    list_reacting_frictions();
    program_.functions.assign(pool_.functions().begin(), pool_.functions().end());
    emitter_.finish();
    program_.labels = labels_of(sorted_, emitter_.take_origins());
    if (!program_.plain) {
      balance_sums(program_);
      fuse_products(program_, audit_begins_);
    }
    compact_registers(program_);
    link(program_);
    return std::move(program_);
  }

 private:
  void list_reacting_frictions() {
    for (BlockCode& code : program_.blocks) {
      if (code.friction_forces.empty()) continue;
      const std::vector<std::int32_t>& equations = sorted_.blocks[at(code.block)].equations;
      for (std::size_t f = 0; f < flat_.frictions.size(); ++f)
        if (program_.frictions[f].reacts && std::find(equations.begin(), equations.end(), flat_.frictions[f].equation) != equations.end())
          code.reacting_frictions.push_back(static_cast<std::int32_t>(f));
    }
  }

  void list_tables() {
    for (const FlatTable& table : flat_.tables) program_.tables.push_back(table.past.value == ExprId::none ? &table.function : nullptr);
  }

  void number_inputs() {
    program_.time = emitter_.new_register(flat_.time);
    program_.first_state = emitter_.next_register();
    for (const std::int32_t v : sorted_.states) emitter_.new_register(flat_.variable(v).value);
    for (const FlatFriction& friction : flat_.frictions) {
      FrictionCode& code = program_.frictions.emplace_back();
      for (std::size_t i = 0; i < kModeInputs; ++i) code.inputs[i] = emitter_.new_register(friction.inputs[i]);
      const ModeInput on = friction.creeps ? ModeInput::direction : ModeInput::stuck;
      emitter_.start_at(code.input(on), friction.is_contact() ? 0 : 1);
    }
  }

  /// Emits the section of constraints, which runs before all others and shares no intermediate values with them.
  void emit_constraints() {
    if (flat_.constraints.empty()) return;
    ConstraintCode& code = program_.constraints;
    std::vector<ExprId> rows, scales;
    for (const FlatConstraint& constraint : flat_.constraints) {
      rows.push_back(constraint.position);
      scales.push_back(constraint.per_force);
      code.component.push_back(constraint.instance);
      code.given.push_back(program_.discretes[at(flat_.discrete_of(constraint.given))].value);
      for (const ExprId share : constraint.shares) code.shares.push_back(program_.discretes[at(flat_.discrete_of(share))].value);
    }
    code.per_force = emit_section(Section::parameters, scales);
    code.positions = static_cast<std::int32_t>(rows.size());
    for (const FlatConstraint& constraint : flat_.constraints) rows.push_back(constraint.rate);
    code.movable = states_of_mechanism(sorted_);
    std::vector<std::int32_t> order = emit_constraint_rows(rows, {});
    for (std::size_t e = 0; e < code.entry_rows.size(); ++e) {
      const std::int32_t s = code.entry_states[e];
      const bool is_listed = std::find(code.coordinates.begin(), code.coordinates.end(), s) != code.coordinates.end();
      if (code.entry_rows[e] < code.positions && !is_listed) code.coordinates.push_back(s);
    }
    std::vector<ExprId> velocities;
    for (const std::int32_t s : code.coordinates) velocities.push_back(flat_.variable(sorted_.state_derivatives[at(s)]).value);
    emit_constraint_rows(velocities, std::move(order));
    hold_given_positions(sorted_, code);
  }

  /// Appends rows to the section, with their slopes. `order`: the blocks that it has. Returns those that it has then.
  std::vector<std::int32_t> emit_constraint_rows(const std::vector<ExprId>& rows, std::vector<std::int32_t> order) {
    emitter_.begin(Section::constraints);
    const std::vector<std::int32_t> needed = needed_blocks(rows);
    append(program_.constraints.rows, emit_section(Section::constraints, rows));
    for (const std::int32_t b : needed)
      if (solved_.code_of[at(b)] >= 0) throw constraint_in_loop(flat_, flat_.constraints.front().instance);
    order.insert(order.end(), needed.begin(), needed.end());
    std::sort(order.begin(), order.end());
    emit_constraint_slopes(sorted_, emitter_, solved_, order, rows, program_);
    return order;
  }

  /// A loop that may have several solutions is solved in one place, where the motion follows it step by step: powers, outputs and
  /// conditions that read it are on the same solution, whatever rows are asked for.
  void emit_followed_loops() {
    std::vector<ExprId> readers, unknowns;
    for (const std::vector<ExprId>* more : {&request_.quadratures, &request_.balances, &request_.outputs, &request_.powers})
      readers.insert(readers.end(), more->begin(), more->end());
    for (const std::int32_t b : needed_blocks(readers)) {
      const Block& block = sorted_.blocks[at(b)];
      if (!is_followed(flat_, block)) continue;
      for (const std::int32_t v : block.tearing_variables()) unknowns.push_back(flat_.variable(v).value);
    }
    emit_section(Section::dynamics, unknowns);
  }

  void emit_quadratures() {
    program_.quadratures = emit_section(Section::quadratures, request_.quadratures);
    program_.steering = static_cast<std::int32_t>(program_.quadratures.size());
    audit_begins_ = program_.section(Section::quadratures).size();
    append(program_.quadratures, emit_section(Section::quadratures, request_.balances));
  }
  static void append(std::vector<Register>& registers, const std::vector<Register>& more) {
    registers.insert(registers.end(), more.begin(), more.end());
  }

  void number_discretes() {
    for (const FlatDiscrete& discrete : flat_.discretes) program_.discretes.emplace_back().value = emitter_.new_register(discrete.value);
    for (std::size_t d = 0; d < flat_.discretes.size(); ++d) program_.discretes[d].start = emitter_.emit(flat_.discretes[d].start);
  }

  void index_blocks() {
    solved_.block_of = sorted_.block_of();
    solved_.value_of.assign(flat_.variables.size(), ExprId::none);
    solved_.code_of.assign(sorted_.blocks.size(), -1);
    section_of_block_.assign(sorted_.blocks.size(), Section::count_);
  }

  bool available(std::int32_t block) const {
    return emitter_.reaches(section_of_block_[at(block)]);  // a block that has not been emitted has no section
  }

  /// Emits the code that `roots` need in this section, with the blocks in their order; returns the registers of the roots.
  std::vector<Register> emit_section(Section section, const std::vector<ExprId>& roots) {
    emitter_.begin(section);
    for (const std::int32_t b : needed_blocks(roots)) {
      emit_block(section, b);
      section_of_block_[at(b)] = section;
      if (section == Section::dynamics) needed_order_.push_back(b);
    }
    std::vector<Register> registers;
    registers.reserve(roots.size());
    for (const ExprId root : roots) registers.push_back(emitter_.emit(root));
    return registers;
  }

  /// Blocks that the roots depend on and that no earlier section of reach has solved, ascending.
  std::vector<std::int32_t> needed_blocks(const std::vector<ExprId>& roots) {
    std::vector<std::int32_t> found, queue;
    std::vector<std::uint8_t>& seen = seen_;
    seen.assign(sorted_.blocks.size(), 0);
    const auto need = [&](std::int32_t variable) {
      const std::int32_t b = variable < 0 ? -1 : solved_.block_of[at(variable)];
      if (b < 0 || seen[at(b)] != 0 || available(b)) return;
      seen[at(b)] = 1;
      found.push_back(b);
    };
    for (const std::int32_t i : walker_.below(pool_, roots))
      if (pool_.node(i).op == Operator::symbol) need(flat_.variable_of(i));
    for (std::size_t head = 0; head < found.size(); ++head)
      for (const std::int32_t e : sorted_.blocks[at(found[head])].equations)
        for (const IncidenceTerm& term : sorted_.incidence[at(e)]) need(term.variable);
    std::sort(found.begin(), found.end());
    return found;
  }

  void emit_block(Section section, std::int32_t b) {
    const Block& block = sorted_.blocks[at(b)];
    if (block.unknowns.size() == 1 && block.linear && never_zero(block.equations[0], block.unknowns[0])) return emit_explicit(b);
    emit_loop(sorted_, emitter_, replacing_, section, b, solved_, program_);
  }

  bool never_zero(std::int32_t equation, std::int32_t variable) const {
    for (const IncidenceTerm& term : sorted_.incidence[at(equation)])
      if (term.variable == variable) return term.solvability <= kParameterCoefficient;
    return false;
  }

  void emit_explicit(std::int32_t b) {
    const Block& block = sorted_.blocks[at(b)];
    const ExprId value = explicit_value(sorted_, pool_, replacing_, block.equations[0], block.unknowns[0]);
    solved_.value_of[at(block.unknowns[0])] = value;
    emitter_.define(flat_.variable(block.unknowns[0]).value, emitter_.emit(value));
  }

  void emit_histories() {
    std::vector<Past<ExprId>> pasts;
    for (std::size_t t = 0; t < flat_.tables.size(); ++t) {
      if (!is_any(flat_.tables[t].past.value)) continue;
      pasts.push_back(flat_.tables[t].past);
      program_.histories.emplace_back().table = static_cast<std::int32_t>(t);
    }
    lower(emit_, RefRole::fixed, Section::parameters, pasts, program_.histories);
    lower(emit_, RefRole::recorded, Section::histories, pasts, program_.histories);
  }

  /// Emits the guards of all modes, and the values by which modes are decided on.
  void emit_frictions() {
    emitter_.begin(Section::crossings);
    for (std::size_t i = 0; i < flat_.frictions.size(); ++i) {
      const FlatFriction& f = flat_.frictions[i];
      program_.frictions[i].carrier = f.carrier;
      program_.frictions[i].creeps = f.creeps;
      program_.frictions[i].contact.law = f.contact.law;
      if (f.creeps) continue;
      program_.frictions[i].guard = program_.conditions.size();
      emitter_.emit(f.guard);
      program_.conditions.back().is_guard = true;
    }
    lower(emit_, RefRole::watched, Section::crossings, flat_.frictions, program_.frictions);
    emit_friction_terms();
    if (!flat_.frictions.empty()) describe_frictions();
  }

  void describe_frictions() {
    const FrictionGroups groups = friction_groups(sorted_);
    std::vector<std::int32_t> known = groups.of;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    program_.friction_groups = static_cast<std::int32_t>(known.size());
    std::map<std::int32_t, std::int32_t> states;
    for (std::size_t s = 0; s < sorted_.states.size(); ++s) states[sorted_.states[s]] = static_cast<std::int32_t>(s);
    std::map<std::pair<std::int32_t, std::array<std::int8_t, 7>>, std::int32_t> kinds;
    for (std::size_t i = 0; i < flat_.frictions.size(); ++i) {
      const FlatFriction& friction = flat_.frictions[i];
      FrictionCode& code = program_.frictions[i];
      code.group = static_cast<std::int32_t>(std::lower_bound(known.begin(), known.end(), groups.of[i]) - known.begin());
      code.reacts = groups.reacts[i];
      const Dimension& dimension = flat_.diagram().instances[at(friction.instance)].record->frictions[at(friction.number)].dimension;
      code.kind = kinds.try_emplace({code.group, dimension.sixths}, static_cast<std::int32_t>(kinds.size())).first->second;
      const Node velocity = pool_[friction.velocity];
      const std::int32_t symbol = velocity.op == Operator::neg ? velocity.a : index(friction.velocity);
      const bool is_symbol = pool_.node(symbol).op == Operator::symbol;
      if (const auto state = states.find(is_symbol ? flat_.variable_of(symbol) : -1); state != states.end()) code.state = state->second;
      if (friction.is_contact()) code.gap_slopes = slopes_of(friction.contact.gap, states);
      if (!code.creeps && is_in_closed_loop(friction)) take_in_closed_loop(friction, code);
      // In closed loops other states would move with them.
      std::erase_if(code.gap_slopes, [&](const StateSlope& slope) { return is_in_closed_loop(slope.state); });
    }
  }
  bool is_in_closed_loop(std::int32_t state) const {
    const std::vector<std::int32_t>& moved = program_.constraints.entry_states;
    return std::find(moved.begin(), moved.end(), state) != moved.end();
  }
  /// Whether it is one direction of a friction that sticks in several at once, as that of a ball does, and opens in all of them together.
  bool sticks_in_several_directions(const FlatFriction& friction) const {
    return friction.open != ExprId::none && flat_.diagram().instances[at(friction.instance)].record->frictions.size() > 1;
  }
  bool is_in_closed_loop(const FlatFriction& friction) {
    for (const std::int32_t i : walker_.below(pool_, friction.velocity)) {
      if (pool_.node(i).op != Operator::symbol) continue;
      const auto state = std::find(sorted_.states.begin(), sorted_.states.end(), flat_.variable_of(i));
      if (state != sorted_.states.end() && is_in_closed_loop(static_cast<std::int32_t>(state - sorted_.states.begin()))) return true;
    }
    return std::any_of(sorted_.blocks.begin(), sorted_.blocks.end(), [&](const Block& block) {
      return std::find(block.equations.begin(), block.equations.end(), friction.equation) != block.equations.end() &&
             closes_loop(flat_, block);
    });
  }
  /// In closed loops of bodies refuses all but the friction of a joint by its reactions whose velocity is a state: that is set to zero
  /// where it comes to rest. Any other would be stopped by impulses, which grow without bound at a dead centre; a rigid contact makes all
  /// of the loop jump; and friction in several directions at once begins to slip in a way that is not decided yet.
  void take_in_closed_loop(const FlatFriction& friction, const FrictionCode& code) {
    if (friction.is_contact() || sticks_in_several_directions(friction) || !code.reacts || code.state < 0)
      throw not_in_closed_loop(flat_, friction, flat_.constraints.front().instance);
    program_.constraints.sticking = friction.instance;
  }
  /// The coefficients of a gap that is a linear combination of states, which can be made zero exactly.
  std::vector<StateSlope> slopes_of(ExprId gap, const std::map<std::int32_t, std::int32_t>& states) {
    std::vector<StateSlope> slopes;
    Differentiator differentiator(pool_);
    for (const Partial& partial : differentiator.partials(gap, kUnknown)) {
      const auto state = states.find(flat_.variable_of(partial.symbol));
      if (state == states.end() || (pool_.content(partial.value) & ~kParameter) != 0) return {};
      slopes.push_back({state->second, emitter_.emit(partial.value)});
    }
    return slopes;
  }

  /// Emits the sums of magnitudes of the terms of velocities, rates and gaps, which tell their rounding. A rate that is an unknown of a
  /// loop has no terms of its own; its rounding follows from the forces that the loop sums at nodes.
  void emit_friction_terms() {
    const std::vector<bool> in_loop = unknowns_of_loops();
    const auto emit = [&](ExprId expression) { return emitter_.emit(terms_of(flat_, pool_, solved_.value_of, in_loop, expression)); };
    std::map<std::int32_t, std::int32_t> block_of_equation;
    for (std::size_t b = 0; b < sorted_.blocks.size(); ++b)
      for (const std::int32_t e : sorted_.blocks[b].equations) block_of_equation[e] = static_cast<std::int32_t>(b);
    for (std::size_t i = 0; i < flat_.frictions.size(); ++i) {
      const FlatFriction& f = flat_.frictions[i];
      program_.frictions[i].velocity_terms = emit(f.velocity);
      program_.frictions[i].rate_terms = emit(f.rate);
      const Dimension& dimension = flat_.diagram().instances[at(f.instance)].record->frictions[at(f.number)].dimension;
      ExprId largest = ExprId::none;
      for (const std::int32_t e : sorted_.blocks[at(block_of_equation.at(f.equation))].equations) {
        if (!is_sum_of(e, dimension)) continue;
        const ExprId sum = sizes_of(flat_, pool_, solved_.value_of, in_loop, flat_.equations[at(e)].residual);
        largest = largest == ExprId::none ? sum : pool_.apply(Operator::max, largest, sum);
      }
      program_.frictions[i].force_terms = emitter_.emit(largest == ExprId::none ? pool_.zero() : largest);
      if (f.is_contact()) program_.frictions[i].gap_terms = emit(f.contact.gap);
    }
  }

  /// Whether an equation sums up, at a node, forces of this dimension.
  bool is_sum_of(std::int32_t equation, const Dimension& dimension) const {
    const FlatEquation& e = flat_.equations[at(equation)];
    if (e.kind != EquationKind::node_sum) return false;
    const Domain& domain = domains()[at(flat_.assembly->nodes[at(e.owner)].domain)];
    return parse_unit(domain.through_unit)->dimension == dimension;
  }

  std::vector<bool> unknowns_of_loops() const {
    std::vector<bool> in_loop(flat_.variables.size(), false);
    for (const Block& block : sorted_.blocks)
      for (const std::int32_t v : block.unknowns) in_loop[at(v)] = block.unknowns.size() > 1;
    return in_loop;
  }

  /// Emits the crossing functions of all conditions found so far; they may contain further conditions, which are added to the list.
  void emit_crossings() {
    emitter_.begin(Section::crossings);
    const std::vector<bool> in_no_loop(flat_.variables.size(), false), in_loop = unknowns_of_loops();
    for (std::size_t done = 0; done < program_.conditions.size();) {
      std::vector<ExprId> functions;
      const std::size_t begin = done;
      for (; done < program_.conditions.size(); ++done) functions.push_back(crossing_function(done));
      const std::vector<Register> registers = emit_section(Section::crossings, functions);
      for (std::size_t i = 0; i < registers.size(); ++i) {
        ConditionCode& condition = program_.conditions[begin + i];
        condition.crossing = registers[i];
        if (condition.floor >= 0)
          program_.followed_floors[at(condition.floor)].argument =
              emitter_.emit(static_cast<ExprId>(pool_[static_cast<ExprId>(condition.origin)].a));
        if (condition.scheduled >= 0) continue;
        // The rounding of a guard is that of its network (tell_noise).
        const ExprId noise = rounding_of(flat_, pool_, solved_.value_of, condition.is_guard ? in_no_loop : in_loop, functions[i]);
        if (noise != ExprId::none) condition.noise = emitter_.emit(noise);
      }
    }
  }

  /// Whether conditions depend on time explicitly. Guards are left out, as the search for them always looks inside steps.
  bool watches_time() {
    std::vector<ExprId> functions;
    for (std::size_t c = 0; c < program_.conditions.size(); ++c)
      if (!program_.conditions[c].is_guard && program_.conditions[c].scheduled < 0) functions.push_back(crossing_of(c));
    if (functions.empty()) return false;
    // Blocks are in order: each stands after the blocks that it needs.
    std::vector<bool> moves(sorted_.blocks.size(), false);
    const auto has_time = [&](ExprId expression) { return (pool_.content(expression) & kTime) != 0; };
    const auto in_moving_block = [&](std::int32_t variable) {
      const std::int32_t b = variable < 0 ? -1 : solved_.block_of[at(variable)];
      return b >= 0 && moves[at(b)];
    };
    for (std::size_t b = 0; b < sorted_.blocks.size(); ++b)
      for (const std::int32_t e : sorted_.blocks[b].equations) {
        if (has_time(flat_.equations[at(e)].residual)) moves[b] = true;
        for (const IncidenceTerm& term : sorted_.incidence[at(e)]) moves[b] = moves[b] || in_moving_block(term.variable);
      }
    for (const std::int32_t i : walker_.below(pool_, functions))
      if (has_time(static_cast<ExprId>(i)) || (pool_.node(i).op == Operator::symbol && in_moving_block(flat_.variable_of(i)))) return true;
    return false;
  }

  ExprId crossing_of(std::size_t condition) {
    const Node n = pool_[static_cast<ExprId>(program_.conditions[condition].origin)];
    return pool_.sub(static_cast<ExprId>(n.a), static_cast<ExprId>(n.b));
  }

  ExprId crossing_function(std::size_t condition) {
    const ExprId function = crossing_of(condition);
    // A floor has the next value at once, so that the end of that is not scheduled with it.
    if (const auto line = program_.conditions[condition].floor >= 0 ? std::nullopt : time_line(flat_, pool_, function, true)) {
      program_.conditions[condition].moves = line->moves;
      program_.conditions[condition].scheduled = emitter_.emit(pool_.neg(pool_.div(line->offset, line->rate)));
      program_.conditions[condition].rate = emitter_.emit(line->rate);
    }
    return function;
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  ExprPool& pool_;
  const ProgramRequest& request_;
  std::size_t audit_begins_ = 0;  // of the quadratures
  Program program_;
  Emitter emitter_;
  Replacing replacing_;
  Walker walker_;
  SolvedBlocks solved_;
  std::vector<Section> section_of_block_;
  std::vector<std::int32_t> needed_order_;
  std::vector<std::uint8_t> seen_;
  std::vector<ExprId> roots_;
  const EmitSection emit_ = [this](Section section, const std::vector<ExprId>& roots) { return emit_section(section, roots); };
};

}  // namespace

Program compile(const SortedSystem& sorted, ExprPool& pool, const ProgramRequest& request) { return Compiler(sorted, pool, request).run(); }

}  // namespace stribeck
