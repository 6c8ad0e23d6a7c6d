#include "program/one_solution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stribeck {

namespace {

/// The most parts into which the line is divided, as bounds are tighter over shorter parts. More would cost as much as following the line.
constexpr int kMostParts = 2;
/// The half-width of the box, as a multiple of the distance of the solutions from the line: it leaves room for slopes that vary by half.
constexpr double kRoom = 2;
/// Boxes that are tried, and what room there is beside what one was mapped into (epsilon-inflation: Rump, 1983, Solving algebraic problems
/// with high accuracy, in: Kulisch, Miranker, A New Approach to Scientific Computation).
constexpr int kMostBoxes = 3;
constexpr double kInflation = 1.2;

double largest(Interval value) { return std::max(std::fabs(value.lo), std::fabs(value.hi)); }

/// The range and the rate of each value in a part of a line; the parameter is the share of the line.
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
        std::span<const double> slack, std::span<const double> inverse, ProofSpace& space)
      : bounds_(bounds), unknowns_(unknowns), registers_(registers), inputs_(inputs), slack_(slack), inverse_(inverse), space_(space) {}

  /// Makes the distance at least what Newton's first step from the line is.
  bool find_distance(Interval part) {
    if (!along(0.5 * (part.lo + part.hi))) return false;
    space_.middle = space_.residuals;
    if (!along(part)) return false;
    const Interval half(0.5 * (part.lo - part.hi), 0.5 * (part.hi - part.lo));
    for (std::size_t i = 0; i < size(); ++i) {
      Interval step = 0;
      for (std::size_t j = 0; j < size(); ++j) step = step + inverse(i, j) * (space_.middle[j].value + half * space_.residuals[j].rate);
      if (!step.is_finite()) return false;
      space_.distance[i] = std::max(space_.distance[i], largest(step));
    }
    return true;
  }

  /// Whether Newton's iteration maps the box of the reach around each point of the part into itself: the distance and what the slopes may
  /// differ by from those of the inverse. `used` is half the width of what it maps the box into.
  bool stays_within(Interval part) {
    std::vector<Motion>& motions = space_.motions;
    const std::vector<double>& reach = space_.reach;
    move(unknowns_, part, motions), move_inputs(part);
    for (std::size_t k = 0; k < size(); ++k) motions[k] = {motions[k].value + Interval(-reach[k], reach[k]), 0};
    for (Motion& motion : space_.given) motion.rate = 0;
    std::vector<double>& used = space_.used;
    used = space_.distance;
    for (std::size_t c = 0; c < size(); ++c) {
      motions[c].rate = 1;
      if (!bounds_.along(motions, registers_, space_.given, space_.residuals)) {
        used.assign(size(), std::numeric_limits<double>::infinity());
        return false;
      }
      motions[c].rate = 0;
      for (std::size_t i = 0; i < size(); ++i) {
        Interval entry = i == c ? 1 : 0;
        for (std::size_t j = 0; j < size(); ++j) entry = entry - inverse(i, j) * space_.residuals[j].rate;
        used[i] += largest(entry) * reach[c];
      }
    }
    for (std::size_t i = 0; i < size(); ++i)
      if (!(used[i] < reach[i])) return false;
    return true;
  }

 private:
  std::size_t size() const { return unknowns_.from.size(); }
  double inverse(std::size_t row, std::size_t column) const { return inverse_[row * size() + column]; }
  bool along(Interval part) {
    move(unknowns_, part, space_.motions), move_inputs(part);
    return bounds_.along(space_.motions, registers_, space_.given, space_.residuals);
  }
  void move_inputs(Interval part) {
    move(inputs_, part, space_.given);
    for (std::size_t k = 0; k < slack_.size(); ++k)
      if (slack_[k] > 0) space_.given[k].value = space_.given[k].value + Interval(-slack_[k], slack_[k]);
  }

  LoopBounds& bounds_;
  const StraightLine& unknowns_;
  std::span<const Register> registers_;
  const StraightLine& inputs_;
  std::span<const double> slack_, inverse_;
  ProofSpace& space_;
};

/// Narrows the shares of a line at which `from + share * change` is at most `most` away from the value.
bool is_within(double value, double from, double change, double most, Interval& shares) {
  const double way = value - from;
  if (change == 0) return std::fabs(way) <= most;
  const double one = (way - most) / change, other = (way + most) / change;
  shares.lo = std::max(shares.lo, std::min(one, other));
  shares.hi = std::min(shares.hi, std::max(one, other));
  return shares.lo <= shares.hi;
}

}  // namespace

bool ProvedTube::has(std::span<const double> inputs, std::span<const double> solution) const {
  if (!is_known) return false;
  Interval shares(0, 1);
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (!is_within(inputs[k], from[k], change[k], slack[k], shares)) return false;
  for (std::size_t k = 0; k < reach.size(); ++k)
    if (!is_within(solution[k], values_from[k], values_change[k], reach[k], shares)) return false;
  return true;
}

bool has_one_solution_along(LoopBounds& bounds, const StraightLine& unknowns, std::span<const Register> registers,
                            const StraightLine& inputs, std::span<const double> slack, std::span<const double> inverse,
                            std::span<const double> least, ProofSpace& space) {
  Proof proof(bounds, unknowns, registers, inputs, slack, inverse, space);
  for (int parts = 1; parts <= kMostParts; ++parts) {
    const auto all = [&](auto holds) {
      for (int k = 0; k < parts; ++k)
        if (!holds(Interval(static_cast<double>(k) / parts, static_cast<double>(k + 1) / parts))) return false;
      return true;
    };
    // The box has the same size in all parts, so that at the border of two parts both have the same solution.
    space.distance.assign(least.size(), 0);
    if (!all([&](Interval part) { return proof.find_distance(part); })) continue;
    space.reach.resize(least.size());
    bool is_bounded = true;
    for (std::size_t k = 0; k < least.size(); ++k) space.reach[k] = kRoom * space.distance[k] + least[k];
    for (int boxes = 0; boxes < kMostBoxes && is_bounded; ++boxes) {
      if (all([&](Interval part) { return proof.stays_within(part); })) return true;
      // Where a law is steep in one unknown, another one is mapped farther than its own distance.
      for (std::size_t k = 0; k < least.size(); ++k) {
        space.reach[k] = std::max(space.reach[k], kInflation * space.used[k]);
        is_bounded = is_bounded && std::isfinite(space.reach[k]);
      }
    }
  }
  return false;
}

}  // namespace stribeck
