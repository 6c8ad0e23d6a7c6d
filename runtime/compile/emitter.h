#pragma once
// Translates expressions into instructions. Each node of an expression is translated once in each section that needs it.
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compile/compile.h"
#include "compile/time_line.h"
#include "expression/walk.h"

namespace stribeck {

class Emitter {
 public:
  /// `pool`: that of the system.
  Emitter(const FlatSystem& flat, ExprPool& pool, Program& program) : flat_(flat), pool_(pool), program_(program) {}

  const FlatSystem& flat() const { return flat_; }
  ExprPool& pool() { return pool_; }
  void begin(Section section) { section_ = section; }
  /// Whether values computed in section s are available in the current section.
  bool reaches(Section s) const;
  /// The register that holds the value of the expression; emits the instructions that are missing.
  Register emit(ExprId expression);
  /// A fresh register for a symbol that something other than an instruction fills.
  Register new_register(ExprId symbol);
  Register next_register() const { return program_.register_count; }
  /// Sets the initial content of a register.
  void start_at(Register r, double value) { constants_.emplace_back(r, value); }
  /// From now on this register holds the value of the symbol.
  void define(ExprId symbol, Register value) { place(index(symbol), value); }
  void instruct(Opcode op, Register result, Register a, Register b = -1, Register c = -1);

  /// Until end_divert(), instructions that depend on `unknowns` go into `code` (a Newton loop) instead of the section.
  void divert(Code& code, std::span<const Register> unknowns);
  void end_divert() { diverted_ = nullptr; }
  /// Until end_live(), comparisons are evaluated instead of held, except those inside `laws`. The evaluated ones come from differentiating
  /// min and max, and must select the present side wherever a search looks. They become conditions as well, so that steps end where it
  /// changes.
  void begin_live(std::span<const ExprId> laws);
  void end_live();
  /// Emits expressions into separate code, computed from symbols and held values alone. Code that seldom runs must not use intermediate
  /// values of the usual code: these would need registers for longer, and their products could not be fused. Returns the registers.
  std::vector<Register> emit_apart(Code& code, std::span<const ExprId> expressions);

  /// Where conditions come from that are not in the flat system, but made of what is there: the two of a sign, those of a floor or a table.
  std::map<std::int32_t, ConditionOrigin> take_origins() { return std::move(origins_); }
  /// Writes the constants into the program's initial registers.
  void finish();

 private:
  struct Placement {
    Register value = -1;
    Section section = Section::count_;
  };
  void place(std::int32_t node, Register value);
  void forget_placed();
  bool placed(std::int32_t node) const;
  bool is_leaf(const Node& n) const;
  bool is_live(std::int32_t node) const { return is_live_ && (pool_.node(node).content & kCondition) != 0 && !below_laws_.contains(node); }
  void emit_node(std::int32_t node);
  bool emit_held(std::int32_t node, const Node& n);
  void emit_scaling(std::int32_t node, const Node& n);
  void append(std::int32_t node, std::uint16_t op, Register a, Register b, Register c, bool varies);
  bool is_continuous(const Node& lookup) const;
  bool jumps_in_dynamics(std::int32_t node, const Node& n) const;
  Register followed_piece(const Node& n);
  void note_kink(std::int32_t node, const Node& n);
  void note_bend(std::int32_t node, const Instruction& i, bool is_in_loop);
  void emit_table(std::int32_t node, const Node& n);
  bool holds(const Node& n) const;
  void emit_sign(std::int32_t node, const Node& n);
  void emit_floor(std::int32_t node, const Node& n);
  void hold_floor(std::int32_t node, const TimeLine<ExprId>& line);
  void follow_floor(std::int32_t node, const Node& n);
  void emit_condition(std::int32_t node);
  void place_held(std::int32_t node, Register held);
  void take_origin(ExprId condition, std::int32_t of);
  bool depends_on_diverted(const Node& n) const;
  Register register_of(std::int32_t node) const { return node < 0 ? 0 : placements_[static_cast<std::size_t>(node)].value; }
  Register fresh() { return program_.register_count++; }

  const FlatSystem& flat_;
  ExprPool& pool_;
  Program& program_;
  Section section_ = Section::parameters;
  std::vector<Placement> placements_;
  std::vector<std::int32_t> pending_, stack_;  // of emit()
  std::vector<std::int32_t> collected_;        // by node, the last collection that has it
  std::int32_t collections_ = 0;
  std::vector<std::pair<Register, double>> constants_;
  Code* diverted_ = nullptr;
  std::vector<bool> varies_;  // by register: depends on the unknowns of the diverted loop
  Walker walker_;
  std::map<std::int32_t, ConditionOrigin> origins_;  // by node
  bool is_apart_ = false, is_live_ = false;
  std::unordered_set<std::int32_t> below_laws_;
  std::unordered_map<std::int32_t, Placement> placed_before_;  // of what is computed apart, or live
};

}  // namespace stribeck
