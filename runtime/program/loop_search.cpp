// How nonlinear algebraic loops are solved: by damped Newton iteration from the last solution, then from the default start. If that fails,
// a single unknown is searched by bisection where its residual changes sign, and several unknowns by KINSOL. Values count as a solution
// only if their residuals are within rounding of the terms: a small Newton step proves nothing where a derivative is infinite or a law has
// a kink.
#include "program/loop_search.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "program/loop_solver.h"

namespace stribeck {

/// Evaluates the residuals at the present unknowns; false if one is not finite.
bool LoopSolver::evaluate_residual(const BlockCode& block) {
  execute(block.evaluate);
  return std::all_of(block.residual.begin(), block.residual.end(), [&](Register r) { return std::isfinite(value(r)); });
}

void LoopSolver::set_unknowns(const BlockCode& block, const double* x) {
  for (std::size_t k = 0; k < at(block.size); ++k) set(block.unknowns[k], x[k]);
}

/// The largest residual, relative to the sum of magnitudes of the terms of its equation.
double LoopSolver::residual_share(const BlockCode& block) {
  execute(block.sizing);
  double worst = 0;
  for (std::size_t k = 0; k < at(block.size); ++k) {
    const double left = std::fabs(value(block.residual[k])), share = left / value(block.sizes[k]);
    if (left != 0) worst = std::max(worst, std::isnan(share) ? HUGE_VAL : share);
  }
  return worst;
}

/// Whether the present unknowns fulfil the equations: to kVerifiedResidual of the terms of each, and to what rounding of the unknowns makes
/// of it, which is much where a law has a steep slope. Residuals that are no more than that rounding show it without the terms.
bool LoopSolver::is_solved(const BlockCode& block) {
  double* const rounding = work_.data() + 2 * at(program_->largest_block);
  std::fill_n(rounding, at(block.size), kNewtonFloor);
  for (std::size_t c = 0; c < at(block.size); ++c) {
    const double unknown = value(block.unknowns[c]);
    for (std::size_t k = at(block.starts[c]); k < at(block.starts[c + 1]); ++k)
      rounding[at(block.rows[k])] += kCrossingNoise * std::fabs(value(block.matrix[k]) * unknown);
  }
  const auto are_within = [&](const auto& allowed) {
    for (std::size_t k = 0; k < at(block.size); ++k)
      if (!(std::fabs(value(block.residual[k])) <= allowed(k)) || !std::isfinite(rounding[k])) return false;
    return true;
  };
  if (are_within([&](std::size_t k) { return rounding[k]; })) return true;
  execute(block.sizing);
  return are_within([&](std::size_t k) { return kVerifiedResidual * value(block.sizes[k]) + rounding[k]; });
}

/// If an external function has no value somewhere, the search goes on elsewhere; it is an error only if no solution is found. Solutions
/// that are nearly zero are tried as exactly zero, as in parts at rest: otherwise powers of 1e-90 W would be reported as missing energy.
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

/// Returns why it failed, null if it did not. A pseudo-inverse from an earlier solution, perhaps in other modes, is discarded first.
const char* LoopSolver::search(const BlockCode& block) {
  pseudo_inverses_[number_of(block)].clear();
  if (FollowedRoot* const root = roots().of(number_of(block)); roots().follows && root != nullptr) return follow(block, *root);
  return search_all(block);
}

/// Newton's iteration from the last solution, which usually is near; if that fails, the other searches.
const char* LoopSolver::search_all(const BlockCode& block) {
  double* const warm = work_.data() + 3 * at(program_->largest_block);
  for (std::size_t k = 0; k < at(block.size); ++k) warm[k] = value(block.unknowns[k]);
  const char* why = newton(block);
  if (why == nullptr) return nullptr;
  if (why == kSingularLoop && block.size == 1 && !block.matrix.empty() && residual_share(block) > kVerifiedResidual) why = kNothingFound;
  if (why == kSingularLoop && !block.friction_forces.empty() && solve_shared_at_rest(block)) return nullptr;
  // The message from near the last solution is more helpful than one from far away.
  const std::string said = interpreter_.failed_call();
  if (search_anew(block, warm)) return nullptr;
  if (!said.empty()) interpreter_.set_failed_call(said);
  set_unknowns(block, warm);
  return why;
}

/// Searches from the default start, from slightly beside it in case a law is singular there, and then from farther away.
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
  // Starts of several sizes, as forces may be newtons or kilonewtons; every unknown gets a different sign and share of the size.
  constexpr double kFarther[] = {1, 0.1, 10, 1e-3, 1e3};
  for (const double far : kFarther)
    for (const double turn : {1.0, -1.0}) {
      for (std::size_t k = 0; k < from.size(); ++k) from[k] = start[k] + turn * far * std::cos(2.4 * static_cast<double>(k));
      if (try_kinsol(block, from)) return true;
    }
  return search_everywhere(block, near_by.data());
}

/// Where the message about a loop without solution looks for its nearest one: so that it never names a solution.
bool LoopSolver::search_closely(const BlockCode& block) {
  if (block.size == 1) {
    const double start = program_->initial[at(block.unknowns[0])];
    return try_brackets(block, start, points_of_every_size(start));
  }
  const std::vector<double> least = point_of_least_residual(block).x;
  if (least.empty()) return false;
  set_unknowns(block, least.data());
  return newton(block) == nullptr;
}

/// Continuation: follows residual(x) = (1 - s) residual(from) from s = 0 to 1 by full Newton steps, for which piecewise linear laws need no
/// test of progress (Katzenelson 1965, An algorithm for solving nonlinear resistor networks, Bell System Technical Journal 44).
bool LoopSolver::try_continuation(const BlockCode& block, std::span<const double> from) {
  constexpr int kMostSteps = 500;
  constexpr double kShortest = 1e-6;  // of s: where the curve of solutions turns back, shorter steps do not help
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

/// Full Newton steps from the present unknowns to where the residual is this share of its value at the beginning.
bool LoopSolver::correct(const BlockCode& block, const std::vector<double>& begin, double share) {
  constexpr int kMostCorrections = 10;
  constexpr double kCorrected = 1e-6;  // relative to the unknowns: near enough to go on from
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

std::vector<double> points_of_every_size(double start) {
  constexpr int kPoints = 4000;
  constexpr double kEnd = 1e6, kFine = 1e-6;
  const double far = std::asinh(kEnd / kFine);
  std::vector<double> points;
  for (int k = -kPoints; k <= kPoints; ++k) points.push_back(start + kFine * std::sinh(far * k / kPoints));
  return points;
}

double LoopSolver::evaluate_residual_at(const BlockCode& block, double x) {
  set(block.unknowns[0], x);
  execute(block.evaluate);
  return value(block.residual[0]);
}

/// Solves for a single unknown by bisection between neighbouring points of a grid of powers of ten where the residual changes sign, without
/// derivatives. Of several solutions it takes the nearest to `near`.
bool LoopSolver::try_bracket(const BlockCode& block, double near) {
  std::vector<double> grid;
  for (const double middle : {near, program_->initial[at(block.unknowns[0])], 0.0}) {
    grid.push_back(middle);
    constexpr int kDecades = 12, kPerDecade = 2;  // from 1e-12 to 1e12 in both directions
    for (int k = -kDecades * kPerDecade; k <= kDecades * kPerDecade; ++k)
      for (const double sign : {1.0, -1.0}) grid.push_back(middle + sign * std::pow(10, static_cast<double>(k) / kPerDecade));
  }
  std::sort(grid.begin(), grid.end());
  return try_brackets(block, near, grid);
}

/// The same between neighbours of a given grid, ascending.
bool LoopSolver::try_brackets(const BlockCode& block, double near, std::span<const double> grid) {
  struct Point {
    double x, residual;
  };
  std::vector<Point> points;
  for (const double x : grid)
    if (const double residual = evaluate_residual_at(block, x); std::isfinite(residual)) points.push_back({x, residual});
  struct Bracket {
    Point low, high;
    double distance;
  };
  std::vector<Bracket> brackets;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    if ((points[k].residual < 0) != (points[k + 1].residual < 0) || points[k].residual == 0)
      brackets.push_back({points[k], points[k + 1], std::max({0.0, points[k].x - near, near - points[k + 1].x})});
  std::stable_sort(brackets.begin(), brackets.end(), [](const Bracket& a, const Bracket& b) { return a.distance < b.distance; });
  constexpr int kHalvings = 150;  // enough to get from the coarsest bracket of the grid to rounding
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
    if (is_solved(block)) return true;  // else it is a pole or a jump
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

/// Damped Newton iteration. A step is halved until the correction that follows it with the same matrix is smaller: the natural monotonicity
/// test, which does not depend on the units of the equations (Deuflhard 2004, Newton Methods for Nonlinear Problems, section 3.3). The
/// iteration ends when the step does not change the unknowns any more, or stays the same because of rounding. At a kink no step may pass
/// the test although the unknowns fulfil the equations to rounding; then they are the solution. So they are where rounding alone makes the
/// step, as in loops of many bodies, whose unknowns follow from terms of another size. Returns why it failed, null if it did not.
const char* LoopSolver::newton(const BlockCode& block) {
  const std::size_t n = at(block.size);
  double* const step = work_.data();
  double* const start = work_.data() + at(program_->largest_block);
  double* const next = work_.data() + 2 * at(program_->largest_block);
  if (!evaluate_residual(block)) return kNoFiniteValue;
  const FollowedRoot* const root = roots().of(number_of(block));
  double last_relative = HUGE_VAL;
  is_direct_ = true;
  bend_ = 0;
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    if (!factor(block)) {
      const bool finite = std::all_of(block.matrix.begin(), block.matrix.end(), [&](Register r) { return std::isfinite(value(r)); });
      if (finite) return kSingularLoop;
      return residual_share(block) <= kCrossingNoise ? nullptr : kNoFiniteSlope;
    }
    newton_correction(block, step);
    double relative = 0, coarse = 0;  // coarse: relative to a size below which unknowns are rounding, as one is that passes through zero
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
      if (iteration == 0) bend_ = damping == 1 ? shrinkage : HUGE_VAL;
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
    if (stands && residual_share(block) <= kCrossingNoise) return nullptr;  // as accurate as rounding allows with a nearly singular matrix
    last_relative = relative;
  }
  return residual_share(block) <= kCrossingNoise ? nullptr : kNothingFound;
}

}  // namespace stribeck
