// All solutions of a small loop, as far as a bounded search finds them: by bounds of its formulas (box_search.h), and from several starts
// where these do not decide.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/numbers.h"
#include "program/box_search.h"
#include "program/follow_space.h"
#include "program/instruction_bounds.h"
#include "program/load_path.h"
#include "program/loop_search.h"
#include "program/loop_solver.h"
#include "program/registers.h"

namespace stribeck {

namespace {

constexpr double kHalfWidth = 1e9;      // no larger unknown is looked for, in SI units
constexpr std::size_t kMostRoots = 24;  // a periodic law may have any number

}  // namespace

std::vector<std::vector<double>> spread_points(std::size_t n) {
  constexpr std::array<double, 6> kSizes{0.01, 0.1, 1, 10, 100, 1000};
  constexpr std::array<double, 7> kSteps{
      0.5, 0.7548776662466927, 0.5698402909980532, 0.8191725133961645, 0.6710436067037893, 0.4530976107, 0.3039};
  constexpr unsigned kMostSigns = 64;
  const auto step = [&](std::size_t k) { return kSteps[k % kSteps.size()]; };
  std::vector<std::vector<double>> points{std::vector<double>(n, 0.0)};
  for (const double size : kSizes)
    for (unsigned signs = 0; signs < std::min(kMostSigns, 1u << std::min<std::size_t>(n, 10)); ++signs) {
      points.emplace_back();
      for (std::size_t k = 0; k < n; ++k)
        points.back().push_back((signs >> (k % 32) & 1u) != 0 ? -size * (0.6 + 0.8 * step(k)) : size * (0.6 + 0.8 * step(k)));
    }
  // Unknowns of different sizes: a sequence without structure over the logarithm (Roberts 2018: powers of a generalised golden ratio).
  constexpr int kMixed = 96;
  for (int i = 1; i <= kMixed; ++i) {
    points.emplace_back();
    for (std::size_t k = 0; k < n; ++k) {
      const double share = std::fmod(0.5 + i * step(k), 1.0) * 2 - 1;
      points.back().push_back(std::copysign(std::pow(10, 8 * std::fabs(share) - 4), share));
    }
  }
  return points;
}

LoopRoot LoopSolver::root_here(const BlockCode& block) {
  LoopRoot root{values_of(block.unknowns), values_of(block.places), 0};
  for (std::size_t p = 0; p < root.places.size(); ++p) root.places[p] *= block.place_facts[p].scale;
  if (!block.linear) root.sign = factor(block) ? sign_of_determinant(block) : 0;
  return root;
}

LoopSolver::Roots LoopSolver::all_roots(const BlockCode& block) {
  interpreter_.begin_search();
  Roots roots = find_roots(block, kMostWork);
  interpreter_.end_search();
  return roots;
}

void LoopSolver::note_root(const BlockCode& block, Roots& found) {
  const std::vector<double> unknowns = values_of(block.unknowns);
  const auto is_there = [&](const LoopRoot& root) { return is_same_root(root.unknowns, unknowns); };
  if (std::none_of(found.roots.begin(), found.roots.end(), is_there)) found.roots.push_back(root_here(block));
}

/// The point so far from where the unknowns start.
std::vector<double> LoopSolver::from_start(const BlockCode& block, std::vector<double> point) const {
  for (std::size_t k = 0; k < point.size(); ++k) point[k] += program_->initial[at(block.unknowns[k])];
  return point;
}

LoopSolver::Roots LoopSolver::roots_within(const BlockCode& block, const std::function<bool()>& is_inside) {
  Roots found;
  interpreter_.begin_search();
  const std::int64_t executed = interpreter_.executed(), most = executed + kCostOfBounds * kMostWork;
  for (const std::vector<double>& point : spread_points(at(block.size))) {
    if (found.roots.size() >= kMostRoots || interpreter_.executed() > most) break;
    if (arrive_within(block, from_start(block, point), is_inside) && newton(block) == nullptr) note_root(block, found);
  }
  interpreter_.end_search();
  found.work = (interpreter_.executed() - executed) / kCostOfBounds;
  return found;
}

LoopSolver::Roots LoopSolver::find_roots(const BlockCode& block, std::int64_t most_work) {
  Roots found;
  const auto note = [&] { note_root(block, found); };
  const std::int64_t executed = interpreter_.executed();
  // The present solution, where there is one: small residuals alone do not tell that, as far from zero everything is small beside the
  // terms.
  if (evaluate_residual(block) && (residual_share(block) <= kCrossingNoise || newton(block) == nullptr)) note();
  const auto try_from = [&](std::span<const double> point) {
    if (arrive(block, point) && newton(block) == nullptr) note();
  };
  LoopBounds bounds(*program_, context_, block);
  const auto is_enough = [&] { return found.roots.size() >= kMostRoots; };
  // Bounds hardly ever decide on more unknowns than four: there they only lead the iterations that follow to the parts that are left.
  constexpr std::int32_t kMostDecided = 4;
  constexpr std::int64_t kShareOfMore = 8;
  const std::int64_t most_by_bounds = block.size > kMostDecided ? most_work / kShareOfMore : most_work;
  found.is_complete = block.size <= kLargestSearched && bounds.has_bounds() &&
                      BoxSearch(bounds, at(block.size), try_from).run(kHalfWidth, most_by_bounds, is_enough);
  if (!found.is_complete) {
    const auto about_start = [&](std::vector<double> point) { return from_start(block, std::move(point)); };
    constexpr double kWidths[] = {1, 0.1, 10, 0.01, 100};  // of the lines, in SI units, as laws may be of any size
    constexpr double kBeside = 1e-3;                       // of the width: at rest itself a law may have no finite slope
    const std::int64_t most =
        interpreter_.executed() + kCostOfBounds * kMostWork;  // of all paths together, as long as the search by bounds
    for (const double width : kWidths) {
      std::vector<double> beside(at(block.size));
      for (std::size_t k = 0; k < beside.size(); ++k) beside[k] = kBeside * width * std::cos(2.4 * static_cast<double>(k) + 1);
      if (!is_enough()) follow_load(block, about_start(beside), width, most, try_from);
    }
    found.sign_of_all = sign_of_lines(block, about_start(std::vector(at(block.size), 0.0)));
    for (const std::vector<double>& point : spread_points(at(block.size)))
      if (!is_enough()) try_from(about_start(point));
    // What one order of the equations comes to from these starts another one may not. From one solution loads lead to the next.
    const std::int64_t most_from_roots = interpreter_.executed() + kCostOfBounds * most_work;
    for (std::size_t r = 0; r < found.roots.size(); ++r)
      for (std::size_t k = 0; k < 2 * at(block.size) && !is_enough(); ++k)
        follow_node_load(block, std::vector(found.roots[r].unknowns), k / 2, k % 2 == 0, most_from_roots, try_from);
  }
  found.work = bounds.work() + (interpreter_.executed() - executed) / kCostOfBounds;
  return found;
}

/// The equations of a loop as a path asks for them, until the interpreter has executed `most` instructions.
struct LoopSolver::LoadLaws {
  LoopSolver& solver;
  const BlockCode& block;
  std::int64_t most;

  bool operator()(const LoadPath::Vector& x, LoadPath::Vector& r, LoadPath::Matrix& slopes) const {
    solver.set_unknowns(block, x.data());
    if (solver.interpreter_.executed() > most || !solver.evaluate_residual(block)) return false;
    r.resize(block.size);
    for (std::size_t k = 0; k < at(block.size); ++k) r[static_cast<Eigen::Index>(k)] = solver.value(block.residual[k]);
    FollowSpace::take_jacobian(solver.context_, block, slopes);
    return slopes.allFinite();
  }
};

/// Of the determinant of the lines through the laws' values to both sides of `middle`, along each unknown.
int LoopSolver::sign_of_lines(const BlockCode& block, std::span<const double> middle) {
  constexpr double kFar = 100;  // in SI units: the widest range that paths begin with
  const Eigen::Index n = block.size;
  Eigen::MatrixXd lines(n, n);
  std::vector<double> point(middle.begin(), middle.end());
  for (Eigen::Index k = 0; k < n; ++k) {
    lines.col(k).setZero();
    for (const double side : {1.0, -1.0}) {
      point[at(k)] = middle[at(k)] + side * kFar;
      set_unknowns(block, point.data());
      if (!evaluate_residual(block)) return 0;
      for (Eigen::Index i = 0; i < n; ++i) lines(i, k) += side * value(block.residual[at(i)]);
    }
    point[at(k)] = middle[at(k)];
  }
  const double determinant = lines.determinant();
  return determinant > 0 ? 1 : determinant < 0 ? -1 : 0;
}

/// Continuation in a load (load_path.h): hands on where its curve passes solutions.
void LoopSolver::follow_load(const BlockCode& block, std::span<const double> start, double width, std::int64_t most,
                             const std::function<void(std::span<const double>)>& near_solution) {
  LoadPath path(LoadLaws{*this, block, most}, start, width);
  for (LoadPath::Vector x; path.next(x);) near_solution({x.data(), start.size()});
}

/// The same from a solution, by a load on one of the equations of either sign.
void LoopSolver::follow_node_load(const BlockCode& block, std::span<const double> root, std::size_t loaded, bool is_positive,
                                  std::int64_t most, const std::function<void(std::span<const double>)>& near_solution) {
  set_unknowns(block, root.data());
  if (!evaluate_residual(block)) return;
  execute(block.sizing);
  const double size = value(block.sizes[loaded]);
  LoadPath path(LoadLaws{*this, block, most}, root, loaded, is_positive ? size : -size);
  for (LoadPath::Vector x; path.next(x);) near_solution({x.data(), root.size()});
}

/// The solutions by a short search. Where a run begins, the same few truths of conditions are tried again and again: what was found with
/// the same inputs is found again.
const std::vector<LoopRoot>& LoopSolver::roots_on_the_way(const BlockCode& block) {
  constexpr std::size_t kMostKept = 32;  // of a loop: as many as five conditions have truths
  KeptSearches& kept = searches_[number_of(block)];
  if (kept.inputs.empty()) kept.inputs = loop_inputs(block);
  const std::vector<double> now = values_of(kept.inputs);
  for (const KeptSearches::One& one : kept.all)
    if (std::equal(now.begin(), now.end(), one.inputs.begin(), is_same)) return one.roots;
  if (kept.all.size() == kMostKept) kept.all.erase(kept.all.begin());
  const bool is_long = long_searches_ > 0;
  if (is_long) --long_searches_;
  Roots found = find_roots(block, is_long ? kMostWork : kMostWorkOnTheWay);
  if (found.roots.empty() && !found.is_complete && search_closely(block)) found.roots.push_back(root_here(block));
  if (found.roots.empty() && !found.is_complete && !is_long) has_given_up_ = true;
  return kept.all.emplace_back(KeptSearches::One{now, std::move(found.roots)}).roots;
}

void LoopSolver::search_longer(int searches) {
  long_searches_ = searches;
  has_given_up_ = false;
  for (KeptSearches& kept : searches_) kept.all.clear();
}

/// If no search from nearby finds a solution: takes, of all solutions, the nearest to `warm`.
bool LoopSolver::search_everywhere(const BlockCode& block, const double* warm) {
  if (block.size > kLargestDenseLoop || block.sparse >= 0) return false;
  const std::vector<double> near(warm, warm + block.size);
  const std::vector<LoopRoot>& roots = roots_on_the_way(block);
  const auto distance = [&](const LoopRoot& root) {
    double sum = 0;
    for (std::size_t k = 0; k < near.size(); ++k)
      sum += std::fabs(root.unknowns[k] - near[k]) / std::max({std::fabs(near[k]), std::fabs(root.unknowns[k]), 1.0});
    return sum;
  };
  std::vector<const LoopRoot*> by_distance;
  for (const LoopRoot& root : roots) by_distance.push_back(&root);
  std::stable_sort(by_distance.begin(), by_distance.end(), [&](const auto* a, const auto* b) { return distance(*a) < distance(*b); });
  return std::any_of(by_distance.begin(), by_distance.end(), [&](const LoopRoot* root) {
    set_unknowns(block, root->unknowns.data());
    return newton(block) == nullptr;
  });
}

/// Newton's iteration with few halvings of a step, which gives up soon if there is no solution nearby.
bool LoopSolver::arrive(const BlockCode& block, std::span<const double> from) {
  constexpr int kMostSteps = 40, kMostHalvings = 6;
  constexpr double kArrived = 1e-8;
  const std::size_t n = at(block.size);
  std::vector<double> x(from.begin(), from.end()), step(n), next(n);
  set_unknowns(block, x.data());
  if (!evaluate_residual(block)) return false;
  for (int k = 0; k < kMostSteps; ++k) {
    if (!factor(block)) return false;
    newton_correction(block, step.data());
    double size = 0, relative = 0;
    for (std::size_t i = 0; i < n; ++i) {
      size = std::max(size, std::fabs(step[i]) / std::max(std::fabs(x[i]), 1.0));
      relative = std::max(relative, std::fabs(step[i]) / std::max(std::fabs(x[i]), kNewtonScale));
    }
    if (!std::isfinite(size)) return false;
    double damping = 1;
    for (int halving = 0; halving <= kMostHalvings; ++halving, damping /= 2) {
      for (std::size_t i = 0; i < n; ++i) next[i] = x[i] + damping * step[i];
      set_unknowns(block, next.data());
      if (!evaluate_residual(block)) continue;
      std::vector<double> correction(n);
      newton_correction(block, correction.data());
      double left = 0;
      for (std::size_t i = 0; i < n; ++i) left = std::max(left, std::fabs(correction[i]) / std::max(std::fabs(x[i]), 1.0));
      if (left <= (1 - damping / 4) * size) break;
    }
    if (!evaluate_residual(block)) return false;
    x = next;
    if (relative <= kArrived) return true;
  }
  return false;
}

/// Newton's iteration whose steps are halved until they end inside and the sum of squares of the residuals becomes smaller.
bool LoopSolver::arrive_within(const BlockCode& block, std::span<const double> from, const std::function<bool()>& is_inside) {
  constexpr int kMostSteps = 100, kMostHalvings = 20;
  const std::size_t n = at(block.size);
  std::vector<double> x(from.begin(), from.end()), step(n);
  const auto left_at = [&](std::span<const double> point) {
    set_unknowns(block, point.data());
    if (!evaluate_residual(block) || !is_inside()) return HUGE_VAL;
    double sum = 0;
    for (const Register r : block.residual) sum += value(r) * value(r);
    return sum;
  };
  double left = left_at(x);
  for (int k = 0; k < kMostSteps && std::isfinite(left); ++k) {
    if (residual_share(block) <= kVerifiedResidual) return true;
    if (!factor(block)) return false;
    newton_correction(block, step.data());
    const std::vector<double> before = x;
    bool is_less = false;
    double damping = 1;
    for (int halving = 0; halving <= kMostHalvings && !is_less; ++halving, damping /= 2) {
      for (std::size_t i = 0; i < n; ++i) x[i] = before[i] + damping * step[i];
      const double there = left_at(x);
      is_less = there < (1 - damping / 4) * left;
      if (is_less) left = there;
    }
    if (!is_less) return false;
  }
  return false;
}

}  // namespace stribeck
