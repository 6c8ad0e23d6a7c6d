#include "base/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"

namespace stribeck {

namespace {

/// Slopes of the chords between the points.
std::vector<double> chords(std::span<const double> x, std::span<const double> y) {
  std::vector<double> result;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) result.push_back((y[i + 1] - y[i]) / (x[i + 1] - x[i]));
  return result;
}

std::vector<double> akima_slopes(std::span<const double> /*x*/, const std::vector<double>& chord) {
  // Two more chords at either end, on a parabola.
  const auto n = static_cast<std::ptrdiff_t>(chord.size());
  const auto d = [&](std::ptrdiff_t i) {
    const auto inside = [&](std::ptrdiff_t k) { return chord[static_cast<std::size_t>(k)]; };
    if (n == 1) return chord[0];
    if (i < 0) return inside(0) + static_cast<double>(i) * (inside(1) - inside(0));
    if (i >= n) return inside(n - 1) + static_cast<double>(i - n + 1) * (inside(n - 1) - inside(n - 2));
    return inside(i);
  };
  std::vector<double> slopes;
  for (std::ptrdiff_t i = 0; i <= n; ++i) {
    const double before = std::fabs(d(i + 1) - d(i)), after = std::fabs(d(i - 1) - d(i - 2)), sum = before + after;
    slopes.push_back(sum > 0 ? (before * d(i - 1) + after * d(i)) / sum : 0.5 * (d(i - 1) + d(i)));
  }
  return slopes;
}

/// At the first of three points with the steps h and the chords d: of the parabola, but not against the curve nor too steep.
double monotone_end(double h0, double h1, double d0, double d1) {
  const double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0) return 0;
  return d0 * d1 <= 0 && std::fabs(slope) > 3 * std::fabs(d0) ? 3 * d0 : slope;
}

std::vector<double> monotone_slopes(std::span<const double> x, const std::vector<double>& chord) {
  const std::size_t n = chord.size();
  if (n == 1) return {chord[0], chord[0]};
  const auto h = [&](std::size_t i) { return x[i + 1] - x[i]; };
  std::vector<double> slopes{monotone_end(h(0), h(1), chord[0], chord[1])};
  for (std::size_t i = 1; i < n; ++i) {
    const double before = chord[i - 1], after = chord[i];
    const double w0 = 2 * h(i) + h(i - 1), w1 = h(i) + 2 * h(i - 1);
    slopes.push_back(before * after > 0 ? (w0 + w1) / (w0 / before + w1 / after) : 0);
  }
  slopes.push_back(monotone_end(h(n - 1), h(n - 2), chord[n - 1], chord[n - 2]));
  return slopes;
}

/// In the order of TableMethod: the slopes at the points, of abscissae and chords.
using Slopes = std::vector<double> (*)(std::span<const double> x, const std::vector<double>& chord);
constexpr std::array<Slopes, kInterpolations.size()> kSlopes = {nullptr, akima_slopes, monotone_slopes};
static_assert(kSlopes.back() != nullptr);

}  // namespace

std::vector<double> slopes_at(TableMethod method, std::span<const double> x, std::span<const double> y) {
  if (method == TableMethod::linear || x.size() < 2) return {};
  const std::vector<double> chord = chords(x, y);
  return kSlopes[static_cast<std::size_t>(method)](x, chord);
}

PointFunction::PointFunction(TableMethod method, TableEnds ends, std::span<const double> x, std::span<const double> y)
    : x_(x),
      y_(y),
      slopes_(slopes_at(method, x, y)),
      integrals_(x.size(), 0.0),
      method_(method),
      ends_(ends),
      has_equal_abscissae_(std::adjacent_find(x.begin(), x.end()) != x.end()) {
  if (x.empty()) return;  // of a delay: its points are those of its history
  pieces_.push_back({y[0], end_slope(0), 0, 0, x[0]});
  for (std::size_t k = 0; k + 1 < x.size(); ++k) pieces_.push_back(cubic_between(k));
  pieces_.push_back({y.back(), end_slope(x.size() - 1), 0, 0, x.back()});
  for (std::size_t i = 0; i + 1 < x.size(); ++i) integrals_[i + 1] = value_in(static_cast<std::ptrdiff_t>(i), x[i + 1], -1);
}

std::ptrdiff_t PointFunction::piece_of(double argument) const {
  std::ptrdiff_t first = 0;
  if (!std::isfinite(argument)) return argument > 0 && !repeats() ? std::ssize(x_) - 1 : repeats() ? 0 : -1;  // the value is none, too
  if (repeats()) {
    constexpr double kFarPieces = 1e15;  // further off neighbouring arguments are periods apart
    const double length = x_.back() - x_.front(), most = kFarPieces / static_cast<double>(x_.size());
    const double periods = std::clamp(std::floor((argument - x_.front()) / length), -most, most);
    argument -= periods * length;
    first = static_cast<std::ptrdiff_t>(periods) * (std::ssize(x_) - 1);
    // rounding must not lead out of the period
    return first + std::clamp(std::upper_bound(x_.begin(), x_.end(), argument) - x_.begin() - 1, std::ptrdiff_t{0}, std::ssize(x_) - 2);
  }
  return std::upper_bound(x_.begin(), x_.end(), argument) - x_.begin() - 1;
}

std::ptrdiff_t PointFunction::period_of(std::ptrdiff_t piece) const {
  const std::ptrdiff_t pieces = std::ssize(x_) - 1;
  return piece >= 0 ? piece / pieces : -((pieces - 1 - piece) / pieces);
}

double PointFunction::begin_of(std::ptrdiff_t piece) const {
  if (repeats()) {
    const std::ptrdiff_t period = period_of(piece);
    return x_[static_cast<std::size_t>(piece - period * (std::ssize(x_) - 1))] + static_cast<double>(period) * (x_.back() - x_.front());
  }
  constexpr double kNowhere = std::numeric_limits<double>::infinity();
  return piece < 0 ? -kNowhere : piece < std::ssize(x_) ? x_[static_cast<std::size_t>(piece)] : kNowhere;
}

bool PointFunction::has_corner_at_begin_of(std::ptrdiff_t piece) const {
  const double where = begin_of(piece);
  if (!std::isfinite(where)) return false;
  const double before = value(piece - 1, where, 1), after = value(piece, where, 1);
  return std::fabs(after - before) > kRoundingOfSums * std::max(std::fabs(before), std::fabs(after));
}

/// Between pieces the value itself jumps only where the points repeat with other ends, slopes where lines meet, and curvatures always. The
/// place among the points is continuous, but for jumps over pieces without length.
bool PointFunction::may_jump(int order) const {
  if (order < 0) return false;
  if (order == kPlaceOrder) return has_equal_abscissae_;
  if (ends_ == TableEnds::repeat) return true;
  return order > (slopes_.empty() ? 0 : 1) || (order == 1 && ends_ == TableEnds::hold);
}

/// Beyond the points it goes on with the slope of the piece there, but by half a piece at most, so that its floor is the number of a piece.
double PointFunction::place(std::ptrdiff_t piece, double argument, int order) const {
  constexpr double kMostBeyond = 0.5;
  const std::ptrdiff_t last = std::ssize(x_) - 1, from = std::clamp(piece, std::ptrdiff_t{0}, last);
  const bool is_outside = piece < 0 || piece >= last;
  const std::ptrdiff_t near = std::min(from, std::max(last - 1, std::ptrdiff_t{0}));
  const double length = last > 0 ? x_[at(near) + 1] - x_[at(near)] : 1, share = (argument - x_[at(from)]) / length;
  if (order == kPlaceSlopeOrder) return is_outside && !(std::fabs(share) < kMostBeyond) ? 0 : 1 / length;
  return static_cast<double>(from) + (is_outside ? std::clamp(share, -kMostBeyond, kMostBeyond) : share);
}

double PointFunction::end_slope(std::size_t point) const {
  if (ends_ != TableEnds::extend || x_.size() < 2) return 0;
  if (!slopes_.empty()) return slopes_[point];
  const std::size_t k = point == 0 ? 0 : point - 1;
  return chord_of(k);
}

/// Zero where the function jumps: nothing is looked up there.
double PointFunction::chord_of(std::size_t k) const {
  const double width = x_[k + 1] - x_[k];
  return width > 0 ? (y_[k + 1] - y_[k]) / width : 0;
}

const PointFunction::Cubic& PointFunction::cubic(std::ptrdiff_t piece) const {
  return pieces_[at(std::clamp(piece, std::ptrdiff_t{-1}, std::ssize(x_) - 1) + 1)];
}

PointFunction::Cubic PointFunction::cubic_between(std::size_t k) const {
  const double h = x_[k + 1] - x_[k], chord = chord_of(k);
  if (slopes_.empty()) return {y_[k], chord, 0, 0, x_[k]};
  const double m0 = slopes_[k], m1 = slopes_[k + 1];
  return {y_[k], m0, (3 * chord - 2 * m0 - m1) / h, (m0 + m1 - 2 * chord) / (h * h), x_[k]};
}

double PointFunction::value(std::ptrdiff_t piece, double argument, int order) const {
  if (repeats()) {
    const std::ptrdiff_t period = period_of(piece);
    const auto periods = static_cast<double>(period);
    piece -= period * (std::ssize(x_) - 1);
    argument -= periods * (x_.back() - x_.front());
    if (order < 0) return periods * integrals_.back() + value_in(piece, argument, order);
    if (order == kPlaceOrder) return periods * static_cast<double>(x_.size() - 1) + place(piece, argument, order);
  }
  return value_in(piece, argument, order);
}

double PointFunction::value_in(std::ptrdiff_t piece, double argument, int order) const {
  const Cubic& c = cubic(piece);
  const double u = argument - c.from;
  switch (order) {
    case -1:
      return integrals_[static_cast<std::size_t>(std::clamp(piece, std::ptrdiff_t{0}, std::ssize(x_) - 1))] +
             u * (c.c0 + u * (c.c1 / 2 + u * (c.c2 / 3 + u * c.c3 / 4)));
    case 0:
      return c.c0 + u * (c.c1 + u * (c.c2 + u * c.c3));
    case 1:
      return c.c1 + u * (2 * c.c2 + 3 * u * c.c3);
    case 2:
      return 2 * c.c2 + 6 * u * c.c3;
    case kPlaceOrder:
    case kPlaceSlopeOrder:
      return place(piece, argument, order);
    default:
      return 6 * c.c3;
  }
}

}  // namespace stribeck
