#include "compile/loops.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "compile/loop_magnitudes.h"
#include "compile/start.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

/// One entry of a row or column of the loop's matrix.
struct Entry {
  std::int32_t column;
  ExprId value;
  ExprId size = ExprId::none;  ///< the sum of magnitudes of its terms; none: it has one term
};
using Entries = std::vector<Entry>;

/// Where the iteration for a variable starts: at the value that the user asks for, otherwise at that of the component.
double start_of(const FlatSystem& flat, std::int32_t v) {
  const FlatVariable& variable = flat.known_as(v);
  if (variable.kind != VariableKind::variable) return 0;
  const Instance& instance = flat.diagram().instances[at(variable.owner)];
  for (const Target& target : instance.targets)
    if (target.variable == variable.index) return target.value;
  return instance.record->variables[at(variable.index)].start;
}

class LoopEmitter {
 public:
  LoopEmitter(const SortedSystem& sorted, Emitter& emitter, Replacing& replacing, std::int32_t b, SolvedBlocks& solved, Program& program)
      : sorted_(sorted),
        flat_(emitter.flat()),
        pool_(emitter.pool()),
        emitter_(emitter),
        replacing_(replacing),
        block_(sorted.blocks[at(b)]),
        solved_(solved),
        program_(program) {
    code_.block = b;
    code_.size = static_cast<std::int32_t>(block_.tearing_variables().size());
    code_.linear = block_.linear || is_linear_while_held();
    code_.is_of_positions = is_of_positions(flat_, block_);
    code_.is_followed = !code_.linear && is_followed(flat_, block_);
  }

  void run(Section section, std::int32_t b) {
    for (const std::int32_t v : block_.tearing_variables()) number_.emplace(v, static_cast<std::int32_t>(number_.size()));
    find_explicit_steps();
    if (!program_.plain && define_in_closed_form()) return;
    for (const std::int32_t v : block_.tearing_variables()) {
      code_.unknowns.push_back(emitter_.new_register(symbol(v)));
      emitter_.start_at(code_.unknowns.back(), start_of(flat_, v));
      code_.facts.push_back({.variable = v, .start = declared_start(flat_, v), .is_angle = is_angle(flat_, v)});
    }
    const std::vector<ExprId> friction_forces = friction_forces_of_block();
    const bool iterated = !block_.linear || block_.explicit_steps > 0 || !friction_forces.empty();
    if (iterated) emitter_.divert(code_.evaluate, code_.unknowns);
    define_explicit_steps();
    emit_residuals();
    std::vector<ExprId> laws = step_values_;
    for (const std::int32_t e : block_.residuals()) laws.push_back(flat_.equations[at(e)].residual);
    emitter_.begin_live(laws);
    emit_matrix();
    emitter_.end_live();
    for (const ExprId force : friction_forces) code_.friction_forces.push_back(emitter_.emit(force));
    if (iterated) emitter_.end_divert();
    if (!code_.linear) emit_sizes();
    if (!block_.linear && code_.size <= kLargestDenseLoop && !block_.is_of_mechanism) list_places();
    reserve();
    const auto number = static_cast<Register>(program_.blocks.size());
    if (code_.constant_matrix) {  // factorised once, with the parameters
      emitter_.begin(Section::parameters);
      emitter_.instruct(Opcode::factor_block, -1, number);
      emitter_.begin(section);
    }
    solved_.code_of[at(b)] = number;
    emitter_.instruct(Opcode::solve_block, -1, number);
    program_.blocks.push_back(std::move(code_));
  }

 private:
  ExprId symbol(std::int32_t v) const { return flat_.variable(v).value; }

  /// Whether the equations are linear in the unknowns while conditions are held, as piecewise linear laws are. The loop then has one
  /// solution, which is found without iteration, also where an unknown passes through zero.
  bool is_linear_while_held() const {
    std::vector<ExprId> residuals;
    std::unordered_map<std::int32_t, int> degree;  // in the unknowns, by node; 2: not linear
    for (const std::int32_t e : block_.equations) residuals.push_back(flat_.equations[at(e)].residual);
    for (const std::int32_t v : block_.unknowns) degree[index(symbol(v))] = 1;
    Walker walker;
    for (const std::int32_t i : walker.below(pool_, residuals)) {
      const Node& n = pool_.node(i);
      if (n.op != Operator::symbol) degree[i] = degree_of(n, degree);
    }
    return std::all_of(residuals.begin(), residuals.end(), [&](ExprId residual) { return degree[index(residual)] <= 1; });
  }

  static int degree_of(const Node& n, const std::unordered_map<std::int32_t, int>& degree) {
    if (is_held(n)) return 0;
    int of[3] = {0, 0, 0};
    const Operands operands(n);
    for (int k = 0; k < operands.count; ++k)
      if (const auto found = degree.find(operands.node[k]); found != degree.end()) of[k] = found->second;
    switch (n.op) {
      case Operator::add:
      case Operator::sub:
      case Operator::neg:
        return std::max(of[0], of[1]);
      case Operator::mul:
        return std::min(of[0] + of[1], 2);
      case Operator::div:
        return of[1] > 0 ? 2 : of[0];
      case Operator::select:
        return of[0] > 0 ? 2 : std::max(of[1], of[2]);
      default:
        return of[0] + of[1] + of[2] > 0 ? 2 : 0;
    }
  }

  /// Without the frictions whose force follows from a spring and not from this block.
  std::vector<ExprId> friction_forces_of_block() const {
    std::vector<ExprId> forces;
    for (const std::int32_t e : block_.equations) {
      const auto found = std::lower_bound(flat_.frictions.begin(), flat_.frictions.end(), e,
                                          [](const FlatFriction& f, std::int32_t equation) { return f.equation < equation; });
      if (found != flat_.frictions.end() && found->equation == e && found->carrier != FrictionCarrier::spring)
        forces.push_back(found->force);
    }
    return forces;
  }

  void define(std::int32_t v, ExprId value) {
    const Register r = emitter_.emit(value);
    solved_.value_of[at(v)] = value;
    emitter_.define(symbol(v), r);
    steps_.push_back(r);
    if (!code_.linear) code_.others.push_back(r);
  }
  void define_explicit_steps() {
    for (std::size_t k = 0; k < block_.explicit_steps; ++k) define(block_.unknowns[k], step_values_[k]);
  }

  void find_explicit_steps() {
    entries_of_step_.resize(block_.explicit_steps);
    for (std::size_t k = 0; k < block_.explicit_steps; ++k) {
      const std::int32_t e = block_.equations[k], v = block_.unknowns[k];
      step_values_.push_back(explicit_value(sorted_, pool_, replacing_, e, v));
      ExprId pivot = ExprId::none;
      Entries row = row_of(e, v, pivot);
      for (Entry& entry : row) {
        entry.value = pool_.neg(pool_.div(entry.value, pivot));
        if (entry.size != ExprId::none) entry.size = pool_.div(entry.size, size_of(pivot));
      }
      entries_of_step_[k] = std::move(row);
      step_of_[v] = k;
    }
  }

  /// Solves a loop symbolically that is torn at one unknown, if the coefficient of that is not zero in any mode: the run then needs no
  /// loop. A body that rubs on the ground, of which there may be thousands, is such a loop. False for other loops.
  bool define_in_closed_form() {
    constexpr int kMostCases = 4;
    if (!block_.linear || code_.size != 1) return false;
    const std::int32_t torn = block_.tearing_variables()[0], equation = block_.residuals()[0];
    ExprId none = ExprId::none;
    const Entries row = row_of(equation, -1, none);
    if (row.size() != 1) return false;
    std::vector<Replacement> at_zero{{symbol(torn), pool_.zero()}};
    for (std::size_t k = 0; k < block_.explicit_steps; ++k)
      at_zero.push_back({symbol(block_.unknowns[k]), replacing_(step_values_[k], at_zero)});
    const ExprId value = solution(replacing_(flat_.equations[at(equation)].residual, at_zero), row[0], kMostCases);
    if (value == ExprId::none) return false;
    define(torn, value);
    define_explicit_steps();
    return true;
  }

  /// -rest / coefficient, with the same cases as the coefficient; none if the coefficient may vanish, or has too many cases.
  ExprId solution(ExprId rest, const Entry& coefficient, int cases) {
    const ExprId condition = replacing_.condition_in(coefficient.value);
    if (condition == ExprId::none) return is_never_zero(coefficient) ? pool_.neg(pool_.div(rest, coefficient.value)) : ExprId::none;
    if (cases < 2) return ExprId::none;
    const auto where = [&](ExprId e, bool holds) { return e == ExprId::none ? e : replacing_.where(e, condition, holds); };
    const auto side = [&](bool holds) {
      return solution(where(rest, holds), {0, where(coefficient.value, holds), where(coefficient.size, holds)}, cases / 2);
    };
    const ExprId holds = side(true), fails = holds == ExprId::none ? holds : side(false);
    return fails == ExprId::none ? fails : pool_.apply(Operator::select, condition, holds, fails);
  }

  /// Whether the coefficient is not zero for any parameters of these signs, as a sum of terms of one sign is.
  bool is_never_zero(const Entry& coefficient) const {
    constexpr double kRounding = 1e-9;
    if ((pool_.content(coefficient.value) & ~kParameter) != 0) return false;
    const double value = std::fabs(parameter_value(flat_, coefficient.value));
    return value > 0 && (coefficient.size == ExprId::none || value >= (1 - kRounding) * parameter_value(flat_, coefficient.size));
  }

  /// d residual / d tearing variables with the explicit steps carried along; the coefficient of `but` is set apart.
  Entries row_of(std::int32_t equation, std::int32_t but, ExprId& coefficient) {
    Entries row;
    for (const IncidenceTerm& term : sorted_.incidence[at(equation)]) {
      if (term.variable == but) {
        coefficient = term.partial;
      } else if (const auto number = number_.find(term.variable); number != number_.end()) {
        row.push_back({number->second, term.partial});
      } else if (const auto step = step_of_.find(term.variable); step != step_of_.end()) {
        for (const Entry& entry : entries_of_step_[step->second])
          row.push_back({entry.column, pool_.mul(term.partial, entry.value),
                         entry.size == ExprId::none ? entry.size : pool_.mul(size_of(term.partial), entry.size)});
      }
    }
    std::stable_sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
    Entries combined;
    for (const Entry& entry : row) {
      if (combined.empty() || combined.back().column != entry.column) {
        combined.push_back(entry);
        continue;
      }
      Entry& sum = combined.back();
      if (block_.linear) sum.size = pool_.add(size_of(sum), size_of(entry));
      sum.value = pool_.add(sum.value, entry.value);
    }
    std::erase_if(combined, [&](const Entry& entry) { return pool_.is_constant(entry.value, 0); });
    return combined;
  }

  ExprId size_of(ExprId value) { return pool_.apply(Operator::abs, value); }
  ExprId size_of(const Entry& entry) { return entry.size == ExprId::none ? size_of(entry.value) : entry.size; }

  /// Makes an entry of parameters zero that is within the rounding of its terms: redundant equations leave such rounding, which would be
  /// taken for a pivot.
  ExprId without_rounding(const Entry& entry) {
    if (entry.size == ExprId::none || (pool_.content(entry.value) & ~kParameter) != 0) return entry.value;
    const ExprId margin = pool_.sub(size_of(entry.value), pool_.mul(pool_.constant(kCancellation), entry.size));
    return pool_.apply(Operator::select, pool_.apply(Operator::gt, margin, pool_.zero()), entry.value, pool_.zero());
  }

  /// Column by column.
  void emit_matrix() {
    std::vector<Entries> columns(at(code_.size));
    std::int32_t r = 0;
    for (const std::int32_t e : block_.residuals()) {
      ExprId none = ExprId::none;
      for (const Entry& entry : row_of(e, -1, none)) columns[at(entry.column)].push_back({r, without_rounding(entry)});
      ++r;
    }
    code_.constant_matrix = block_.linear;
    code_.starts.push_back(0);
    for (const Entries& column : columns) {
      for (const Entry& entry : column) {
        code_.rows.push_back(entry.column);
        code_.matrix.push_back(emitter_.emit(entry.value));
        code_.constant_matrix = code_.constant_matrix && (pool_.content(entry.value) & ~kParameter) == 0;
      }
      code_.starts.push_back(static_cast<std::int32_t>(code_.rows.size()));
    }
  }

  /// Emits the residuals: of a linear loop that is not torn at zero only, of a torn one for given tearing variables, as Newton's iteration
  /// needs.
  void emit_residuals() {
    std::vector<ExprId> symbols;
    const bool at_zero = block_.linear && block_.explicit_steps == 0;
    for (const std::int32_t v : block_.tearing_variables()) symbols.push_back(symbol(v));
    for (const std::int32_t e : block_.residuals()) {
      const ExprId residual = flat_.equations[at(e)].residual;
      code_.residual.push_back(emitter_.emit(at_zero ? replacing_.at_zero(residual, symbols) : residual));
    }
  }

  struct Place {
    PlaceFacts facts;
    Register value = -1;
    std::string unit;
  };
  Place place_of(std::size_t k) {
    const std::int32_t v = block_.unknowns[k];
    const FlatVariable& known = flat_.known_as(v);
    const VariableDeclaration* const declared = flat_.declaration_of(v);
    Place place{.facts = {.variable = flat_.variable(v).shown_as >= 0 ? flat_.variable(v).shown_as : v, .rest = start_of(flat_, v)},
                .value = k < block_.explicit_steps ? steps_[k] : code_.unknowns[k - block_.explicit_steps],
                .unit = declared != nullptr ? declared->unit : std::string()};
    if (known.kind == VariableKind::across) place.unit = domains()[at(flat_.assembly->nodes[at(known.owner)].domain)].across_unit;
    Differentiator differentiator(pool_);
    for (const Partial& partial : differentiator.partials(known.value)) place.facts.scale = parameter_value(flat_, partial.value);
    return place;
  }

  /// Lists the variables by which solutions are chosen, in the order of their names and kinds, so that the order of components and
  /// connections does not matter.
  void list_places() {
    std::map<std::string, Place> velocities, all;
    std::map<std::string, std::int32_t> groups;
    for (std::size_t k = 0; k < block_.unknowns.size(); ++k) {
      const Place place = place_of(k);
      const std::string name = variable_name(flat_, place.facts.variable);
      all[name] = place;
      if (place.unit == "m/s" || place.unit == "rad/s") velocities[name] = place;
    }
    for (auto& [name, place] : velocities.empty() ? all : velocities) {
      place.facts.group = groups.try_emplace(place.unit, static_cast<std::int32_t>(groups.size())).first->second;
      code_.places.push_back(place.value);
      code_.place_facts.push_back(place.facts);
    }
  }

  void emit_sizes() {
    LoopMagnitudes magnitudes(pool_);
    for (std::size_t k = 0; k < block_.explicit_steps; ++k) magnitudes.step(symbol(block_.unknowns[k]), step_values_[k]);
    std::vector<ExprId> sizes;
    for (const std::int32_t e : block_.residuals()) sizes.push_back(magnitudes.of(flat_.equations[at(e)].residual));
    code_.sizes = emitter_.emit_apart(code_.sizing, sizes);
  }

  void reserve() {
    const std::size_t n = at(code_.size);
    program_.largest_block = std::max(program_.largest_block, code_.size);
    program_.most_entries = std::max(program_.most_entries, code_.matrix.size());
    if (code_.size > kLargestDenseLoop) {
      code_.sparse = program_.sparse_blocks++;
      return;
    }
    code_.storage = program_.block_storage;
    program_.block_storage += n * n;
    code_.pivots = program_.pivot_storage;
    program_.pivot_storage += n;
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  ExprPool& pool_;
  Emitter& emitter_;
  Replacing& replacing_;
  const Block& block_;
  SolvedBlocks& solved_;
  Program& program_;
  BlockCode code_;
  std::unordered_map<std::int32_t, std::int32_t> number_;  // of tearing variables
  std::unordered_map<std::int32_t, std::size_t> step_of_;  // of the other unknowns
  std::vector<ExprId> step_values_;                        // of the explicit steps, in the unknowns before them
  std::vector<Register> steps_;                            // the same, once they are emitted
  std::vector<Entries> entries_of_step_;
};

}  // namespace

bool is_of_positions(const FlatSystem& flat, const Block& block) {
  return std::any_of(block.equations.begin(), block.equations.end(), [&](std::int32_t e) { return flat.equations[at(e)].derivative >= 0; });
}

bool is_followed(const FlatSystem& flat, const Block& block) {
  return !block.linear && !block.is_of_mechanism && block.tearing_variables().size() <= kLargestDenseLoop && !is_of_positions(flat, block);
}

ExprId explicit_value(const SortedSystem& sorted, ExprPool& pool, Replacing& replacing, std::int32_t equation, std::int32_t unknown) {
  const FlatSystem& flat = *sorted.flat;
  ExprId coefficient = ExprId::none;
  for (const IncidenceTerm& term : sorted.incidence[at(equation)])
    if (term.variable == unknown) coefficient = term.partial;
  const ExprId symbol = flat.variable(unknown).value;
  const ExprId residual = flat.equations[at(equation)].residual;
  const Node& n = pool[residual];  // most relations are "unknown = law" or the reverse, and need not be solved for the unknown
  if (n.op == Operator::sub && n.a == index(symbol) && coefficient == pool.one()) return static_cast<ExprId>(n.b);
  if (n.op == Operator::sub && n.b == index(symbol) && pool.is_constant(coefficient, -1)) return static_cast<ExprId>(n.a);
  const ExprId rest = replacing.at_zero(residual, std::span(&symbol, 1));
  return pool.neg(pool.div(rest, coefficient));
}

void emit_loop(const SortedSystem& sorted, Emitter& emitter, Replacing& replacing, Section section, std::int32_t b, SolvedBlocks& solved,
               Program& program) {
  LoopEmitter(sorted, emitter, replacing, b, solved, program).run(section, b);
}

}  // namespace stribeck
