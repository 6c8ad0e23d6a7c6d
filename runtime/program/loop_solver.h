#pragma once
// Solves the algebraic loops of a program, and keeps each nonlinear loop on one of its solutions while a motion goes on. Work areas and LU
// factors belong to the solver; the usual ways of solving a loop allocate nothing.
#include <cstdint>
#include <functional>
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

struct LoopPart;
struct ProofAhead;
struct ProvedTube;
struct StraightLine;

class LoopSolver {
 public:
  /// The interpreter evaluates the code of the loops.
  LoopSolver(Context& context, Interpreter& interpreter);
  LoopSolver(const LoopSolver&) = delete;
  LoopSolver& operator=(const LoopSolver&) = delete;
  ~LoopSolver();
  void take(const Program& program);
  /// Executes an instruction on a loop: solve_block, factor_block or solve_tangent.
  void work(const Instruction& instruction);
  /// Factorises the matrices that depend on parameters alone, with the entries that the context holds. The entries are not computed again:
  /// one may depend on the solution of another loop, whose last digits would differ if that were solved from another starting point.
  void factor_constant();

  /// From now on each nonlinear loop stays on its present solution, which is continued as the inputs of the loop change.
  void follow();
  /// Whether the program has loops whose solutions can be continued.
  bool can_follow() const { return !roots().all.empty(); }
  void stop_following() { roots().follows = roots().tries_beyond = false; }
  /// Begins a trial step. If a solution ends within it, the unknowns beyond the end are the mirror image of those before it, and
  /// is_beyond() becomes true: the caller must discard what it computed from them.
  void try_beyond();
  bool is_beyond() const { return roots().is_beyond; }
  /// Looks between the anchors and the inputs evaluated since try_beyond(), if is_beyond() is false there: a solution may end on the way
  /// and another one like it begin. is_beyond() is true then, as if the solution had been found to end when the loop was solved. Returns
  /// whether another solution was found where the anchor's goes on, so that what was computed from it must be discarded.
  [[nodiscard]] bool look_between();
  void drop_beyond() { roots().is_beyond = false; }
  /// How far the solution reaches on the straight line from the anchor to the inputs evaluated since try_beyond(), as a share of that line;
  /// 1 if it does not end there.
  double share_on_solution() const { return share_on_solution_; }
  /// The trial step is accepted: the solution at its end becomes the new anchor.
  void accept();
  /// The step is accepted up to the present inputs, at which the solutions that were left behind are taken to end.
  void end();
  /// Moves each loop whose solution has ended to the solution that it reaches from there, at the present inputs; returns the numbers of
  /// these loops. Throws Failure if a loop reaches none; its unknowns then stay where its solution has ended.
  std::vector<std::size_t> jump();

  /// All solutions of a loop that a search of bounded length finds, the present one first. The unknowns are left at arbitrary values.
  struct Roots {
    std::vector<LoopRoot> roots;
    bool is_complete = false;  ///< the search has proved that there are no others in the box that it covers
    /// If it has not: the sign of the determinant of lines that are as steep as the laws over a wide range, 0 where they have none. If the
    /// laws rise as the lines do farther away, it is the sum of the signs of all solutions.
    int sign_of_all = 0;
    std::int64_t work = 0;  ///< in instructions by interval arithmetic
  };
  static constexpr std::int32_t kLargestSearched = 6;  ///< unknowns after tearing
  /// The most work of that search, in instructions by interval arithmetic: kMostWork, a tenth of a second or two, where a run begins
  /// and before it is ended for want of a solution; kMostWorkOnTheWay at any other time, when nothing else has found one.
  static constexpr std::int64_t kMostWork = 4'000'000, kMostWorkOnTheWay = 50'000;
  Roots all_roots(const BlockCode& block);
  /// Solutions that Newton's iteration comes to from some hundred starts without leaving where is_inside() is true, as next to a law with
  /// branches: on the wrong side of its edge the held branch leads to solutions that are none. Asked with the loop evaluated.
  Roots roots_within(const BlockCode& block, const std::function<bool()>& is_inside);
  /// Whether a search on the way has found nothing since the last call of search_longer(), and more work might find something.
  bool has_given_up() const { return has_given_up_; }
  /// From now on so many searches on the way take kMostWork, too. What was found before is forgotten.
  void search_longer(int searches);
  /// For messages: how near to zero the residuals of a loop without solution come.
  std::string nearest_in_words(const BlockCode& block);
  /// The present solution of a loop.
  LoopRoot root_here(const BlockCode& block);

  /// Whether Newton's iteration alone finds a solution of a nonlinear loop from `from`; leaves the unknowns where the iteration ended.
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
  bool solve_shared(const BlockCode& block, std::span<const double> from = {});
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
  bool try_brackets(const BlockCode& block, double near, std::span<const double> grid);
  bool search_closely(const BlockCode& block);
  struct LeastResidual {
    std::vector<double> x, sizes;  ///< the unknowns, and for each equation the size that its residual was compared with
  };
  LeastResidual point_of_least_residual(const BlockCode& block);
  NonlinearProblem kinsol_problem(const BlockCode& block);
  const char* newton(const BlockCode& block);
  const char* follow(const BlockCode& block, FollowedRoot& root);
  bool is_led_here(const BlockCode& block, const FollowedRoot& root, const std::vector<double>& now);
  bool has_bounds(const BlockCode& block);
  bool has_one_solution(const BlockCode& block, const FollowedRoot& root, const StraightLine& values, const StraightLine& inputs,
                        std::span<const double> slack);
  void forget_proofs();
  ProofAhead& ahead_of(const FollowedRoot& root);
  bool is_in_tube(const FollowedRoot& root);
  bool prove_ahead(const BlockCode& block, const FollowedRoot& root);
  void keep_tube(const BlockCode& block, const FollowedRoot& root, ProvedTube& tube);
  bool is_proved(const BlockCode& block, const FollowedRoot& root, const LoopPart& part);
  double end_between(const BlockCode& block, FollowedRoot& root);
  bool is_mean(const FollowedRoot& root, const LoopPart& part, const std::vector<double>& middle) const;
  bool are_at(std::span<const Register> registers, const std::vector<double>& values) const;
  bool is_beside_last(const FollowedRoot& root) const;
  bool is_in_same_tube(const BlockCode& block, const FollowedRoot& root, const std::vector<double>& now);
  double walk(const BlockCode& block, FollowedRoot& root, const LoopPoint& base, const std::vector<double>& now, bool is_close = false);
  void extend(const BlockCode& block, FollowedRoot& root, const std::vector<double>& now, double share);
  void set_end(const BlockCode& block, std::span<const double> values);
  void factor_at_mirror(const BlockCode& block, const FollowedRoot& root);
  bool continue_to(const BlockCode& block, const FollowedRoot& root, std::span<const double> from, std::span<const double> guess,
                   double stretch, bool is_close);
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
  bool arrive_within(const BlockCode& block, std::span<const double> from, const std::function<bool()>& is_inside);
  void note_root(const BlockCode& block, Roots& found);
  std::vector<double> from_start(const BlockCode& block, std::vector<double> point) const;
  Roots find_roots(const BlockCode& block, std::int64_t most_work);
  struct LoadLaws;
  int sign_of_lines(const BlockCode& block, std::span<const double> middle);
  void follow_load(const BlockCode& block, std::span<const double> start, double width, std::int64_t most,
                   const std::function<void(std::span<const double>)>& near_solution);
  void follow_node_load(const BlockCode& block, std::span<const double> root, std::size_t loaded, bool is_positive, std::int64_t most,
                        const std::function<void(std::span<const double>)>& near_solution);
  const std::vector<LoopRoot>& roots_on_the_way(const BlockCode& block);
  bool search_everywhere(const BlockCode& block, const double* warm);
  bool take_by_rule(const BlockCode& block, int sign, std::int64_t most_work, bool& is_complete);
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
  bool is_direct_ = false;  // the last Newton iteration took undamped steps only, each at most half as long as the one before it
  double bend_ = 0;         // how far its first step, to the tangent, ended from the solution, relative to the unknown or to that step
  /// Pseudo-inverses of loops that stick redundantly, by block; empty for the others.
  std::vector<std::vector<double>> pseudo_inverses_;
  /// What short searches for all solutions of a loop found, by the values of its inputs.
  struct KeptSearches {
    struct One {
      std::vector<double> inputs;
      std::vector<LoopRoot> roots;
    };
    std::vector<Register> inputs;
    std::vector<One> all;
  };
  std::vector<KeptSearches> searches_;  // by block
  int long_searches_ = 0;               // that may still be made on the way
  bool has_given_up_ = false;
  std::vector<std::unique_ptr<LoopBounds>> bounds_;  // by block; null until it is needed
  struct FollowSpace;
  std::unique_ptr<FollowSpace> space_;
};

}  // namespace stribeck
