#include "compile/emitter.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/index.h"
#include "program/bends.h"

namespace stribeck {

bool Emitter::reaches(Section s) const {
  if (section_ == Section::constraints) return s == section_ || s == Section::parameters;  // it runs before all others
  return s == section_ || s == Section::parameters || s == Section::dynamics || (section_ == Section::updates && s == Section::crossings);
}

/// Whether a node needs no code in any section: symbols, values of parameters alone, held values.
bool Emitter::is_leaf(const Node& n) const {
  return n.op == Operator::symbol || (is_held(n) && n.op != Operator::sign) || (n.content & ~kParameter) == 0;
}

bool Emitter::placed(std::int32_t node) const {
  if (is_live(node) || (is_apart_ && !is_leaf(pool_.node(node)))) return placed_before_.contains(node);
  return at(node) < placements_.size() && placements_[at(node)].value >= 0 && reaches(placements_[at(node)].section);
}

void Emitter::place(std::int32_t node, Register value) {
  if (placements_.size() <= at(node)) placements_.resize(at(pool_.size()) * 2);
  if (is_live(node) || (is_apart_ && !is_leaf(pool_.node(node)))) placed_before_.emplace(node, placements_[at(node)]);
  placements_[at(node)] = {value, section_};
}

Register Emitter::new_register(ExprId symbol) {
  const Register r = fresh();
  place(index(symbol), r);
  return r;
}

void Emitter::instruct(Opcode op, Register result, Register a, Register b, Register c) {
  program_.code[at(static_cast<std::int32_t>(section_))].push_back({static_cast<std::uint16_t>(op), result, a, b, c});
}

void Emitter::divert(Code& code, std::span<const Register> unknowns) {
  diverted_ = &code;
  varies_.assign(at(program_.register_count), false);
  for (const Register r : unknowns) varies_[at(r)] = true;
}

std::vector<Register> Emitter::emit_apart(Code& code, std::span<const ExprId> expressions) {
  is_apart_ = true;
  diverted_ = &code;
  varies_.assign(at(program_.register_count), true);
  std::vector<Register> registers;
  for (const ExprId expression : expressions) registers.push_back(emit(expression));
  diverted_ = nullptr;
  is_apart_ = false;
  forget_placed();
  return registers;
}

void Emitter::begin_live(std::span<const ExprId> laws) {
  is_live_ = true;
  below_laws_.clear();
  for (const std::int32_t node : walker_.below(pool_, laws))
    if ((pool_.node(node).content & kCondition) != 0) below_laws_.insert(node);
}

void Emitter::end_live() {
  is_live_ = false;
  forget_placed();
}

void Emitter::forget_placed() {
  for (const auto& [node, placement] : placed_before_) placements_[at(node)] = placement;
  placed_before_.clear();
}

Register Emitter::emit(ExprId expression) {
  if (placed(index(expression))) return register_of(index(expression));
  // Collect the missing nodes depth-first, down to those that exist. Operands have lower numbers, so that ascending order can be executed.
  const std::size_t first = pending_.size();  // emit_node() may come back here: each call works behind what the outer ones hold
  stack_.push_back(index(expression));
  ++collections_;
  if (collected_.size() < at(pool_.size())) collected_.resize(at(pool_.size()) * 2, 0);
  for (const std::size_t bottom = stack_.size() - 1; stack_.size() > bottom;) {
    const std::int32_t node = stack_.back();
    stack_.pop_back();
    if (placed(node) || collected_[at(node)] == collections_) continue;
    collected_[at(node)] = collections_;  // a shared node is met many times
    pending_.push_back(node);
    const Node& n = pool_.node(node);
    if (holds(n) && (n.op == Operator::floor || !is_live(node))) continue;  // a held node needs its operands only in the crossing section
    const Operands operands(n);
    for (int i = 0; i < operands.count; ++i) stack_.push_back(operands.node[i]);
  }
  std::sort(pending_.begin() + static_cast<std::ptrdiff_t>(first), pending_.end());
  for (std::size_t i = first; i < pending_.size(); ++i) emit_node(pending_[i]);
  pending_.resize(first);
  return register_of(index(expression));
}

void Emitter::emit_node(std::int32_t node) {
  const Node n = pool_.node(node);
  const bool fixed = (n.content & ~kParameter) == 0;
  const Section section = section_;
  Code* diverted = diverted_;
  if (fixed) section_ = Section::parameters, diverted_ = nullptr;
  switch (n.op) {
    case Operator::constant:
      place(node, fresh());
      constants_.emplace_back(register_of(node), pool_.constant_value(static_cast<ExprId>(node)));
      break;
    case Operator::symbol:  // unknowns are defined by their blocks, so this is a parameter, or a held value that nothing has read yet
      if (const ExprId of = pool_.held_node(static_cast<ExprId>(node)); of != ExprId::none) {
        section_ = Section::dynamics;
        emit(of);
        place_held(node, register_of(index(of)));
        break;
      }
      if (flat_.symbol(node) == nullptr || flat_.symbol(node)->kind != SymbolKind::parameter)
        throw std::logic_error("the program reads " + expression_text(flat_, static_cast<ExprId>(node)) + " before it is known");
      place(node, fresh());
      program_.parameters.push_back({register_of(node), flat_.symbol(node)->index});
      break;
    case Operator::lookup:
    case Operator::curve:
      emit_table(node, n);
      break;
    default: {
      if (holds(n) && emit_held(node, n)) break;
      if (is_call(n.op)) {
        const auto argument = [&](std::int32_t operand) { return operand < 0 ? -1 : register_of(operand); };
        append(node, static_cast<std::uint16_t>(n.op), argument(n.a), argument(n.b), argument(n.c), depends_on_diverted(n));
        break;
      }
      if (!program_.plain && n.op == Operator::div && !fixed && (pool_.node(n.b).content & ~kParameter) == 0) {
        emit_scaling(node, n);
        break;
      }
      append(node, static_cast<std::uint16_t>(n.op), register_of(n.a), register_of(n.b), register_of(n.c), depends_on_diverted(n));
      note_kink(node, n);
    }
  }
  section_ = section;
  diverted_ = diverted;
}

/// Notes the kink of an operator whose operands change during the run, outside of loops that are solved by iteration.
void Emitter::note_kink(std::int32_t node, const Node& n) {
  if (section_ != Section::dynamics || depends_on_diverted(n)) return;
  const bool is_minimum = n.op == Operator::min || n.op == Operator::max;
  if (n.op != Operator::abs && !is_minimum && n.op != Operator::lookup) return;
  const std::int32_t argument = n.op == Operator::lookup ? n.b : n.a;
  program_.kinks.push_back({node, register_of(argument), is_minimum ? register_of(n.b) : -1, n.op == Operator::lookup ? n.a : -1});
}

/// Emits a node that is held for the whole step, or that consists of comparisons; false for a comparison that is evaluated.
bool Emitter::emit_held(std::int32_t node, const Node& n) {
  const bool is_live_here = is_live(node);
  if (is_live_here && n.op == Operator::sign) {  // of an abs, which has a kink and no jump: no event
    append(node, static_cast<std::uint16_t>(n.op), register_of(n.a), 0, 0, depends_on_diverted(n));
    return true;
  }
  const bool was_live = std::exchange(is_live_, false);
  if (n.op == Operator::floor)
    emit_floor(node, n);
  else if (n.op == Operator::sign)
    emit_sign(node, n);
  else if (!is_live_here || !placed(node))
    emit_condition(node);
  is_live_ = was_live;
  return !is_live_here || n.op == Operator::floor;
}

/// Division by something fixed during the run is a multiplication by its reciprocal, computed once.
void Emitter::emit_scaling(std::int32_t node, const Node& n) {
  const Register reciprocal = emit(pool_.div(pool_.one(), static_cast<ExprId>(n.b)));
  append(node, static_cast<std::uint16_t>(Operator::mul), register_of(n.a), reciprocal, 0, depends_on_diverted(n));
}

/// Notes where an instruction bends whose operands change during the run. Inside of loops that are solved by iteration nothing tells what
/// its argument is along the way.
void Emitter::note_bend(std::int32_t node, const Instruction& i, bool is_in_loop) {
  if (section_ != Section::dynamics && !(section_ == Section::constraints && is_in_loop)) return;
  if (i.op == static_cast<std::uint16_t>(Opcode::table_held)) return;  // a polynomial
  const auto op = static_cast<Operator>(i.op);
  const bool is_search = i.op == static_cast<std::uint16_t>(Opcode::table_search);
  const Bending bending = bending_of(op);
  program_.has_kinks = program_.has_kinks || bending.is_abrupt || is_search;
  if (bending.is_smooth) return;
  const bool has_other_argument = op == Operator::pow && (pool_.node(pool_.node(node).b).content & ~kParameter) != 0;
  if (is_in_loop || has_other_argument || !bending.bend) {
    program_.bends_elsewhere = true;
    return;
  }
  const bool is_minimum = op == Operator::min || op == Operator::max;
  program_.bends.push_back({op, op == Operator::div ? i.b : i.a, is_minimum ? i.b : -1});
}

void Emitter::append(std::int32_t node, std::uint16_t op, Register a, Register b, Register c, bool varies) {
  const Register result = fresh();
  const Instruction instruction{op, result, a, b, c};
  if (diverted_ != nullptr) varies_.resize(at(program_.register_count), false), varies_[at(result)] = varies;
  (varies ? *diverted_ : program_.code[at(static_cast<std::int32_t>(section_))]).push_back(instruction);
  note_bend(node, instruction, varies);
  place(node, result);
}

bool Emitter::depends_on_diverted(const Node& n) const {
  if (diverted_ == nullptr || is_apart_) return diverted_ != nullptr;
  const Operands operands(n);
  for (int i = 0; i < operands.count; ++i) {
    const Register r = register_of(operands.node[i]);
    if (at(r) < varies_.size() && varies_[at(r)]) return true;
  }
  return false;
}

/// Whether a node is held in this section. The Jacobian is that of the present values, and updates are computed at events, so that neither
/// holds anything.
bool Emitter::holds(const Node& n) const { return is_held(n) && section_ != Section::jacobian && section_ != Section::updates; }

/// Held values are inputs.
void Emitter::place_held(std::int32_t node, Register held) {
  const Section section = std::exchange(section_, Section::dynamics);
  place(node, held);
  section_ = section;
}

void Emitter::emit_condition(std::int32_t node) {
  const Register held = fresh();
  program_.conditions.push_back({.relation = pool_.node(node).op, .origin = node, .held = held});
  place_held(node, held);
}

/// Notes for which node a condition was made, by which users know it.
void Emitter::take_origin(ExprId condition, std::int32_t of) {
  if (const auto origin = flat_.condition_origins.find(of); origin != flat_.condition_origins.end())
    origins_.try_emplace(index(condition), origin->second);
}

/// By two conditions: 1 above zero, -1 below.
void Emitter::emit_sign(std::int32_t node, const Node& n) {
  const auto argument = static_cast<ExprId>(n.a);
  const ExprId above = pool_.apply(Operator::gt, argument, pool_.zero()), below = pool_.apply(Operator::lt, argument, pool_.zero());
  take_origin(above, node), take_origin(below, node);
  const ExprId otherwise = pool_.apply(Operator::select, below, pool_.constant(-1), pool_.zero());
  place(node, emit(pool_.apply(Operator::select, above, pool_.one(), otherwise)));
}

/// Whether a table is continuous. At a jump the held piece decides the side on which a step ends, so that it is held in plain programs too.
bool Emitter::is_continuous(const Node& lookup) const {
  const FlatTable& table = flat_.tables[at(lookup.a)];
  if (lookup.c > 0 || table.past.value != ExprId::none || table.function.ends() == TableEnds::repeat) return false;
  const ComponentRecord& record = *flat_.diagram().instances[at(table.instance)].record;
  return !record.lists[at(record.tables[at(table.number)].abscissae)].jumps;
}

void Emitter::emit_table(std::int32_t node, const Node& n) {
  const Register argument = register_of(n.b);
  Register piece = -1;
  for (const HeldTable& held : program_.held_tables)
    if (held.table == n.a) piece = held.piece;
  if (piece < 0) {
    if (const auto line = time_line(flat_, pool_, static_cast<ExprId>(n.b))) {
      piece = fresh();
      program_.held_tables.push_back({{emit(line->rate), emit(line->offset)}, n.a, piece});
    }
  }
  if (program_.plain && is_continuous(n)) piece = -1;
  if (piece < 0 && jumps_in_dynamics(node, n)) piece = followed_piece(n);
  const Opcode op = piece < 0 ? Opcode::table_search : Opcode::table_held;
  append(node, static_cast<std::uint16_t>(op), argument, table_operand(n.a, n.c), piece, depends_on_diverted(n));
  if (op == Opcode::table_search && n.op == Operator::lookup && flat_.tables[at(n.a)].past.value == ExprId::none) note_kink(node, n);
}

/// Whether a derivative of a table jumps where the motion passes its points, as the curvature of a cam's profile does: a step across a jump
/// is of first order, and its stages at the end see the next piece already. Newton's matrix of a loop needs the slopes where its search is.
bool Emitter::jumps_in_dynamics(std::int32_t node, const Node& n) const {
  const FlatTable& table = flat_.tables[at(n.a)];
  const bool varies = (n.content & ~kParameter) != 0;
  return section_ == Section::dynamics && varies && n.c > 0 && n.c < kPlaceOrder && table.past.value == ExprId::none &&
         table.function.may_jump(n.c) && !depends_on_diverted(n) && !is_live(node);
}

/// The number of the piece that contains the argument, held between the events at which the argument passes a point.
Register Emitter::followed_piece(const Node& n) {
  const ExprId piece = pool_.apply(Operator::floor, pool_.lookup(n.op, n.a, static_cast<ExprId>(n.b), kPlaceOrder));
  const FlatTable& table = flat_.tables[at(n.a)];
  const ExprPool& own = flat_.diagram().instances[at(table.instance)].record->pool;
  for (std::int32_t k = 0; k < own.size(); ++k)
    if (own.node(k).op == n.op && own.node(k).a == table.number)
      origins_.try_emplace(index(piece), ConditionOrigin{table.instance, static_cast<ExprId>(k)});
  return emit(piece);
}

/// Steps of a function linear in time are scheduled, those of others are searched.
void Emitter::emit_floor(std::int32_t node, const Node& n) {
  if (const auto line = time_line(flat_, pool_, static_cast<ExprId>(n.a))) return hold_floor(node, *line);
  follow_floor(node, n);
}

void Emitter::hold_floor(std::int32_t node, const TimeLine<ExprId>& line) {
  const Register held = fresh();
  program_.held_floors.push_back({{emit(line.rate), emit(line.offset)}, held, node});
  place_held(node, held);
}

void Emitter::follow_floor(std::int32_t node, const Node& n) {
  const ExprId whole = pool_.held_symbol(static_cast<ExprId>(node));
  const Register held = fresh();
  place_held(node, held);
  const auto number = static_cast<std::int32_t>(program_.followed_floors.size());
  program_.followed_floors.push_back({node, held});
  const auto argument = static_cast<ExprId>(n.a);
  for (const ExprId end :
       {pool_.apply(Operator::lt, argument, whole), pool_.apply(Operator::ge, argument, pool_.add(whole, pool_.one()))}) {
    take_origin(end, node);
    emit_condition(index(end));
    program_.conditions.back().floor = number;
  }
}

void Emitter::finish() {
  program_.initial.assign(at(program_.register_count), 0.0);
  for (const auto& [r, value] : constants_) program_.initial[at(r)] = value;
}

}  // namespace stribeck
