// Messages about a loop without a solution: the course of its residual, or how close to zero its residuals come.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/constants.h"
#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "program/loop_search.h"
#include "program/loop_solver.h"

namespace stribeck {

namespace {

std::string with_unit(double value, const std::string& unit) {
  return short_number(value) + (unit.empty() || unit == "1" ? "" : " " + unit);
}

const char* side(double residual) { return residual > 0 ? "above" : "below"; }

}  // namespace

std::string LoopSolver::nearest_in_words(const BlockCode& block) {
  if (block.size > kLargestDenseLoop || block.sparse >= 0) return kNothingFound;
  interpreter_.begin_search();
  const std::string words = block.size == 1 ? residual_in_words(block) : least_in_words(block);
  interpreter_.end_search();
  return words.empty() ? kNothingFound : words;
}

/// For one unknown: its residual at values of every size on both sides of the start of the search.
std::string LoopSolver::residual_in_words(const BlockCode& block) {
  const Labels::Loop loop = program_->labels->loop(block.block);
  const std::size_t unknown = loop.unknowns.size() - 1;  // the tearing variable comes last, and so does the residual
  const std::string name = loop.unknowns[unknown], unit = unknown < loop.units.size() ? loop.units[unknown] : std::string();
  struct Point {
    double x, residual;
  };
  std::vector<Point> points;
  for (const double x : points_of_every_size(program_->initial[at(block.unknowns[0])]))
    if (const double residual = evaluate_residual_at(block, x); std::isfinite(residual)) points.push_back({x, residual});
  if (points.empty()) return kNoFiniteValue;
  // A loop of one equation has it in a line of its own.
  const std::string left = "the left side of " + (loop.equations.size() == 1 ? std::string("its equation") : loop.equations.back());
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    Point low = points[k], high = points[k + 1];
    if ((low.residual < 0) == (high.residual < 0)) continue;
    constexpr int kHalvings = 200;
    for (int halving = 0; halving < kHalvings; ++halving) {
      const double x = low.x / 2 + high.x / 2;
      if (!(low.x < x && x < high.x)) break;
      const Point middle{x, evaluate_residual_at(block, x)};
      if (!std::isfinite(middle.residual)) break;
      ((middle.residual < 0) == (low.residual < 0) ? low : high) = middle;
    }
    return fmt::format("at {} = {} {} jumps over the right one, from {} {} it to {} {} it", name, with_unit(low.x, unit), left,
                       short_number(std::fabs(low.residual)), side(low.residual), short_number(std::fabs(high.residual)),
                       side(high.residual));
  }
  const auto is_nearer = [](const Point& a, const Point& b) { return std::fabs(a.residual) < std::fabs(b.residual); };
  const auto nearest = std::min_element(points.begin(), points.end(), is_nearer);
  Point least = *nearest;
  double low = nearest == points.begin() ? least.x : std::prev(nearest)->x,
         high = std::next(nearest) == points.end() ? least.x : std::next(nearest)->x;
  constexpr int kThirds = 100;
  for (int k = 0; k < kThirds && low < high; ++k) {
    const double third = (high - low) / 3;
    const Point a{low + third, evaluate_residual_at(block, low + third)}, b{high - third, evaluate_residual_at(block, high - third)};
    for (const Point& p : {a, b})
      if (is_nearer(p, least)) least = p;
    (is_nearer(a, b) ? high : low) = is_nearer(a, b) ? b.x : a.x;
  }
  return "between " + name + " = " + with_unit(points.front().x, unit) + " and " + with_unit(points.back().x, unit) + " " + left +
         " stays at least " + short_number(std::fabs(least.residual)) + " " + side(least.residual) +
         " the right one, which it comes nearest to at " + name + " = " + with_unit(least.x, unit);
}

/// For several unknowns: the point at which no change of one unknown makes the residuals smaller, each relative to its terms at the start
/// of the search. Empty: the equations have no value anywhere.
LoopSolver::LeastResidual LoopSolver::point_of_least_residual(const BlockCode& block) {
  const std::size_t n = at(block.size);
  LeastResidual found;
  std::vector<double>&best = found.x, &sizes = found.sizes, start;
  for (const Register r : block.unknowns) start.push_back(program_->initial[at(r)]);
  set_unknowns(block, start.data());
  evaluate_residual(block);
  execute(block.sizing);
  for (const Register r : block.sizes) sizes.push_back(std::isfinite(value(r)) && value(r) > 0 ? value(r) : 1);
  double least = HUGE_VAL;
  const auto look = [&](std::span<const double> at_x) {
    set_unknowns(block, at_x.data());
    if (!evaluate_residual(block)) return;
    double worst = 0;
    for (std::size_t k = 0; k < n; ++k) worst = std::max(worst, std::fabs(value(block.residual[k])) / sizes[k]);
    if (worst < least) least = worst, best.assign(at_x.begin(), at_x.end());
  };
  for (const std::vector<double>& point : spread_points(n)) look(point);
  if (best.empty()) return found;
  constexpr int kMostRounds = 300;
  std::vector<double> step;
  for (const double x : best) step.push_back(std::max(0.5 * std::fabs(x), kNewtonScale));
  for (int round = 0; round < kMostRounds; ++round)
    for (std::size_t k = 0; k < n; ++k) {
      const double before = least;
      for (const double turn : {1.0, -1.0}) {
        std::vector<double> x = best;
        x[k] += turn * step[k];
        look(x);
        if (least < before) break;
      }
      step[k] *= least < before ? 1.5 : 0.5;
    }
  return found;
}

std::string LoopSolver::least_in_words(const BlockCode& block) {
  const Labels::Loop loop = program_->labels->loop(block.block);
  const std::size_t n = at(block.size), first = loop.unknowns.size() - n;
  const auto [best, sizes] = point_of_least_residual(block);
  if (best.empty()) return kNoFiniteValue;
  set_unknowns(block, best.data());
  evaluate_residual(block);
  std::size_t worst = 0;
  for (std::size_t k = 1; k < n; ++k)
    if (std::fabs(value(block.residual[k])) / sizes[k] > std::fabs(value(block.residual[worst])) / sizes[worst]) worst = k;
  std::string there;
  for (std::size_t k = 0; k < n; ++k)
    there += (k == 0       ? ""
              : k + 1 == n ? " and "
                           : ", ") +
             loop.unknowns[first + k] + " = " + with_unit(best[k], first + k < loop.units.size() ? loop.units[first + k] : std::string());
  const double left = value(block.residual[worst]);
  return "no values were found at which its equations hold together; they come nearest to that at " + there + ", where the left side of " +
         loop.equations[first + worst] + " is still " + short_number(std::fabs(left)) + " " + side(left) + " the right one";
}

}  // namespace stribeck
