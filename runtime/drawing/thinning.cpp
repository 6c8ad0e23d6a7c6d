#include "drawing/thinning.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace stribeck {
namespace {

constexpr std::size_t kDense = 20000;   // points of a line that are many for a page of a thousand columns
constexpr std::size_t kStretch = 2048;  // points that are looked at together; the cost of one is at most its square

bool is_number(const Pixel& p) { return std::isfinite(p.x) && std::isfinite(p.y); }

/// Distance of c from the segment a b.
double distance(const Pixel& a, const Pixel& b, const Pixel& c) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double length = dx * dx + dy * dy;
  const double along = length > 0 ? std::clamp(((c.x - a.x) * dx + (c.y - a.y) * dy) / length, 0.0, 1.0) : 0.0;
  return std::hypot(c.x - a.x - along * dx, c.y - a.y - along * dy);
}

/// Of each run of points in one column the first, the last and the extremes; all of them where there is nothing to gain.
std::vector<std::size_t> column_extremes(const std::vector<Pixel>& points) {
  std::vector<std::size_t> kept;
  for (std::size_t first = 0; first < points.size();) {
    std::size_t last = first, least = first, most = first;
    while (is_number(points[first]) && last + 1 < points.size() && is_number(points[last + 1]) && points[last + 1].x >= points[last].x &&
           std::floor(points[last + 1].x) == std::floor(points[first].x)) {
      ++last;
      if (points[last].y < points[least].y) least = last;
      if (points[last].y > points[most].y) most = last;
    }
    for (const std::size_t i : {first, std::min(least, most), std::max(least, most), last})
      if (kept.empty() || i > kept.back()) kept.push_back(i);
    first = last + 1;
  }
  return kept;
}

class Stretch {
 public:
  Stretch(const std::vector<Pixel>& points, const std::vector<std::size_t>& line, double tolerance)
      : points_(points), line_(line), tolerance_(tolerance) {}

  /// Appends what is kept of the line's [first, last), without the last.
  void reduce(std::size_t first, std::size_t last, std::vector<std::size_t>& kept) {
    keep_.assign(last - first + 1, 0);
    spans_.assign(1, {first, last});
    while (!spans_.empty()) {
      const auto [from, to] = spans_.back();
      spans_.pop_back();
      std::size_t farthest = from;
      double most = tolerance_;
      for (std::size_t i = from + 1; i < to; ++i)
        if (const double d = distance(point(from), point(to), point(i)); d > most) most = d, farthest = i;
      if (farthest == from) continue;
      keep_[farthest - first] = 1;
      spans_.emplace_back(from, farthest);
      spans_.emplace_back(farthest, to);
    }
    kept.push_back(line_[first]);
    for (std::size_t i = first + 1; i < last; ++i)
      if (keep_[i - first] != 0) kept.push_back(line_[i]);
  }

 private:
  const Pixel& point(std::size_t i) const { return points_[line_[i]]; }

  const std::vector<Pixel>& points_;
  const std::vector<std::size_t>& line_;
  double tolerance_;
  std::vector<char> keep_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
};

}  // namespace

std::vector<std::size_t> thinned(const std::vector<Pixel>& points, double tolerance) {
  std::vector<std::size_t> line;
  if (points.size() > kDense) {
    line = column_extremes(points);
  } else {
    line.resize(points.size());
    std::iota(line.begin(), line.end(), std::size_t{0});
  }
  std::vector<std::size_t> kept;
  Stretch stretch(points, line, tolerance);
  std::size_t first = 0;
  while (first < line.size()) {
    std::size_t last = first;
    const auto goes_on = [&](std::size_t i) { return is_number(points[line[i]]); };
    while (goes_on(first) && last + 1 < line.size() && last - first < kStretch && goes_on(last + 1)) ++last;
    if (last == first) {
      kept.push_back(line[first++]);
    } else {
      stretch.reduce(first, last, kept);
      first = last;
    }
  }
  return kept;
}

}  // namespace stribeck
