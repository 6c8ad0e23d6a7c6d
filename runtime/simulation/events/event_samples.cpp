// The search for events by samples, of conditions without bounds: where a parabola through three points comes near zero, and in halves
// where the curve is no parabola.
#include <algorithm>
#include <cmath>

#include "simulation/events/event_search.h"

namespace stribeck {

namespace {
/// A parabola through values that rise smoothly from zero may dip below zero by this share, by rounding or because the curve is no
/// parabola.
constexpr double kParabolaRounding = 1e-9;
/// How much further a curve may deviate from a parabola anywhere than it does at the quarter points, where it is measured.
constexpr double kParabolaTrust = 8;
/// The few points of an interval may lie on a parabola by chance. It counts as a parabola only if it is at most so many times longer than
/// the last interval that was one.
constexpr double kParabolaGrowth = 4;
}  // namespace

/// Searches, by samples, for a condition that changes and changes back within an interval. If there is one, `to` becomes a time at which it
/// differs, and the conditions are evaluated there.
bool EventSearch::touches(double from, double& to, const Values& begins, const Values& ends, int depth) {
  if (sampled_.empty()) return false;
  const double middle = 0.5 * (from + to), end = to;
  if (!(from < middle && middle < to)) return false;
  if (differs_at(middle, from, to)) return true;
  std::array<Values, kFractions>& samples = samples_[static_cast<std::size_t>(depth)];
  remember(samples[0]);
  if (dips(from, to, begins, samples[0], ends)) return true;
  if (!is_thorough_) return false;
  if (differs_at(0.5 * (from + middle), from, to)) return true;
  remember(samples[1]);
  if (differs_at(0.5 * (middle + end), from, to)) return true;
  remember(samples[2]);
  if (depth + 1 == kDeepest || (end - from <= kParabolaGrowth * resolved_s_ && is_parabola(begins, ends, samples))) {
    finest_s_ = std::min(finest_s_, end - from);
    return false;
  }
  double left_end = middle;
  if (touches(from, left_end, begins, samples[0], depth + 1)) {
    to = left_end;
    return true;
  }
  return touches(middle, to, samples[0], ends, depth + 1);
}

/// Evaluates at extrema of the parabolas through both ends and the middle that come near zero; stores in nearest_ how near they come.
bool EventSearch::dips(double from, double& to, const Values& begins, const Values& middle, const Values& ends) {
  const double length = to - from;
  nearest_.resize(begins.size());
  for (const std::size_t i : sampled_) {
    const double a = 2 * (begins[i] - 2 * middle[i] + ends[i]), b = -3 * begins[i] + 4 * middle[i] - ends[i], s = -b / (2 * a);
    nearest_[i] = std::fabs(middle[i]);
    if (!(s > 0 && s < 1)) continue;
    const double extremum = begins[i] + 0.5 * b * s;
    if (begins[i] == 0 && std::fabs(extremum) <= kParabolaRounding * std::fabs(ends[i])) continue;  // it has just left zero
    nearest_[i] = std::min(nearest_[i], std::fabs(extremum));
    // Only an extremum that comes near zero is worth a look.
    if (extremum * begins[i] > 0 && std::fabs(extremum) > 0.1 * std::min(std::fabs(begins[i]), std::fabs(ends[i]))) continue;
    if (differs_at(from + s * length, from, to)) return true;
  }
  return false;
}

/// What the decision on the modes has told of the rounding of a friction's guard.
double EventSearch::told_rounding(std::size_t k) const {
  const Register told = rounding_of_[live_.conditions()[k]];
  return told < 0 ? 0 : machine_.held_value(told);
}

bool EventSearch::is_parabola(const Values& begins, const Values& ends, const std::array<Values, kFractions>& samples) const {
  for (const std::size_t i : sampled_) {
    const double middle = samples[0][i], early = samples[1][i], late = samples[2][i];
    const double off = std::max(std::fabs(early - (0.375 * begins[i] + 0.75 * middle - 0.125 * ends[i])),
                                std::fabs(late - (0.375 * ends[i] + 0.75 * middle - 0.125 * begins[i])));
    const double more = off - told_rounding(i);
    if (more > 0 && kParabolaTrust * more > std::min({nearest_[i], std::fabs(early), std::fabs(late)})) return false;
  }
  return true;
}

}  // namespace stribeck
