// Nonlinear algebraic loops. Damped Newton from the last solution, and from where a search starts anew; a single unknown is then looked
// for between points where its residual changes sign, several by KINSOL. What is found this way or that is a solution only if its residuals
// are no more than rounding leaves of their terms: where a derivative is infinite, or a law has a kink, a small step says nothing.
#include "program/loop_search.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "program/loop_solver.h"

namespace stribeck {

/// The residual at the current unknowns is in its registers; false if it is not finite.
bool LoopSolver::evaluate_residual(const BlockCode& block) {
  execute(block.evaluate);
  return std::all_of(block.residual.begin(), block.residual.end(), [&](Register r) { return std::isfinite(value(r)); });
}

void LoopSolver::set_unknowns(const BlockCode& block, const double* x) {
  for (std::size_t k = 0; k < at(block.size); ++k) set(block.unknowns[k], x[k]);
}

/// The largest residual, as a share of what the terms of its equation add up to.
double LoopSolver::residual_share(const BlockCode& block) {
  execute(block.sizing);
  double worst = 0;
  for (std::size_t k = 0; k < at(block.size); ++k) {
    const double left = std::fabs(value(block.residual[k])), share = left / value(block.sizes[k]);
    if (left != 0) worst = std::max(worst, std::isnan(share) ? HUGE_VAL : share);
  }
  return worst;
}

/// Whether the unknowns at hand fulfil the equations. The terms of the matrix at these unknowns mostly show it already.
bool LoopSolver::is_solved(const BlockCode& block) {
  double* const terms = work_.data() + 2 * at(program_->largest_block);
  std::fill_n(terms, at(block.size), 0.0);
  for (std::size_t c = 0; c < at(block.size); ++c) {
    const double unknown = value(block.unknowns[c]);
    for (std::size_t k = at(block.starts[c]); k < at(block.starts[c + 1]); ++k)
      terms[at(block.rows[k])] += std::fabs(value(block.matrix[k]) * unknown);
  }
  bool shown = true;
  for (std::size_t k = 0; k < at(block.size); ++k) {
    const double allowed = kVerifiedResidual * terms[k] + kNewtonFloor;
    shown = shown && std::fabs(value(block.residual[k])) <= allowed && std::isfinite(allowed);
  }
  return shown || residual_share(block) <= kVerifiedResidual;
}

/// Where an external function has no value, the search goes elsewhere: an error only if nothing is found. What ends as next to nothing may
/// be exactly nothing, as in parts at rest: powers of 1e-90 W would be told of as energy that is missing.
void LoopSolver::solve_nonlinear(const BlockCode& block) {
  interpreter_.begin_search();
  const char* const why = search(block);
  double* const found = work_.data();
  double largest = 0;
  for (std::size_t k = 0; k < at(block.size); ++k) largest = std::max(largest, std::fabs(found[k] = value(block.unknowns[k])));
  if (why == nullptr && largest != 0 && largest < kNewtonFloor) {
    for (const Register r : block.unknowns) set(r, 0.0);
    const bool zero =
        evaluate_residual(block) && std::all_of(block.residual.begin(), block.residual.end(), [&](Register r) { return value(r) == 0; });
    if (!zero) {
      set_unknowns(block, found);
      evaluate_residual(block);
    }
  }
  interpreter_.end_search();
  if (why == nullptr) return;
  if (!interpreter_.failed_call().empty()) interpreter_.fail_call();
  fail(block, why);
}

/// Returns why it failed, nothing if it did not. How the loop was solved last, perhaps in other modes, must not matter.
const char* LoopSolver::search(const BlockCode& block) {
  pseudo_inverses_[number_of(block)].clear();
  if (FollowedRoot* const root = roots().of(number_of(block)); roots().follows && root != nullptr) return follow(block, *root);
  return search_all(block);
}

/// Newton from the last solution, which is near; else anew.
const char* LoopSolver::search_all(const BlockCode& block) {
  double* const warm = work_.data() + 3 * at(program_->largest_block);
  for (std::size_t k = 0; k < at(block.size); ++k) warm[k] = value(block.unknowns[k]);
  const char* why = newton(block);
  if (why == nullptr) return nullptr;
  if (why == kSingularLoop && block.size == 1 && !block.matrix.empty() && residual_share(block) > kVerifiedResidual) why = kNothingFound;
  if (why == kSingularLoop && !block.friction_forces.empty() && solve_shared_at_rest(block)) return nullptr;
  const std::string said = interpreter_.failed_call();  // near the last solution, which tells more than what is said far away
  if (search_anew(block, warm)) return nullptr;
  if (!said.empty()) interpreter_.set_failed_call(said);
  set_unknowns(block, warm);
  return why;
}

/// From where a search starts, and a little beside it, where a law may be singular; then from ever farther away.
bool LoopSolver::search_anew(const BlockCode& block, const double* warm) {
  std::vector<double> start, from(at(block.size));
  for (const Register r : block.unknowns) start.push_back(program_->initial[at(r)]);
  constexpr double kBeside[] = {0, 0.5, -0.5, 0.05};
  for (const double beside : kBeside) {
    for (std::size_t k = 0; k < from.size(); ++k) from[k] = start[k] + beside;
    set_unknowns(block, from.data());
    if (newton(block) == nullptr) return true;
  }
  const std::vector<double> near_by(warm, warm + block.size);
  if (block.size == 1) return try_bracket(block, warm[0]) || search_everywhere(block, near_by.data());
  constexpr std::int32_t kLargestDenseTry = 300;
  if (block.size > kLargestDenseTry) return false;
  for (const std::span<const double> near : {std::span<const double>(warm, from.size()), std::span<const double>(start)})
    if (try_continuation(block, near) || try_kinsol(block, near)) return true;
  // Powers of ten about one, forces in newtons as well as in kilonewtons; each unknown has another sign and share of them.
  constexpr double kFarther[] = {1, 0.1, 10, 1e-3, 1e3};
  for (const double far : kFarther)
    for (const double turn : {1.0, -1.0}) {
      for (std::size_t k = 0; k < from.size(); ++k) from[k] = start[k] + turn * far * std::cos(2.4 * static_cast<double>(k));
      if (try_kinsol(block, from)) return true;
    }
  return search_everywhere(block, near_by.data());
}

/// Lets the residual at `from` vanish little by little: residual(x) = (1 - s) residual(from) is followed from s = 0 to 1, by whole Newton
/// steps, which from one straight piece of the laws to the next need no measure of progress (Katzenelson 1965, An algorithm for solving
/// nonlinear resistor networks, Bell System Technical Journal 44).
bool LoopSolver::try_continuation(const BlockCode& block, std::span<const double> from) {
  constexpr int kMostSteps = 500;
  constexpr double kShortest = 1e-6;  // of the way: where it turns back nothing is gained by less
  const std::size_t n = from.size();
  std::vector<double> reached(from.begin(), from.end()), begin;
  set_unknowns(block, reached.data());
  if (!evaluate_residual(block)) return false;
  for (const Register r : block.residual) begin.push_back(value(r));
  double s = 0, ds = 1;
  for (int step = 0; step < kMostSteps && ds >= kShortest; ++step) {
    const double to = std::min(1.0, s + ds);
    set_unknowns(block, reached.data());
    if (!correct(block, begin, 1 - to)) {
      ds /= 2;
      continue;
    }
    if (to == 1) return newton(block) == nullptr;
    for (std::size_t k = 0; k < n; ++k) reached[k] = value(block.unknowns[k]);
    s = to;
    ds *= 2;
  }
  return false;
}

/// Whole Newton steps from the unknowns at hand to where the residual is that share of what it was at the beginning.
bool LoopSolver::correct(const BlockCode& block, const std::vector<double>& begin, double share) {
  constexpr int kMostCorrections = 10;
  constexpr double kCorrected = 1e-6;  // of the unknowns: near enough for the next stretch of the way
  double* const step = work_.data();
  for (int iteration = 0; iteration < kMostCorrections; ++iteration) {
    if (!evaluate_residual(block) || !factor(block)) return false;
    for (std::size_t k = 0; k < begin.size(); ++k) step[k] = share * begin[k] - value(block.residual[k]);
    back_substitute(block, step);
    double relative = 0;
    for (std::size_t k = 0; k < begin.size(); ++k) {
      const double unknown = value(block.unknowns[k]);
      relative = std::max(relative, std::fabs(step[k]) / std::max(std::fabs(unknown), kNewtonScale));
      set(block.unknowns[k], unknown + step[k]);
    }
    if (relative <= kCorrected) return true;
  }
  return false;
}

bool LoopSolver::converges(const BlockCode& block, std::span<const double> from) {
  set_unknowns(block, from.data());
  interpreter_.begin_search();
  const bool converged = newton(block) == nullptr;
  interpreter_.end_search();
  return converged;
}

bool LoopSolver::try_kinsol(const BlockCode& block, std::span<const double> from) {
  std::vector<double> x(from.begin(), from.end());
  if (!solve_by_kinsol(kinsol_problem(block), x.data())) return false;
  set_unknowns(block, x.data());
  return newton(block) == nullptr;
}

NonlinearProblem LoopSolver::kinsol_problem(const BlockCode& block) {
  const auto evaluate_at = [this, &block](const double* x) {
    set_unknowns(block, x);
    return evaluate_residual(block);
  };
  return {.size = block.size,
          .residual =
              [this, &block, evaluate_at](const double* x, double* residual) {
                const bool finite = evaluate_at(x);
                for (std::size_t k = 0; k < at(block.size); ++k) residual[k] = value(block.residual[k]);
                return finite;
              },
          .matrix =
              [this, &block, evaluate_at](const double* x, double* matrix) {
                evaluate_at(x);
                const std::size_t n = at(block.size);
                std::fill_n(matrix, n * n, 0.0);
                for (std::size_t c = 0; c < n; ++c)
                  for (std::size_t k = at(block.starts[c]); k < at(block.starts[c + 1]); ++k)
                    matrix[c * n + at(block.rows[k])] = value(block.matrix[k]);
              }};
}

double LoopSolver::evaluate_residual_at(const BlockCode& block, double x) {
  set(block.unknowns[0], x);
  execute(block.evaluate);
  return value(block.residual[0]);
}

/// A single unknown, by bisection between neighbours of a grid of powers of ten where its residual changes sign: needs no derivative. Of
/// several solutions the nearest to `near`.
bool LoopSolver::try_bracket(const BlockCode& block, double near) {
  struct Point {
    double x, residual;
  };
  std::vector<Point> points;
  const double start = program_->initial[at(block.unknowns[0])];
  for (const double middle : {near, start, 0.0}) {
    points.push_back({middle, 0});
    constexpr int kDecades = 12, kPerDecade = 2;  // from a millionth of a millionth on, up to as much in the other direction
    for (int k = -kDecades * kPerDecade; k <= kDecades * kPerDecade; ++k)
      for (const double sign : {1.0, -1.0}) points.push_back({middle + sign * std::pow(10, static_cast<double>(k) / kPerDecade), 0});
  }
  for (Point& p : points) p.residual = evaluate_residual_at(block, p.x);
  std::erase_if(points, [](const Point& p) { return !std::isfinite(p.residual); });
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  struct Bracket {
    Point low, high;
    double distance;
  };
  std::vector<Bracket> brackets;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    if ((points[k].residual < 0) != (points[k + 1].residual < 0) || points[k].residual == 0)
      brackets.push_back({points[k], points[k + 1], std::max({0.0, points[k].x - near, near - points[k + 1].x})});
  std::stable_sort(brackets.begin(), brackets.end(), [](const Bracket& a, const Bracket& b) { return a.distance < b.distance; });
  constexpr int kHalvings = 150;  // from one bound of the grid to rounding, or to a zero as good as exact
  for (auto [low, high, distance] : brackets) {
    for (int halving = 0; halving < kHalvings && low.residual != 0; ++halving) {
      const double x = low.x / 2 + high.x / 2;
      if (x <= low.x || x >= high.x) break;
      const Point middle{x, evaluate_residual_at(block, x)};
      if (!std::isfinite(middle.residual)) break;
      ((middle.residual < 0) == (low.residual < 0) && middle.residual != 0 ? low : high) = middle;
      if (middle.residual == 0) low = high;
    }
    evaluate_residual_at(block, std::fabs(low.residual) <= std::fabs(high.residual) ? low.x : high.x);
    if (is_solved(block)) return true;  // or a pole, or a jump
  }
  return false;
}

namespace {
/// Whether a Newton step is no more than what the inverse of its matrix makes of errors of the residuals, all counted positive. Where these
/// are rounding such a step tells nothing, and no share of it brings the residuals down. As many back substitutions as there are unknowns.
template <typename BackSubstitute>
bool is_rounding(std::span<const double> step, std::span<const double> errors, const BackSubstitute& back_substitute) {
  std::vector<double> allowed(step.size(), 0.0), column(step.size());
  for (std::size_t k = 0; k < errors.size(); ++k) {
    std::fill(column.begin(), column.end(), 0.0);
    column[k] = errors[k];
    back_substitute(column.data());
    for (std::size_t i = 0; i < column.size(); ++i) allowed[i] += std::fabs(column[i]);
  }
  for (std::size_t i = 0; i < step.size(); ++i)
    if (!(std::fabs(step[i]) <= allowed[i])) return false;
  return true;
}
}  // namespace

/// A step is halved until the correction that follows it with the same matrix is smaller: the natural monotonicity test, which does not
/// care in which units the equations are (Deuflhard 2004, Newton Methods for Nonlinear Problems, section 3.3). Ends when the step no
/// longer changes the unknowns, or cannot get smaller by rounding. Where the equations have a kink no step may pass the test although the
/// unknowns fulfil them to rounding: then they are the solution; so they are where rounding alone makes the step, as of loops of many
/// bodies, whose unknowns follow from terms of another size. Returns why it failed, nothing if it did not.
const char* LoopSolver::newton(const BlockCode& block) {
  const std::size_t n = at(block.size);
  double* const step = work_.data();
  double* const start = work_.data() + at(program_->largest_block);
  double* const next = work_.data() + 2 * at(program_->largest_block);
  if (!evaluate_residual(block)) return kNoFiniteValue;
  const FollowedRoot* const root = roots().of(number_of(block));
  double last_relative = HUGE_VAL;
  is_direct_ = true;
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    if (!factor(block)) {
      const bool finite = std::all_of(block.matrix.begin(), block.matrix.end(), [&](Register r) { return std::isfinite(value(r)); });
      if (finite) return kSingularLoop;
      return residual_share(block) <= kCrossingNoise ? nullptr : kNoFiniteSlope;
    }
    newton_correction(block, step);
    double relative = 0, coarse = 0;  // against unknowns that may be small, as one that passes through zero
    for (std::size_t k = 0; k < n; ++k) {
      start[k] = value(block.unknowns[k]);
      relative = std::max(relative, std::fabs(step[k]) / std::max(std::fabs(start[k]), kNewtonFloor));
      coarse = std::max(coarse, std::fabs(step[k]) / std::max(std::fabs(start[k]), root == nullptr ? kNewtonScale : root->floors[k]));
    }
    if (relative == 0) return is_solved(block) ? nullptr : kNothingFound;
    double damping = 1;
    for (; damping > kNewtonLeastDamping; damping /= 2) {
      for (std::size_t k = 0; k < n; ++k) set(block.unknowns[k], start[k] + damping * step[k]);
      if (!evaluate_residual(block)) continue;
      if (coarse <= kNewtonRounding) break;
      newton_correction(block, next);
      double shrinkage = 0;
      for (std::size_t k = 0; k < n; ++k)
        shrinkage = std::max(shrinkage, std::fabs(next[k]) / std::max({std::fabs(start[k]), std::fabs(step[k]), kNewtonFloor}));
      is_direct_ = is_direct_ && damping == 1 && shrinkage <= 0.5 * std::min(relative, 1.0);
      if (shrinkage <= (1 - damping / 4) * std::min(relative, 1.0)) break;
    }
    if (damping <= kNewtonLeastDamping) {
      set_unknowns(block, start);
      evaluate_residual(block);
      if (!is_solved(block)) break;
      execute(block.sizing);
      for (std::size_t k = 0; k < n; ++k) next[k] = kCrossingNoise * value(block.sizes[k]);
      const auto solve_for = [&](double* b) { back_substitute(block, b); };
      if (is_rounding({step, n}, {next, n}, solve_for)) return nullptr;
      break;
    }
    const bool stands = relative >= 0.5 * last_relative;
    if (relative <= kNewtonTolerance || (coarse <= kNewtonRounding && stands)) return is_solved(block) ? nullptr : kNothingFound;
    if (stands && residual_share(block) <= kCrossingNoise)
      return nullptr;  // as good as rounding allows where the matrix is nearly singular
    last_relative = relative;
  }
  return residual_share(block) <= kCrossingNoise ? nullptr : kNothingFound;
}

}  // namespace stribeck
