#include "diagram/mesh_integrals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/format.h"
#include "base/text.h"

namespace stribeck {
namespace {

/// An edge of a triangle, by the numbers of its corners: it goes from the lower to the higher one, or backwards.
struct Edge {
  std::size_t low = 0, high = 0, triangle = 0;
  bool is_forwards = true;
  bool operator<(const Edge& other) const { return std::tie(low, high, triangle) < std::tie(other.low, other.high, other.triangle); }
};

std::string told(const Point& point) {
  return fmt::format("({}, {}, {})", short_number(point[0]), short_number(point[1]), short_number(point[2]));
}

class Integration {
 public:
  Integration(Report& report, const Mesh& mesh) : report_(report), mesh_(mesh) {}

  std::vector<double> run() {
    if (!is_closed()) return {};
    integrate();
    const double volume = sums_[0] / 6;
    if (!(volume > 0)) {
      refuse(0, volume < 0 ? "its triangles are clockwise as seen from outside: it is inside out" : "it encloses no volume", "");
      return {};
    }
    const Point from_middle{sums_[1] / (24 * volume), sums_[2] / (24 * volume), sums_[3] / (24 * volume)};
    std::vector<double> result{volume};
    for (std::size_t k = 0; k < 3; ++k) result.push_back(middle_.at(k) + from_middle.at(k));
    for (std::size_t pair = 0; pair < kPairs.size(); ++pair) {
      const auto [i, k] = kPairs.at(pair);
      result.push_back(sums_.at(4 + pair) / (120 * volume) - from_middle.at(i) * from_middle.at(k));
    }
    if (!is_of_a_body(result)) {
      refuse(0, "no body has such moments: parts of it are inside out", "");
      return {};
    }
    return result;
  }

 private:
  static constexpr std::array<std::pair<std::size_t, std::size_t>, 6> kPairs{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

  void refuse(std::size_t triangle, const std::string& why, const std::string& because) {
    Where where;
    where.file = mesh_.file;
    if (triangle < mesh_.lines.size()) where.line = mesh_.lines[triangle], where.column = 1;
    report_.error(ErrorCode::file_bad_mesh, where, fmt::format("the mesh {} cannot be a body: {}", in_quotes(mesh_.file), why), because,
                  "mend it where it was drawn, or give mass, center and tensor");
  }

  /// Whether every edge is passed as often one way as the other: then each integral over the surface is one over a volume.
  bool is_closed() {
    std::map<Point, std::size_t> numbers;
    std::vector<Edge> edges;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      std::array<std::size_t, 3> corners{};
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [known, is_new] = numbers.try_emplace(mesh_.triangles[t].at(k), points_.size());
        if (is_new) points_.push_back(known->first);
        corners.at(k) = known->second;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t from = corners.at(k), to = corners.at((k + 1) % 3);
        if (from != to) edges.push_back({std::min(from, to), std::max(from, to), t, from < to});
      }
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t first = 0; first < edges.size();) {
      std::size_t last = first;
      std::ptrdiff_t sum = 0;
      for (; last < edges.size() && edges[last].low == edges[first].low && edges[last].high == edges[first].high; ++last)
        sum += edges[last].is_forwards ? 1 : -1;
      if (sum != 0) return open_at(edges, first, last), false;
      first = last;
    }
    return true;
  }

  void open_at(const std::vector<Edge>& edges, std::size_t first, std::size_t last) {
    const std::size_t triangle = edges[first].triangle;
    const std::string edge = fmt::format("the edge from {} to {}", told(points_[edges[first].low]), told(points_[edges[first].high]));
    if (last - first == 1)
      return refuse(
          triangle, "it is not closed",
          fmt::format("{} belongs to triangle {} alone; neighbours share whole edges, with the same numbers", edge, triangle + 1));
    refuse(triangle, "its triangles do not go round the same way",
           fmt::format("triangles {} and {} pass {} in the same direction", triangle + 1, edges[first + 1].triangle + 1, edge));
  }

  /// Sums of the tetrahedra between the triangles and the middle of the box around all: of its volume times 6, of the first moments times
  /// 24, of the second ones times 120.
  void integrate() {
    Point low = mesh_.triangles[0][0], high = low;
    for (const auto& triangle : mesh_.triangles)
      for (const Point& point : triangle)
        for (std::size_t k = 0; k < 3; ++k) low.at(k) = std::min(low.at(k), point.at(k)), high.at(k) = std::max(high.at(k), point.at(k));
    for (std::size_t k = 0; k < 3; ++k) middle_.at(k) = mesh_.unit_m * (0.5 * low.at(k) + 0.5 * high.at(k));
    for (const auto& triangle : mesh_.triangles) {
      std::array<Point, 3> corners{};
      Point sum{};
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t k = 0; k < 3; ++k) {
          corners.at(c).at(k) = mesh_.unit_m * triangle.at(c).at(k) - middle_.at(k);
          sum.at(k) += corners.at(c).at(k);
        }
      const auto& [a, b, c] = corners;
      const double six_volumes =
          a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      sums_[0] += six_volumes;
      for (std::size_t k = 0; k < 3; ++k) sums_.at(1 + k) += six_volumes * sum.at(k);
      for (std::size_t pair = 0; pair < kPairs.size(); ++pair) {
        const auto [i, k] = kPairs.at(pair);
        sums_.at(4 + pair) += six_volumes * (sum.at(i) * sum.at(k) + a.at(i) * a.at(k) + b.at(i) * b.at(k) + c.at(i) * c.at(k));
      }
    }
  }

  /// The matrix of the second moments of a body has no negative eigenvalues: nor its principal minors.
  static bool is_of_a_body(const std::vector<double>& m) {
    constexpr double kRounding = 1e-9;  // of a thin sheet, whose least eigenvalue is near zero
    const double xx = m[4], yy = m[5], zz = m[6], xy = m[7], xz = m[8], yz = m[9], size = std::abs(xx) + std::abs(yy) + std::abs(zz);
    const double of_one = std::min({xx, yy, zz}), of_two = std::min({xx * yy - xy * xy, xx * zz - xz * xz, yy * zz - yz * yz});
    const double of_all = xx * yy * zz + 2 * xy * xz * yz - xx * yz * yz - yy * xz * xz - zz * xy * xy;
    return of_one >= -kRounding * size && of_two >= -kRounding * size * size && of_all >= -kRounding * size * size * size;
  }

  Report& report_;
  const Mesh& mesh_;
  std::vector<Point> points_;  // each once
  Point middle_{};
  std::array<double, 10> sums_{};
};

}  // namespace

std::vector<double> integrals_of(Report& report, const Mesh& mesh) { return Integration(report, mesh).run(); }

}  // namespace stribeck
