#include "base/wrong_derivative.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stribeck {

namespace {

/// Difference quotients on both sides of a point, and what rounding may make of them.
struct Quotients {
  double backwards = 0, forwards = 0, noise = 0;
  double size() const { return std::max(std::fabs(backwards), std::fabs(forwards)); }
  double spread() const { return std::fabs(forwards - backwards); }
  double nearest(double slope) const { return std::clamp(slope, std::min(backwards, forwards), std::max(backwards, forwards)); }
};

/// None where the function has no value beside the point.
std::optional<Quotients> quotients(const ExternalFunction& function, std::span<const double> arguments, std::size_t argument, double step) {
  std::array<double, kMostArguments> moved{};
  std::copy(arguments.begin(), arguments.end(), moved.begin());
  const std::span<const double> there = std::span(moved).first(arguments.size());
  const double middle = call(function, arguments).value;
  moved[argument] = arguments[argument] + step;
  const double width_forwards = moved[argument] - arguments[argument], above = call(function, there).value;
  moved[argument] = arguments[argument] - step;
  const double width_backwards = arguments[argument] - moved[argument], below = call(function, there).value;
  Quotients q{(middle - below) / width_backwards, (above - middle) / width_forwards, 0};
  if (!std::isfinite(q.backwards) || !std::isfinite(q.forwards)) return {};
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();  // of a function of a few operations
  q.noise = kRounding * std::max({std::fabs(above), std::fabs(middle), std::fabs(below)}) / step;
  return q;
}

/// The narrowest quotients that rounding does not spoil: what a function does is steep or smooth on a scale that only its author knows.
/// Quotients twice as wide say what is left of its curvature.
std::optional<Quotients> narrowest(const ExternalFunction& function, std::span<const double> arguments, std::size_t argument,
                                   double slope) {
  constexpr double kSpoilt = 1e-3;
  const double x = std::fabs(arguments[argument]);
  for (const double scale : {x, std::max(1.0, x)})
    for (const double share : {1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3}) {
      const double step = share * scale;
      if (step == 0) continue;
      std::optional<Quotients> q = quotients(function, arguments, argument, step);
      if (!q) return {};
      if (q->noise > kSpoilt * std::max(q->size(), std::fabs(slope))) continue;
      const std::optional<Quotients> wider = quotients(function, arguments, argument, 2 * step);
      if (!wider) return {};
      q->noise += std::max(std::fabs(wider->forwards - q->forwards), std::fabs(wider->backwards - q->backwards));
      return q;
    }
  return {};
}

}  // namespace

std::optional<WrongDerivative> wrong_derivative(const ExternalFunction& function, std::span<const double> arguments) {
  constexpr double kNear = 0.05;  // a map's derivative may be a smoothed one
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (function.derivatives[k] == nullptr) continue;
    const double slope = call(*function.derivatives[k], arguments).value;
    if (!std::isfinite(slope)) continue;
    const std::optional<Quotients> q = narrowest(function, arguments, k, slope);
    if (!q) continue;
    const double off = std::fabs(slope - q->nearest(slope));
    if (off > q->spread() + q->noise + kNear * std::max(q->size(), std::fabs(slope)))
      return WrongDerivative{static_cast<int>(k), slope, q->nearest(slope)};
  }
  return {};
}

namespace {
thread_local CallNotes* notes = nullptr;
}  // namespace

CallNotes::CallNotes() : outer_(notes) { notes = this; }
CallNotes::~CallNotes() { notes = outer_; }

void CallNotes::note(const ExternalFunction& function, std::span<const double> arguments) {
  if (notes == nullptr) return;
  Call& made = notes->calls_.emplace_back(Call{&function, {}});
  std::copy(arguments.begin(), arguments.end(), made.arguments.begin());
}

}  // namespace stribeck
