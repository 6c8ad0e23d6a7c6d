#include "program/verify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/invariants.h"
#include "program/bends.h"
#include "program/registers.h"

namespace stribeck {

namespace {

/// Checks that references are registers, and that no instruction writes to registers of given or held values; notes which these are.
class References {
 public:
  References(std::int32_t registers, std::vector<bool>& is_held) : registers_(registers), is_held_(is_held) {}

  void operator()(Use use, const std::vector<Register>& list) const {
    for (const Register r : list) (*this)(use, r);
  }
  template <std::size_t count>
  void operator()(Use use, const std::array<Register, count>& list) const {
    for (const Register r : list) (*this)(use, r);
  }
  void operator()(Use use, Register r) const {
    if (!use.needed && r == kNone<Register>) return;
    if (r < 0 || r >= registers_) throw BrokenInvariant{std::string("a reference without register in ") + owner_};
    if (use.role != RefRole::given && use.role != RefRole::held) return;
    require(!is_held_[at(r)], "two things held in one register");
    is_held_[at(r)] = true;
  }
  void parts(const char* name, const auto& list) const {
    const char* const outer = std::exchange(owner_, name);
    for (const auto& part : list) part.each(*this, part);
    owner_ = outer;
  }

 private:
  std::int32_t registers_;
  std::vector<bool>& is_held_;
  mutable const char* owner_ = "the program";
};

class InvariantCheck {
 public:
  explicit InvariantCheck(const Program& program)
      : program_(program), registers_(program.register_count), states_(program.derivatives.size()) {}

  void run() {
    require(registers_ >= 0 && program_.separate_count >= registers_, "fewer registers for modes than in all");
    require(at(program_.separate_count - registers_) <= program_.separate_dynamics.size(), "more registers for modes than values");
    require(program_.initial.size() == at(registers_), "a register has no first value");
    for (const HeldTable& held : program_.held_tables) pieces_.emplace(held.table, held.piece);
    for (const FollowedFloor& floor : program_.followed_floors) floors_.insert(floor.value);
    for (const HistoryCode& history : program_.histories) require(histories_.insert(history.table).second, "two histories of one table");
    codes();
    states();
    outside();
    for (const BlockCode& block : program_.blocks) loop(block);
    storage();
    tangents();
    conditions();
    frictions();
    whens();
    constraints();
    jacobian();
    audit();
    start();
    if (program_.has_modes()) single_assignments();
  }

 private:
  void codes() const {
    for (const Code& code : program_.code)
      for (const Instruction& i : code) instruction(i, registers_, true);
    for (const Instruction& i : program_.separate_dynamics) instruction(i, program_.separate_count, true);
    for (const BlockCode& block : program_.blocks)
      for (const Code* code : {&block.evaluate, &block.sizing})
        for (const Instruction& i : *code) instruction(i, registers_, false);
    // A loop may be solved in any section; it is factorised in the Jacobian, or before the run if its matrix is constant.
    const auto has_none = [](const Code& code, Opcode op) {
      return std::none_of(code.begin(), code.end(), [&](const Instruction& i) { return i.op == static_cast<std::uint16_t>(op); });
    };
    for (std::size_t s = 0; s < program_.code.size(); ++s) {
      const auto section = static_cast<Section>(s);
      require(section == Section::jacobian || has_none(program_.code[s], Opcode::solve_tangent), "a tangent outside the Jacobian");
      require(section == Section::jacobian || section == Section::parameters || has_none(program_.code[s], Opcode::factor_block),
              "factors outside the Jacobian");
    }
    require(has_none(program_.separate_dynamics, Opcode::solve_tangent) && has_none(program_.separate_dynamics, Opcode::factor_block),
            "factors outside the Jacobian");
  }

  void instruction(const Instruction& i, std::int32_t count, bool may_solve) const {
    const auto op = static_cast<Operator>(i.op);
    const auto in_range = [&](Register r) { return is_below(r, at(count)); };
    if (is_call(op)) {
      require(i.op - kFirstCall < std::ssize(program_.functions), "a call of a function that is not there");
      for (const Register r : {i.a, i.b, i.c}) require(r == -1 || in_range(r), "an argument without register");
      return require(in_range(i.result), "a call without result");
    }
    if (!is_plain(i)) {
      require(may_solve, "a loop inside a loop");
      switch (static_cast<Opcode>(i.op)) {
        case Opcode::solve_block:
        case Opcode::factor_block:
          return require(is_below(i.a, program_.blocks.size()), "a loop that is not there");
        case Opcode::solve_tangent:
          return require(is_below(i.a, program_.tangents.size()), "a tangent that is not there");
        default:
          return require(false, "an instruction that there is not");
      }
    }
    require(in_range(i.result), "an instruction without result");
    for_operands(i, [&](Register r) { require(in_range(r), "an operand without register"); });
    if (i.op >= static_cast<std::uint16_t>(Opcode::table_search)) return look_up(i);
    const bool is_fused = i.op >= static_cast<std::uint16_t>(Opcode::multiply_add);
    require(is_fused || (op > Operator::curve && op < Operator::count_), "an operator that there is not");
  }

  void look_up(const Instruction& i) const {
    const std::int32_t table = table_of(i.b);
    require(i.b >= 0 && is_below(table, program_.tables.size()), "a table that is not there");
    require(order_of(i.b) <= kPlaceSlopeOrder, "a derivative of a table that there is not");
    require(program_.tables[at(table)] != nullptr || has_history(table), "a table without points");
    if (i.op != static_cast<std::uint16_t>(Opcode::table_held)) return;
    require(pieces_.contains({table, i.c}) || (program_.tables[at(table)] != nullptr && floors_.contains(i.c)), "a piece of another table");
  }
  bool has_history(std::int32_t table) const { return histories_.contains(table); }

  void states() const {
    require(program_.state_facts.size() == states_, "a state without description");
    if (states_ == 0) return;
    require(program_.first_state >= 0 && at(program_.first_state) + states_ <= at(registers_), "a state without register");
  }

  void outside() const {
    std::vector<bool> is_held(at(registers_), false);
    Program::each(References(registers_, is_held), program_);
    if (states_ > 0)
      for (std::size_t s = 0; s < states_; ++s)
        require(!is_held[at(program_.first_state) + s], "something held in the register of a state");
    const auto keeps = [&](const Code& code) {
      for (const Instruction& i : code)
        if (is_plain(i)) require(at(i.result) >= is_held.size() || !is_held[at(i.result)], "something held that an instruction writes");
    };
    for (const Code& code : program_.code) keeps(code);
    keeps(program_.separate_dynamics);
    for (const BlockCode& block : program_.blocks) {
      keeps(block.evaluate), keeps(block.sizing);
      for (const Register r : block.unknowns) require(!is_held[at(r)], "something held that is solved for");
    }
    for (const HeldTable& held : program_.held_tables)
      require(program_.initial[at(held.piece)] == 0, "a piece of a table before anything ran");
    for (const auto& [r, number] : program_.parameters) require(number >= 0, "a parameter without number");
    for (const KinkCode& kink : program_.kinks)
      require(kink.table < 0 || (is_below(kink.table, program_.tables.size()) && program_.tables[at(kink.table)] != nullptr),
              "a kink of a table that is not there");
    for (const BendCode& bend : program_.bends) require(bending_of(bend.op).bend.has_value(), "a bend of an operator that has none");
    for (const HistoryCode& h : program_.histories) {
      require(is_below(h.table, program_.tables.size()) && program_.tables[at(h.table)] == nullptr, "a history of a table with points");
      require(is_any(h.value), "a history of nothing");
    }
    for (const HeldTable& table : program_.held_tables) {
      require(is_below(table.table, program_.tables.size()), "a held piece of no table");
      require(program_.tables[at(table.table)] != nullptr || has_history(table.table), "a held piece of a table without points");
    }
  }

  static bool is_pattern(const std::vector<std::int32_t>& starts, const std::vector<std::int32_t>& rows, std::size_t columns,
                         std::size_t height) {
    if (starts.size() != columns + 1 || starts.front() != 0 || at(starts.back()) != rows.size()) return false;
    for (std::size_t c = 0; c < columns; ++c) {
      if (starts[c] > starts[c + 1] || at(starts[c + 1]) > rows.size()) return false;
      for (auto k = at(starts[c]); k < at(starts[c + 1]); ++k)
        if (!is_below(rows[k], height) || (k > at(starts[c]) && rows[k] <= rows[k - 1])) return false;
    }
    return true;
  }

  void loop(const BlockCode& block) const {
    const std::size_t n = block.size > 0 ? at(block.size) : 0;
    require(n > 0 && block.size <= program_.largest_block, "a loop without unknowns");
    require(block.unknowns.size() == n && block.facts.size() == n && block.residual.size() == n,
            "a loop with other unknowns than residuals");
    require(block.matrix.size() == block.rows.size() && is_pattern(block.starts, block.rows, n, n), "a loop without matrix");
    require(block.matrix.size() <= program_.most_entries, "a loop with more entries than any");
    require(block.linear ? block.sizes.empty() : block.sizes.size() == n, "sizes of other residuals");
    for (const std::int32_t f : block.reacting_frictions)
      require(is_below(f, program_.frictions.size()), "a loop with a friction that is not there");
  }

  void storage() const {
    std::size_t doubles = 0, pivots = 0;
    std::int32_t sparse = 0;
    for (const BlockCode& block : program_.blocks) {
      if (block.sparse >= 0) {
        require(block.sparse == sparse++, "sparse loops out of order");
        continue;
      }
      require(block.size <= kLargestDenseLoop, "a dense loop that is too large");
      require(block.storage == doubles && block.pivots == pivots, "dense loops out of order");
      doubles += at(block.size) * at(block.size), pivots += at(block.size);
    }
    std::int32_t largest = 0;
    std::size_t entries = 0;
    for (const BlockCode& block : program_.blocks)
      largest = std::max(largest, block.size), entries = std::max(entries, block.matrix.size());
    require(program_.largest_block == largest && program_.most_entries == entries, "other room for loops than the largest needs");
    require(program_.block_storage == doubles && program_.pivot_storage == pivots && program_.sparse_blocks == sparse,
            "other room for factors than loops");
  }

  void tangents() const {
    for (const TangentCode& tangent : program_.tangents) {
      require(is_below(tangent.block_code, program_.blocks.size()), "a tangent of no loop");
      const std::size_t n = at(program_.blocks[at(tangent.block_code)].size);
      require(tangent.right_side.size() == n && tangent.results.size() == n, "a tangent of other size than its loop");
    }
  }

  void conditions() const {
    for (const ConditionCode& condition : program_.conditions) {
      require(is_relation(condition.relation), "a condition that compares nothing");
      require(condition.floor < 0 || is_below(condition.floor, program_.followed_floors.size()), "the end of a floor that is not there");
    }
  }

  void frictions() const {
    for (const FrictionCode& friction : program_.frictions) {
      require(friction.creeps || friction.guard < program_.conditions.size(), "a friction without guard");
      require(friction.carrier <= FrictionCarrier::none, "a friction that acts on nothing");
      require(at(static_cast<int>(friction.contact.law)) < kRestitutionLaws.size(), "a contact of no known law");
      require(is_below(friction.group, at(program_.friction_groups)), "a friction of no group");
      require(is_below(friction.kind, program_.frictions.size()), "a friction of no kind");
      require(friction.state < std::ssize(program_.derivatives), "the velocity of a friction is no state");
      for (const StateSlope& slope : friction.gap_slopes) require(is_below(slope.state, states_), "a slope by no state");
    }
    require(program_.friction_groups >= 0 && at(program_.friction_groups) <= program_.frictions.size(), "more groups than frictions");
  }

  void constraints() const {
    const ConstraintCode& code = program_.constraints;
    require(code.positions >= 0 && code.rows.size() == 2 * at(code.positions) + code.coordinates.size() &&
                code.component.size() == at(code.positions) && code.per_force.size() == at(code.positions) &&
                code.given.size() == at(code.positions),
            "other rates of constraints than positions");
    std::size_t shares = 0;
    for (const std::int32_t component : code.component) shares += at(std::count(code.component.begin(), code.component.end(), component));
    require(code.shares.size() == shares, "other shares of constraints than groups have");
    require(code.entry_rows.size() == code.slopes.size() && code.entry_states.size() == code.slopes.size(), "slopes of no constraint");
    for (const std::int32_t row : code.entry_rows) require(is_below(row, code.rows.size()), "a slope of no constraint");
    for (const std::vector<std::int32_t>* states : {&code.entry_states, &code.coordinates, &code.movable})
      for (const std::int32_t state : *states) require(is_below(state, states_), "a constraint of no state");
    const Code& own = program_.section(Section::constraints);
    require(std::all_of(own.begin(), own.end(), is_plain), "a loop in what closes loops");
  }

  void whens() const {
    std::set<Register> discretes;
    for (const DiscreteCode& discrete : program_.discretes) discretes.insert(discrete.value);
    for (const WhenCode& when : program_.whens) {
      require(at(static_cast<int>(when.end)) < kEndsOfRun.size(), "an event that ends the run in no known way");
      for (const WhenCode::Assignment& to : when.assignments)
        require(program_.state_of(to.target) >= 0 || discretes.contains(to.target), "an assignment to nothing");
    }
  }

  void jacobian() const {
    const JacobianCode& code = program_.jacobian;
    if (!program_.has_jacobian) return;
    require(is_pattern(code.starts, code.rows, states_, states_) && code.values.size() == code.rows.size(), "a Jacobian without pattern");
    require(code.time_rows.size() == code.time_values.size(), "derivatives by time of nothing");
    for (const std::int32_t row : code.time_rows) require(is_below(row, states_), "a derivative by time of no state");
    require(program_.linear.rows.size() == program_.linear.values.size() && program_.linear.columns.size() == program_.linear.values.size(),
            "derivatives of outputs without pattern");
  }

  void audit() const {
    std::size_t stores = 0, watched = 0, integrals = 0;
    for (const AuditCode::Account& account : program_.audit.accounts) {
      require(account.component >= 0, "an account of nobody");
      stores += account.stores ? 1 : 0, watched += account.is_watched ? 1 : 0;
      integrals += (account.dissipates ? 1U : 0U) + (account.supplies ? 1U : 0U) + (account.has_excess ? 1U : 0U);
    }
    const std::size_t outputs = program_.outputs.size();
    require(program_.audit.stores_begin <= outputs && stores <= outputs - program_.audit.stores_begin, "a store beyond the outputs");
    require(program_.audit.powers_begin <= outputs && 4 * watched <= outputs - program_.audit.powers_begin, "a power beyond the outputs");
    require(program_.audit.accounts.empty() || integrals == program_.quadratures.size(), "other integrals than accounts");
    require(program_.steering >= 0 && at(program_.steering) <= program_.quadratures.size(), "more integrals steer than there are");
  }

  void start() const {
    const StartCode& start = program_.start;
    for (const TargetCode& target : start.targets) {
      require(target.priority <= Priority::high, "a target of no known priority");
      require(target.state < std::ssize(program_.derivatives), "a target on no state");
    }
    for (const PlaceCode& place : start.places) {
      require(is_below(place.state, states_) && (place.target < 0 || is_below(place.target, start.targets.size())),
              "a place that is no state");
      for (const StateSlope& other : place.others) require(is_below(other.state, states_), "a slope by no state");
    }
    for (const LooseLoop& loop : start.loose_loops)
      for (const std::int32_t other : loop.others) require(is_below(other, start.loose.size()), "a loose position that is not there");
    for (const ExchangeablePosition& pair : start.exchangeable)
      require(is_below(pair.state, states_), "an exchangeable position that is no state");
    const WatchCode& watch = program_.watch;
    require(watch.variables.size() <= watch.registers.size() && std::is_sorted(watch.variables.begin(), watch.variables.end()),
            "watched variables without register");
    for (const WatchCode::Level& level : watch.levels) {
      require(level.rows >= 0 && at(level.rows) <= level.entries.size(), "constraints without entries");
      require(std::is_sorted(level.chosen.begin(), level.chosen.end()), "chosen columns out of order");
      for (const WatchCode::Level::Entry& entry : level.entries)
        require(is_below(entry.row, at(level.rows)) && entry.watched < std::ssize(watch.registers), "an entry of no constraint");
    }
  }

  void single_assignments() {
    made_.assign(at(program_.separate_count), false);
    is_written_.assign(at(program_.separate_count), false);
    const auto note_results = [&](const Code& code) {
      for (const Instruction& i : code) for_results(i, [&](Register r) { is_written_[at(r)] = true; });
    };
    note_results(program_.separate_dynamics);
    for (const Section section : {Section::quadratures, Section::crossings}) note_results(program_.section(section));
    make(program_.separate_dynamics);
    for (const Section section : {Section::quadratures, Section::crossings}) make(program_.section(section));
  }
  void make(const Code& code) {
    for (const Instruction& i : code) {
      for_reads(i, [&](Register r) { require(!is_written_[at(r)] || made_[at(r)], "a value that is read before it is made"); });
      for_results(i, [&](Register r) {
        require(!made_[at(r)], "a value that is made twice");
        made_[at(r)] = true;
      });
    }
  }
  template <typename Visit>
  void for_reads(const Instruction& i, Visit visit) const {
    if (is_plain(i)) return for_operands(i, visit);
    if (i.op == static_cast<std::uint16_t>(Opcode::solve_tangent)) return;
    for (const Register r : loop_inputs(program_.blocks[at(i.a)])) visit(r);
  }
  template <typename Visit>
  void for_results(const Instruction& i, Visit visit) const {
    if (is_plain(i)) return visit(i.result);
    if (i.op != static_cast<std::uint16_t>(Opcode::solve_block)) return;
    for_loop_results(program_.blocks[at(i.a)], visit);
  }

  const Program& program_;
  std::int32_t registers_;
  std::size_t states_;
  std::set<std::pair<std::int32_t, Register>> pieces_;  ///< tables, and the registers of their held pieces
  std::set<Register> floors_;                           ///< registers of held floors
  std::set<std::int32_t> histories_;                    ///< their tables
  std::vector<bool> made_, is_written_;
};

}  // namespace

std::string broken_invariant(const Program& program) {
  return first_broken([&] { InvariantCheck(program).run(); });
}

}  // namespace stribeck
