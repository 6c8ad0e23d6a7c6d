#pragma once
// Solves the algebraic loops of a program in a context, and follows the solutions of nonlinear ones while a motion goes on. It has work
// areas and factors of its own, and nothing is allocated where a loop is solved as usual.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "program/context.h"
#include "program/interpreter.h"
#include "program/kinsol.h"
#include "program/loop_bounds.h"
#include "program/root_rule.h"
#include "program/sparse_lu.h"

namespace stribeck {

class LoopSolver {
 public:
  /// It evaluates the code of loops by the interpreter.
  LoopSolver(Context& context, Interpreter& interpreter) : context_(context), interpreter_(interpreter) {}
  void take(const Program& program);
  /// Does what an instruction says of a loop: solve it, factorise its matrix, solve for a tangent.
  void work(const Instruction& instruction);
  /// Makes the factors that are made with the parameters, from the matrices that the context has: those are not computed anew, since a
  /// matrix may follow from a loop, which has other last digits when it is solved from elsewhere.
  void factor_constant();

  /// From here on each nonlinear loop stays on the solution that it is at, as evaluated last, by continuity in what it is solved from.
  void follow();
  /// Whether there are such loops.
  bool can_follow() const { return !roots().all.empty(); }
  void stop_following() { roots().follows = roots().tries_beyond = false; }
  /// A step is tried: beyond where a solution ends the unknowns go on as the mirror image of those before it, is_beyond() says so, and what
  /// was made of it is to be thrown away.
  void try_beyond();
  bool is_beyond() const { return roots().is_beyond; }
  void drop_beyond() { roots().is_beyond = false; }
  /// Of the straight way from the anchor to what was evaluated since try_beyond(): the part that lies on the solution, 1 if all does.
  double share_on_solution() const { return share_on_solution_; }
  /// The step is part of the motion.
  void accept();
  /// It is up to the inputs at hand, beyond which solutions end that are not at hand here.
  void end();
  /// Puts each loop whose solution has ended on the one that it comes to from there, at the inputs at hand; returns their numbers. Throws
  /// Failure if there is none, with that loop where its solution has ended.
  std::vector<std::size_t> jump();

  /// All solutions of a loop, as far as a bounded search finds them, that at hand first; leaves the unknowns anywhere.
  struct Roots {
    std::vector<LoopRoot> roots;
    bool is_complete = false;  ///< there are no others as far as unknowns are looked for
    std::int64_t work = 0;     ///< in instructions by bounds
  };
  static constexpr std::int32_t kLargestSearched = 6;  ///< unknowns after tearing
  /// Instructions by bounds, of which one takes about as long as ten by numbers. At the start: about 10 ms; and where nothing else has
  /// found a solution, at any time.
  static constexpr std::int64_t kMostWork = 4'000'000, kMostWorkOnTheWay = 50'000;
  Roots all_roots(const BlockCode& block);
  /// The residuals of a loop that has no solution, in words: how near to zero they come.
  std::string nearest_in_words(const BlockCode& block);
  /// The solution of a loop as evaluated last.
  LoopRoot root_here(const BlockCode& block);

  /// Whether Newton's iteration alone finds a solution of a nonlinear loop from there; leaves the unknowns where it has come to.
  bool converges(const BlockCode& block, std::span<const double> from);

 private:
  double value(Register r) const { return context_.value(r); }
  void set(Register r, double value) { context_.set(r, value); }
  void execute(const Code& code) { interpreter_.run(code); }
  FollowedRoots& roots() { return context_.values.roots; }
  const FollowedRoots& roots() const { return context_.values.roots; }

  void solve_tangent(const TangentCode& tangent);
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
  bool try_continuation(const BlockCode& block, std::span<const double> from);
  bool correct(const BlockCode& block, const std::vector<double>& begin, double share);
  bool try_bracket(const BlockCode& block, double near);
  NonlinearProblem kinsol_problem(const BlockCode& block);
  const char* newton(const BlockCode& block);
  const char* follow(const BlockCode& block, FollowedRoot& root);
  bool is_led_here(const BlockCode& block, const FollowedRoot& root, const std::vector<double>& now);
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
  bool newton_without_detours(const BlockCode& block, const FollowedRoot& root);
  void set_inputs(const FollowedRoot& root, std::span<const double> values);
  void note(const BlockCode& block, FollowedRoot& root);
  int sign_of_determinant(const BlockCode& block) const;
  bool relax(const BlockCode& block, const FollowedRoot& root);
  bool arrive(const BlockCode& block, std::span<const double> from);
  Roots find_roots(const BlockCode& block, std::int64_t most_work);
  bool search_everywhere(const BlockCode& block, const double* warm);
  bool take_by_rule(const BlockCode& block, int sign);
  std::string residual_in_words(const BlockCode& block);
  std::string least_in_words(const BlockCode& block);
  bool evaluate_residual(const BlockCode& block);
  double evaluate_residual_at(const BlockCode& block, double x);
  double residual_share(const BlockCode& block);
  bool is_solved(const BlockCode& block);
  void set_unknowns(const BlockCode& block, const double* x);
  void newton_correction(const BlockCode& block, double* to) const;
  std::size_t number_of(const BlockCode& block) const { return static_cast<std::size_t>(&block - program_->blocks.data()); }
  const BlockCode& loop_of(const FollowedRoot& root) const { return program_->blocks[static_cast<std::size_t>(root.loop)]; }
  void factor_or_fail(const BlockCode& block);
  bool factor(const BlockCode& block);
  bool factor_dense(const BlockCode& block, bool by_terms = false);
  bool factor_sparse(const BlockCode& block);
  void back_substitute(const BlockCode& block, double* right_side) const;
  [[noreturn]] void fail(const BlockCode& block, const char* why);

  Context& context_;
  Interpreter& interpreter_;
  const Program* program_ = nullptr;
  std::vector<double> storage_, work_;
  std::vector<std::int32_t> pivots_;
  std::vector<double> entries_;        // of the matrix being factorised sparsely
  std::vector<SparseLu> sparse_;       // by BlockCode::sparse
  std::vector<double> column_scales_;  // of each sparse loop in turn
  std::vector<std::size_t> first_scale_;
  double share_on_solution_ = 1;
  bool is_direct_ = false;  // the last Newton iteration took whole steps alone, each at most half as long as the one before
  /// Pseudo-inverses of loops that stick redundantly, by block; empty for the others.
  std::vector<std::vector<double>> pseudo_inverses_;
  std::vector<std::unique_ptr<LoopBounds>> bounds_;  // by block; of those that have been asked for
};

}  // namespace stribeck
