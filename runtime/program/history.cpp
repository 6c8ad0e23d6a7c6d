#include "program/history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace stribeck {

void History::begin(double before) {
  before_ = before;
  breaks_.clear(), pieces_.clear();
  first_ = 0;
}

History::Samples History::powers_of(const Samples& y) {
  const double even_inner = (y[1] + y[3]) / 2 - y[2], even_outer = (y[0] + y[4]) / 2 - y[2];
  const double odd_inner = (y[3] - y[1]) / 2, odd_outer = (y[4] - y[0]) / 2;
  const double c2 = 4 * even_inner - even_outer, c3 = 2 * (odd_outer - std::numbers::sqrt2 * odd_inner);
  return {y[2], odd_outer - c3, c2, c3, even_outer - c2};
}

void History::add(double from, double to, const Samples& samples) { pieces_.push_back({from, to, powers_of(samples)}); }

double History::between(const Samples& samples, double s) { return value_of({-1, 1, powers_of(samples)}, s, 0); }

void History::add_break(double t) {
  if (breaks_.empty() || breaks_.back() < t) breaks_.push_back(t);
}

bool History::drop_smooth_break(double span_s) {
  // The error control of the integrator copes with smaller jumps and kinks.
  constexpr double kSameValue = 1e-9, kSameSlope = 1e-3, kNoise = 1e-13;
  if (pieces_.size() < first_ + 2 || breaks_.empty()) return false;
  const Piece &left = pieces_[pieces_.size() - 2], &right = pieces_.back();
  if (breaks_.back() != right.from) return false;
  const double a = value_of(left, 1, 0), b = value_of(right, -1, 0);
  double scale = std::max(std::fabs(a), std::fabs(b));
  for (const Piece* piece : {&left, &right})
    for (const double c : piece->powers) scale = std::max(scale, std::fabs(c));
  const auto half = [](const Piece& piece) { return (piece.to - piece.from) / 2; };
  const double kink = std::fabs(value_of(right, -1, 1) / half(right) - value_of(left, 1, 1) / half(left)) * span_s;
  const double rounding = kNoise * scale * span_s / std::min(half(left), half(right));
  if (std::fabs(a - b) > kSameValue * scale || kink > kSameSlope * scale + rounding) return false;
  breaks_.pop_back();
  return true;
}

void History::forget(double t) {
  while (first_ < pieces_.size() && pieces_[first_].to < t) ++first_;
  // Old pieces are removed only when they are the majority, so that each piece is moved at most once.
  if (2 * first_ < pieces_.size() || first_ == 0) return;
  pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(first_));
  first_ = 0;
}

std::ptrdiff_t History::section_of(double t) const { return std::upper_bound(breaks_.begin(), breaks_.end(), t) - breaks_.begin() - 1; }

double History::begin_of(std::ptrdiff_t section) const {
  constexpr double kNowhere = std::numeric_limits<double>::infinity();
  return section < 0 ? -kNowhere : section < std::ssize(breaks_) ? breaks_[static_cast<std::size_t>(section)] : kNowhere;
}

/// Null before the first break.
const History::Piece* History::piece_at(std::ptrdiff_t section, double t) const {
  if (section < 0 || pieces_.empty()) return nullptr;
  const double begin = begin_of(section), end = begin_of(section + 1);
  const auto first = pieces_.begin() + static_cast<std::ptrdiff_t>(first_);
  auto found = std::partition_point(first, pieces_.end(), [&](const Piece& piece) { return piece.to < t; });
  if (found == pieces_.end()) --found;
  if (found->from < begin && found + 1 != pieces_.end() && found->to <= begin) ++found;
  if (found->from >= end && found != first) --found;
  return &*found;
}

double History::value(std::ptrdiff_t section, double t, int order) const {
  const Piece* piece = piece_at(section, t);
  if (piece == nullptr) return order == 0 ? before_ : 0;
  const double half = (piece->to - piece->from) / 2;
  // A time outside the history comes from rounding or from the first guess of an implicit step: the value at the end is taken.
  const double place = std::clamp((t - piece->from) / half - 1, -1.0, 1.0);
  return value_of(*piece, place, order) / std::pow(half, order);
}

double History::value_of(const Piece& piece, double s, int order) {
  const auto& [c0, c1, c2, c3, c4] = piece.powers;
  switch (order) {
    case 0:
      return c0 + s * (c1 + s * (c2 + s * (c3 + s * c4)));
    case 1:
      return c1 + s * (2 * c2 + s * (3 * c3 + s * 4 * c4));
    case 2:
      return 2 * c2 + s * (6 * c3 + s * 12 * c4);
    default:
      return 6 * c3 + s * 24 * c4;
  }
}

}  // namespace stribeck
