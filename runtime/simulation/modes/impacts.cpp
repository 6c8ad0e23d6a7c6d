#include "simulation/modes/impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "simulation/modes/box_complementarity.h"

namespace stribeck {

namespace {

/// The most rounds of rebounds at one instant, as a light ball makes between two heavy ones that touch it. Contacts that still close after
/// that do not rebound.
constexpr int kMostRebounds = 1000;

class Collision {
 public:
  explicit Collision(const ImpactProblem& problem) : problem_(problem), size_(problem.opening.size()), opening_(problem.opening) {
    for (const double speed : opening_) rounding_ = std::max(rounding_, kRoundingOfSums * std::fabs(speed));
  }

  ImpactSequence run() {
    for (int round = 0; round < kMostRebounds; ++round) {
      std::vector<std::size_t> closing;
      for (std::size_t i = 0; i < size_; ++i)
        if (opening_[i] < -std::max(rounding_, problem_.rest_speed[i])) closing.push_back(i);
      if (closing.empty()) break;
      if (!collide(closing, true)) return std::move(sequence_);
    }
    if (std::any_of(opening_.begin(), opening_.end(), [&](double speed) { return speed < -rounding_; })) {
      std::vector<std::size_t> all(size_);
      for (std::size_t i = 0; i < size_; ++i) all[i] = i;
      collide(all, false);
    }
    return std::move(sequence_);
  }

 private:
  double matrix(std::size_t row, std::size_t column) const { return problem_.matrix[column * size_ + row]; }

  bool collide(const std::vector<std::size_t>& contacts, bool rebound) {
    BoxProblem box;
    for (const std::size_t column : contacts)
      for (const std::size_t row : contacts) box.matrix.push_back(matrix(row, column));
    for (const std::size_t i : contacts) {
      const double opening = std::fabs(opening_[i]) <= rounding_ ? 0 : opening_[i];
      const auto restitution = kRestitutionLaws[static_cast<std::size_t>(problem_.law[i])].share;
      box.constant.push_back(rebound ? (1 + restitution(problem_.restitution[i], -opening)) * opening : opening);
      box.low.push_back(0);
      box.high.push_back(std::numeric_limits<double>::infinity());
    }
    const BoxSolution solution = solve_box(box);
    if (!solution.solved) {
      sequence_.undecided = contacts;
      return false;
    }
    std::vector<double> impulse(size_, 0.0);
    for (std::size_t k = 0; k < contacts.size(); ++k) impulse[contacts[k]] = solution.lambda[k];
    for (const std::size_t j : contacts)
      for (std::size_t i = 0; i < size_; ++i) opening_[i] += matrix(i, j) * impulse[j];
    sequence_.rounds.push_back(std::move(impulse));
    return true;
  }

  const ImpactProblem& problem_;
  std::size_t size_;
  std::vector<double> opening_;
  double rounding_ = 0;
  ImpactSequence sequence_;
};

}  // namespace

ImpactSequence solve_impacts(const ImpactProblem& problem) { return Collision(problem).run(); }

}  // namespace stribeck
