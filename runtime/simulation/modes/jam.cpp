#include "simulation/modes/jam.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/constants.h"
#include "base/numbers.h"
#include "simulation/modes/box_complementarity.h"

namespace stribeck {

namespace {

/// The most rounds of the iteration between the impulses of slipping frictions and those of the elements that press on them.
constexpr int kMostRounds = 200;

class Jam {
 public:
  Jam(const JamProblem& problem, const ImpulseLaw& law)
      : parts_(problem.parts), matrix_(problem.matrix), law_(law), way_(parts_.size(), 0) {
    for (std::size_t i = 0; i < size(); ++i)
      if (!parts_[i].is_one_sided && !parts_[i].may_jam) way_[i] = parts_[i].velocity > 0 ? 1 : parts_[i].velocity < 0 ? -1 : 0;
  }

  std::optional<JamSolution> run() {
    std::set<std::vector<int>> tried;
    while (tried.insert(way_).second) {
      if (!find_impulses()) return std::nullopt;
      const std::vector<int> next = better_ways();
      if (next == way_) return solution();
      way_ = next;
    }
    return std::nullopt;
  }

 private:
  std::size_t size() const { return parts_.size(); }
  double matrix(std::size_t row, std::size_t column) const { return matrix_[column * size() + row]; }

  struct Sum {
    double value, terms;  ///< terms: the sum of the magnitudes of the terms that it is the sum of
  };
  Sum velocity_after(std::size_t i) const {
    Sum sum{parts_[i].velocity, std::fabs(parts_[i].velocity)};
    for (std::size_t j = 0; j < size(); ++j) {
      sum.value -= matrix(i, j) * impulses_[j];
      sum.terms += std::fabs(matrix(i, j) * impulses_[j]);
    }
    return sum;
  }

  /// Finds the impulses for the present directions of slip, with which the frictions that do not slip come to rest.
  bool find_impulses() {
    impulses_.assign(size(), 0.0);
    for (int round = 0; round < kMostRounds; ++round) {
      const std::vector<double> before = impulses_;
      if (!stop_the_rest()) return false;
      const ImpulseLimits limits = law_(impulses_);
      for (std::size_t i = 0; i < size(); ++i)
        if (way_[i] != 0) impulses_[i] = way_[i] * limits.slips[i];
      double change = 0;
      for (std::size_t i = 0; i < size(); ++i) change = std::max(change, std::fabs(impulses_[i] - before[i]));
      if (!all_finite(impulses_)) return false;
      if (change <= kRoundingOfSums * largest_of(impulses_)) return true;
    }
    return false;
  }

  /// Adds the impulses of the other elements, which bring these to rest, except contacts whose sides part.
  bool stop_the_rest() {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < size(); ++i)
      if (way_[i] == 0) rest.push_back(i), impulses_[i] = 0;
    BoxProblem box;
    constexpr double kAny = std::numeric_limits<double>::infinity();
    for (const std::size_t column : rest)
      for (const std::size_t row : rest) box.matrix.push_back(matrix(row, column));
    for (const std::size_t i : rest) {
      box.constant.push_back(-velocity_after(i).value);
      box.low.push_back(parts_[i].is_one_sided ? 0 : -kAny);
      box.high.push_back(kAny);
    }
    const BoxSolution solution = solve_box(box);
    for (std::size_t k = 0; k < rest.size() && solution.solved; ++k) impulses_[rest[k]] = solution.lambda[k];
    return solution.solved;
  }

  /// The directions with those elements changed that contradict their law: an element at rest slips if its impulse exceeds its limit, and
  /// one that slips against its own impulse comes to rest.
  std::vector<int> better_ways() const {
    const ImpulseLimits limits = law_(impulses_);
    std::vector<int> ways = way_;
    for (std::size_t i = 0; i < size(); ++i) {
      if (parts_[i].is_one_sided) continue;
      const Sum after = velocity_after(i);
      if (way_[i] == 0) {
        const bool holds = std::fabs(impulses_[i]) <= (1 + kBreakawayMargin) * limits.holds[i];
        if (!holds) ways[i] = impulses_[i] > 0 ? 1 : -1;
      } else if (way_[i] * after.value < -kRoundingOfSums * after.terms) {
        ways[i] = 0;
      }
    }
    return ways;
  }

  std::optional<JamSolution> solution() const {
    JamSolution found{.impulses = impulses_, .rests = std::vector<bool>(size())};
    bool any = false;
    for (std::size_t i = 0; i < size(); ++i) {
      found.rests[i] = way_[i] == 0 && !parts_[i].is_one_sided;
      any = any || (found.rests[i] && parts_[i].may_jam);
    }
    if (!any) return std::nullopt;
    return found;
  }

  const std::vector<JamProblem::Part>& parts_;
  const std::vector<double>& matrix_;
  const ImpulseLaw& law_;
  std::vector<int> way_;  ///< the direction of slip; 0: at rest
  std::vector<double> impulses_;
};

}  // namespace

std::optional<JamSolution> solve_jam(const JamProblem& problem, const ImpulseLaw& law) { return Jam(problem, law).run(); }

}  // namespace stribeck
