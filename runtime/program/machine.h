#pragma once
// Runs a program: the registers and the work areas. Nothing is allocated after construction.
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/numbers.h"
#include "program/followed_root.h"
#include "program/history.h"
#include "program/kinsol.h"
#include "program/program.h"
#include "program/sparse_lu.h"

namespace stribeck {

class Machine {
 public:
  explicit Machine(const Program& program);
  /// Runs another program for the same system from here on. Modes of frictions and discrete variables stay, and the parameters, which
  /// take_parameters() computes with.
  void become(const Program& program);
  /// Where a program with Jacobian for the same system comes from, if this one has none.
  void set_source_of_jacobian(std::function<const Program&()> source) { source_of_jacobian_ = std::move(source); }
  /// Changes to that program if it has to; conditions, tables and loops stay as they are.
  void require_jacobian();

  /// Takes parameter values (SI, by the numbers of Program::parameters) and computes what depends on them alone.
  void set_parameters(std::span<const double> values);
  std::span<const double> parameters() const { return parameter_values_; }
  /// Computes it anew from the values at hand.
  void take_parameters();
  void set_time(double t) { registers_[static_cast<std::size_t>(program_->time)] = t; }
  void set_state(const double* x);
  /// Runs a section; `dynamics` before any of the others.
  void run(Section section) {
    if (section == Section::dynamics) runs_ = ++all_runs_;
    execute(program_->section(section));
  }
  /// Runs a part of the program's code.
  void run(std::span<const Instruction> code) {
    runs_ = ++all_runs_;
    execute(code);
  }
  /// Changes with what is run of that and of section dynamics: their values are what they were if it is.
  std::uint64_t runs() const { return runs_; }
  /// Instructions executed so far, those inside loops that are solved apart.
  std::int64_t executed() const { return executed_; }
  double value(Register r) const { return registers_[static_cast<std::size_t>(r)]; }
  void set(Register r, double value) { registers_[static_cast<std::size_t>(r)] = value; }
  /// Sets what is held between events: modes, truths, discrete variables, pieces of tables.
  void tell(Register r, double value) {
    if (is_same(this->value(r), value)) return;
    set(r, value);
    if (program_->has_modes()) told_.push_back(r);
  }
  /// What was told something new since the last call, if there are modes.
  std::vector<Register> take_told() { return std::exchange(told_, {}); }

  /// Time, state and all derivatives in one call.
  void derivatives(double t, const double* x, double* dxdt);
  /// The held truth of condition c as its crossing function has it now; for scheduled ones as time has it.
  bool truth(std::size_t condition) const;
  double crossing(std::size_t condition) const { return value(program_->conditions[condition].crossing); }
  /// What rounding may make of the crossing function at zero; 0 where its sign is exact.
  double noise(std::size_t condition) const {
    const Register r = program_->conditions[condition].noise;
    return r < 0 ? 0 : value(r);
  }
  /// The crossing function, zero where rounding may be all that it is.
  double clear_crossing(std::size_t condition) const {
    const double g = crossing(condition);
    return std::fabs(g) <= noise(condition) ? 0 : g;
  }
  /// Whether the truth differs from the held one, by more than rounding may make of it.
  bool differs(std::size_t condition) const;
  /// What would be held of a condition as last evaluated: its truth, or the floor that it follows.
  double held_now(std::size_t condition) const;
  /// Holds that.
  void take_over(std::size_t condition);
  void hold(std::size_t condition, bool truth) { tell(program_->conditions[condition].held, truth ? 1.0 : 0.0); }
  bool held(std::size_t condition) const { return value(program_->conditions[condition].held) != 0; }
  /// Scheduled times up to this are those of the instant t: what lies between is rounding.
  static double instant_end(double t);
  /// Sets the piece of every time table for time t (right-continuous); returns the next time at which one changes after t, or infinity.
  double hold_tables(double t);
  /// The same for the floors of time.
  double hold_floors(double t);

  /// From here on each nonlinear loop stays on the solution that it is at, as evaluated last, by continuity in what it is solved from.
  void follow_roots();
  /// Whether there are such loops.
  bool follows_roots() const;
  void stop_following() { follows_ = tries_beyond_ = false; }
  /// A step is tried: beyond where the solution ends the unknowns go on as the mirror image of those before it, is_beyond_roots() says so,
  /// and what was made of it is to be thrown away.
  void try_beyond_roots() {
    tries_beyond_ = true, is_beyond_ = false, share_on_roots_ = 1;
    if (follows_) runs_ = ++all_runs_;  // what has been evaluated before does not tell
  }
  bool is_beyond_roots() const { return is_beyond_; }
  void drop_beyond_roots() { is_beyond_ = false; }
  /// Of the straight way from the anchor to what was evaluated since try_beyond_roots(): the part that lies on the solution, 1 if all does.
  double share_on_roots() const { return share_on_roots_; }
  /// The step is part of the motion.
  void accept_roots();
  /// It is up to the inputs at hand, beyond which solutions end that are not at hand here.
  void end_roots();
  /// Puts each loop whose solution has ended on the one that it comes to from there, at the inputs at hand; returns their numbers. Throws
  /// Failure if there is none, with that loop where its solution has ended.
  std::vector<std::size_t> jump_roots();

  /// A solution of a nonlinear loop besides the one at hand.
  struct OtherSolution {
    std::size_t loop;
    std::vector<double> unknowns;
  };
  /// Those at which all that is held of conditions holds as well, and what `is_as_wished` looks at, as far as a short search finds them, at
  /// most one a loop. Nothing but the way of searching has chosen between the two.
  std::vector<OtherSolution> other_solutions(const std::function<bool()>& is_as_wished);

  /// What delayed expressions were, parallel to Program::histories; kept when the machine becomes another program for the same system.
  std::vector<History>& histories() { return histories_; }
  /// All registers of the present program, and the histories. What becomes of factors is forgotten with become(), which comes first.
  void carry(Archive& archive) { archive(registers_), archive(histories_); }

  const Program& program() const { return *program_; }
  /// All registers and the solutions of loops, to be put back after something else has been evaluated: then it is as if that had not been.
  struct Values {
    std::vector<double> registers;
    std::vector<FollowedRoot> roots;
    bool follows = false, tries_beyond = false, is_beyond = false;
    std::uint64_t runs = 0;
    double operator[](Register r) const { return registers[static_cast<std::size_t>(r)]; }
  };
  void keep(Values& values) const;
  void put_back(const Values& values);

 private:
  void execute(std::span<const Instruction> code);
  void execute_special(const Instruction& instruction);
  void call_function(const Instruction& instruction);
  [[noreturn]] void fail_call() const;
  bool is_left(const FollowedFloor& floor, Operator relation) const;
  void look_up(const Instruction& instruction);
  double look_back(const Instruction& instruction, const History& history) const;
  void solve_linear(const BlockCode& block);
  /// For a linear loop that has friction forces and is singular; false if it has no solution.
  bool solve_shared(const BlockCode& block);
  bool solve_shared_at_rest(const BlockCode& block);
  void multiply_shared(const BlockCode& block, double* b) const;
  void solve_nonlinear(const BlockCode& block);
  const char* search(const BlockCode& block);
  const char* search_all(const BlockCode& block);
  bool search_anew(const BlockCode& block, const double* warm);
  bool try_kinsol(const BlockCode& block, std::span<const double> from);
  bool is_other_solution(const BlockCode& block, std::span<const double> from, std::span<const double> found);
  bool try_continuation(const BlockCode& block, std::span<const double> from);
  bool correct(const BlockCode& block, const std::vector<double>& begin, double share);
  bool try_bracket(const BlockCode& block, double near);
  NonlinearProblem kinsol_problem(const BlockCode& block);
  const char* newton(const BlockCode& block);
  const char* follow(const BlockCode& block, FollowedRoot& root);
  double walk(const BlockCode& block, FollowedRoot& root, const std::vector<double>& now);
  void extend(const BlockCode& block, FollowedRoot& root, const std::vector<double>& now, double share);
  void set_end(const BlockCode& block, std::span<const double> values);
  void factor_at_mirror(const BlockCode& block, const FollowedRoot& root);
  bool continue_to(const BlockCode& block, const FollowedRoot& root, std::span<const double> from, std::span<const double> guess,
                   double stretch);
  void read(std::span<const Register> registers, std::vector<double>& values) const;
  std::vector<double> values_of(std::span<const Register> registers) const;
  bool is_near(const FollowedRoot& root, std::span<const double> before) const;
  bool changes_in_proportion(const BlockCode& block, const FollowedRoot& root, std::span<const double> from);
  void set_floors(const BlockCode& block, FollowedRoot& root);
  bool newton_without_detours(const BlockCode& block);
  void set_inputs(const FollowedRoot& root, std::span<const double> values);
  void note(const BlockCode& block, FollowedRoot& root);
  int sign_of_determinant(const BlockCode& block) const;
  bool relax(const BlockCode& block, const FollowedRoot& root);
  bool evaluate_residual(const BlockCode& block);
  double evaluate_residual_at(const BlockCode& block, double x);
  double residual_share(const BlockCode& block);
  bool is_solved(const BlockCode& block);
  void set_unknowns(const BlockCode& block, const double* x);
  void newton_correction(const BlockCode& block, double* to) const;
  std::size_t number_of(const BlockCode& block) const;
  void factor_or_fail(const BlockCode& block);
  bool factor(const BlockCode& block);
  bool factor_dense(const BlockCode& block, bool by_terms = false);
  bool factor_sparse(const BlockCode& block);
  void back_substitute(const BlockCode& block, double* right_side) const;
  [[noreturn]] void fail(const BlockCode& block, const char* why) const;

  const Program* program_ = nullptr;
  std::function<const Program&()> source_of_jacobian_;
  std::vector<History> histories_;
  std::vector<std::int32_t> history_of_table_;  // -1: lists
  std::vector<double> parameter_values_, registers_, storage_, work_;
  std::vector<Register> told_;
  std::uint64_t runs_ = 0, all_runs_ = 0;
  std::int64_t executed_ = 0;
  std::vector<std::int32_t> pivots_;
  std::vector<double> entries_;        // of the matrix being factorised sparsely
  std::vector<SparseLu> sparse_;       // by BlockCode::sparse
  std::vector<double> column_scales_;  // of each sparse loop in turn
  std::vector<std::size_t> first_scale_;
  bool searches_ = false;                      // Newton's iteration is at work, which goes back from where there is no value
  std::string failed_call_;                    // why the last call that failed did
  const std::string* failed_owner_ = nullptr;  // type of the component that owns its function
  std::vector<FollowedRoot> roots_;            // parallel to Program::blocks
  bool follows_ = false, tries_beyond_ = false, is_beyond_ = false;
  double share_on_roots_ = 1;
  bool is_direct_ = false;  // the last Newton iteration took whole steps alone, each at most half as long as the one before
  /// Pseudo-inverses of loops that stick redundantly, by block; empty for the others.
  std::vector<std::vector<double>> pseudo_inverses_;
};

}  // namespace stribeck
