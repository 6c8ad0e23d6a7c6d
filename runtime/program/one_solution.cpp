#include "program/one_solution.h"

#include <algorithm>
#include <cmath>

namespace stribeck {

namespace {

using Values = std::vector<double>;

/// The way is looked at in so many parts: bounds are tighter over shorter ones. More cost as much as going the way itself.
constexpr int kMostParts = 2;
/// The box reaches so many times further from the line than the solution was found to without it, so that the slopes may vary by half.
constexpr double kRoom = 2;

double largest(Interval value) { return std::max(std::fabs(value.lo), std::fabs(value.hi)); }

/// Where a line goes in a part of its way, in shares of it.
void move(const StraightLine& line, Interval part, std::vector<Motion>& motions) {
  motions.resize(line.from.size());
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const double change = line.to[k] - line.from[k];
    motions[k] = {change == 0 ? Interval(line.from[k]) : line.from[k] + change * part, change};
  }
}

class Proof {
 public:
  Proof(LoopBounds& bounds, const StraightLine& unknowns, std::span<const Register> registers, const StraightLine& inputs,
        std::span<const double> inverse)
      : bounds_(bounds), unknowns_(unknowns), registers_(registers), inputs_(inputs), inverse_(inverse) {}

  /// Makes `distance` at least what Newton's first step from the line is.
  bool find_distance(Interval part, Values& distance) {
    if (!along(0.5 * (part.lo + part.hi))) return false;
    const std::vector<Motion> middle = residuals_;
    if (!along(part)) return false;
    const Interval half(0.5 * (part.lo - part.hi), 0.5 * (part.hi - part.lo));
    for (std::size_t i = 0; i < size(); ++i) {
      Interval step = 0;
      for (std::size_t j = 0; j < size(); ++j) step = step + inverse(i, j) * (middle[j].value + half * residuals_[j].rate);
      if (!step.is_finite()) return false;
      distance[i] = std::max(distance[i], largest(step));
    }
    return true;
  }

  /// Whether Newton's iteration maps the box of this reach around each point of the part into itself: `distance` and what the slopes may
  /// differ by from those of the inverse.
  bool stays_within(Interval part, const Values& distance, const Values& reach) {
    move(unknowns_, part, motions_), move(inputs_, part, given_);
    for (std::size_t k = 0; k < size(); ++k) motions_[k] = {motions_[k].value + Interval(-reach[k], reach[k]), 0};
    for (Motion& motion : given_) motion.rate = 0;
    Values used = distance;
    for (std::size_t c = 0; c < size(); ++c) {
      motions_[c].rate = 1;
      if (!bounds_.along(motions_, registers_, given_, residuals_)) return false;
      motions_[c].rate = 0;
      for (std::size_t i = 0; i < size(); ++i) {
        Interval entry = i == c ? 1 : 0;
        for (std::size_t j = 0; j < size(); ++j) entry = entry - inverse(i, j) * residuals_[j].rate;
        used[i] += largest(entry) * reach[c];
        if (!(used[i] < reach[i])) return false;
      }
    }
    return true;
  }

 private:
  std::size_t size() const { return unknowns_.from.size(); }
  double inverse(std::size_t row, std::size_t column) const { return inverse_[row * size() + column]; }
  bool along(Interval part) {
    move(unknowns_, part, motions_), move(inputs_, part, given_);
    return bounds_.along(motions_, registers_, given_, residuals_);
  }

  LoopBounds& bounds_;
  const StraightLine& unknowns_;
  std::span<const Register> registers_;
  const StraightLine& inputs_;
  std::span<const double> inverse_;
  std::vector<Motion> motions_, given_, residuals_;
};

}  // namespace

bool has_one_solution_along(LoopBounds& bounds, const StraightLine& unknowns, std::span<const Register> registers,
                            const StraightLine& inputs, std::span<const double> inverse, std::span<const double> least) {
  Proof proof(bounds, unknowns, registers, inputs, inverse);
  for (int parts = 1; parts <= kMostParts; ++parts) {
    const auto all = [&](auto holds) {
      for (int k = 0; k < parts; ++k)
        if (!holds(Interval(static_cast<double>(k) / parts, static_cast<double>(k + 1) / parts))) return false;
      return true;
    };
    // The reach is the same in all parts: where two meet, the solution of one is then that of the other.
    Values distance(least.size(), 0), reach;
    if (!all([&](Interval part) { return proof.find_distance(part, distance); })) continue;
    for (std::size_t k = 0; k < least.size(); ++k) reach.push_back(kRoom * distance[k] + least[k]);
    if (all([&](Interval part) { return proof.stays_within(part, distance, reach); })) return true;
  }
  return false;
}

}  // namespace stribeck
