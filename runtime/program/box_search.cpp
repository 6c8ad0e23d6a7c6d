#include "program/box_search.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/interval_inverse.h"

namespace stribeck {

namespace {

/// The measure in which intervals are halved: like the logarithm of large values, and like the value itself near zero.
double measure(double x) { return std::asinh(x / kNewtonScale); }
double measured(double s) { return kNewtonScale * std::sinh(s); }
double width(Interval x) { return measure(x.hi) - measure(x.lo); }

double size_of(const Box& box) {
  double total = 0;
  for (const Interval& x : box) total += width(x);
  return total;
}

/// The share at which an interval is divided: not quite its middle, where odd laws have a solution.
double middle(Interval x) {
  constexpr double kBeside = 0.47;
  const double low = measure(x.lo);
  return std::clamp(measured(low + kBeside * (measure(x.hi) - low)), x.lo, x.hi);
}

/// Parts narrower than this are not divided further: they hold a kink of a law, or two solutions that have become one.
constexpr double kNarrow = 1e-7;

bool is_bounded(Interval x) { return x.is_finite(); }

}  // namespace

BoxSearch::BoxSearch(LoopBounds& bounds, std::size_t unknowns, TryFrom try_from)
    : bounds_(bounds), n_(unknowns), try_from_(std::move(try_from)), slopes_(unknowns) {}

bool BoxSearch::run(double half_width, std::int64_t most_work, const std::function<bool()>& is_enough) {
  constexpr std::size_t kMostTries = 64;
  open_.assign(1, Box(n_, Interval(-half_width, half_width)));
  const std::int64_t most = bounds_.work() + most_work;
  while (!open_.empty() && bounds_.work() < most && !is_enough()) {
    Box box = std::move(open_.back());
    open_.pop_back();
    if (examine(box) == Verdict::open) split(box);
  }
  const bool is_complete = open_.empty();
  std::stable_sort(open_.begin(), open_.end(), [](const Box& a, const Box& b) { return size_of(a) > size_of(b); });
  if (open_.size() > kMostTries) open_.resize(kMostTries);
  for (const Box& box : open_) try_middle(box);
  return is_complete;
}

BoxSearch::Verdict BoxSearch::examine(Box& box) {
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    const LoopBounds::Part part = bounds_.residuals(box, residuals_);
    if (part == LoopBounds::Part::none) return Verdict::none;
    for (const Interval& residual : residuals_)
      if (!residual.contains(0)) return Verdict::none;
    if (std::all_of(box.begin(), box.end(), [](Interval x) { return width(x) < kNarrow; })) {
      try_middle(box);
      return Verdict::decided;
    }
    const double before = size_of(box);
    if (!bounds_.narrow(box)) return Verdict::none;
    if (part == LoopBounds::Part::all) {
      for (std::size_t c = 0; c < n_; ++c) bounds_.slopes(box, c, slopes_[c]);
      if (!contract(box)) return Verdict::none;
      const Verdict verdict = by_krawczyk(box);
      if (verdict != Verdict::open) return verdict;
    }
    constexpr double kWorthwhile = 0.7;
    if (size_of(box) > kWorthwhile * before) return Verdict::open;
  }
  return Verdict::open;
}

/// Reduces the box along each unknown in which a residual is monotonic over the whole box; false if nothing of the box is left.
bool BoxSearch::contract(Box& box) {
  for (std::size_t c = 0; c < n_; ++c) {
    bool is_worthwhile = false;
    for (const Interval& slope : slopes_[c]) is_worthwhile = is_worthwhile || (is_bounded(slope) && !slope.contains(0));
    if (!is_worthwhile) continue;
    const double at_c = middle(box[c]);
    const Interval kept = std::exchange(box[c], Interval(at_c));
    std::vector<Interval> there;
    const bool has_values = bounds_.residuals(box, there) == LoopBounds::Part::all;
    box[c] = kept;
    if (!has_values) continue;
    for (std::size_t r = 0; r < n_; ++r) {
      const Interval slope = slopes_[c][r];
      if (!is_bounded(slope) || slope.contains(0) || !is_bounded(there[r])) continue;
      if (!intersect(box[c], Interval(at_c) - there[r] / slope)) return false;
    }
  }
  return true;
}

/// Reduces the box by the mean value theorem around its middle, if the slopes are close to a matrix that has an inverse.
BoxSearch::Verdict BoxSearch::by_krawczyk(Box& box) {
  using Eigen::Index;
  const auto n = static_cast<Index>(n_);
  Eigen::MatrixXd middles(n, n);
  for (Index c = 0; c < n; ++c)
    for (Index r = 0; r < n; ++r) {
      const Interval slope = slopes_[at(c)][at(r)];
      if (!is_bounded(slope)) return Verdict::open;
      middles(r, c) = 0.5 * slope.lo + 0.5 * slope.hi;
    }
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(middles);
  const Eigen::MatrixXd inverse = lu.inverse();
  if (!inverse.allFinite()) return Verdict::open;
  Box point(n_);
  for (std::size_t c = 0; c < n_; ++c) point[c] = Interval(0.5 * box[c].lo + 0.5 * box[c].hi);
  std::vector<Interval> there;
  if (bounds_.residuals(point, there) != LoopBounds::Part::all) return Verdict::open;
  bool is_inside = true;
  Box next = box;
  for (Index i = 0; i < n; ++i) {
    Interval image = point[at(i)];
    for (Index k = 0; k < n; ++k) image = image - Interval(inverse(i, k)) * there[at(k)];
    for (Index j = 0; j < n; ++j) {
      Interval rest(i == j ? 1 : 0);
      for (Index k = 0; k < n; ++k) rest = rest - Interval(inverse(i, k)) * slopes_[at(j)][at(k)];
      image = image + rest * (box[at(j)] - point[at(j)]);
    }
    is_inside = is_inside && box[at(i)].lo < image.lo && image.hi < box[at(i)].hi;
    if (!intersect(next[at(i)], image)) return Verdict::none;
  }
  box = next;
  if (!is_inside) return Verdict::open;
  try_middle(box);
  return Verdict::decided;
}

/// Divides the box along the unknown with the widest interval; the part nearer to rest is searched first.
void BoxSearch::split(const Box& box) {
  std::size_t widest = 0;
  for (std::size_t k = 1; k < n_; ++k)
    if (width(box[k]) > width(box[widest])) widest = k;
  Box low = box, high = box;
  low[widest].hi = high[widest].lo = middle(box[widest]);
  if (std::fabs(low[widest].lo) < std::fabs(high[widest].hi)) std::swap(low, high);
  open_.push_back(std::move(low));
  open_.push_back(std::move(high));
}

void BoxSearch::try_middle(const Box& box) {
  std::vector<double> point;
  for (const Interval& x : box) point.push_back(middle(x));
  try_from_(point);
}

}  // namespace stribeck
