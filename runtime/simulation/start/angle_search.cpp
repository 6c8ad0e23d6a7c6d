#include "simulation/start/angle_search.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "simulation/start/descents.h"
#include "simulation/start/turn_grid.h"

namespace stribeck {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// How accurately an angle is known at a dead centre: to the square root of the accuracy of its stroke.
constexpr double kAsFar = 3e-5;
constexpr std::size_t kMostStarts = 40;
constexpr std::ptrdiff_t kMostLowest = 8;  // starts taken from the whole grid, beside the local minima
constexpr int kMostSlides = 100;           // to the end of what is free, as of the flat of a cam, by halves: two for a binary digit
constexpr double kSameWay = 1e-8;  // distances in radians that differ by less are the same but for the accuracy of what meets the targets

struct Miss {
  double high = 0;  ///< the largest miss of a high target, relative to the target or to 1
  double low = 0;   ///< of low targets: the sum of squares in nominal units

  bool is_met() const { return high <= kMetTarget && low <= kMetTarget * kMetTarget; }
  /// -1, 0, 1: this misses its targets by less than the other, equally, or by more.
  int compared(const Miss& other) const {
    constexpr double kSame = 1e-6;  // relative: finite differences do not find the minimum more accurately
    if (high > kMetTarget || other.high > kMetTarget) {
      if (high > (1 + kSame) * std::max(other.high, kMetTarget)) return 1;
      if (other.high > (1 + kSame) * std::max(high, kMetTarget)) return -1;
    }
    const double same = kSame * std::max(low, other.low) + kMetTarget * kMetTarget;
    return low > other.low + same ? 1 : other.low > low + same ? -1 : 0;
  }
  /// Whether this misses its targets by no more than the other, but for rounding. Beyond the end of a flat of a cam the miss grows with the
  /// square of the way at first, so that kSame would allow ways that are seen.
  bool is_as_good_as(const Miss& other) const {
    constexpr double kRounding = 1e-12;
    return high <= std::max(other.high, kMetTarget) && low <= (1 + kRounding) * other.low + kMetTarget * kMetTarget;
  }
};

class AngleSearch {
 public:
  AngleSearch(const StartEvaluation& at, std::vector<TargetPart>& parts, const std::vector<double>& start)
      : at_(at), method_(at), x_(at.x), parts_(parts), start_(start) {}

  std::vector<std::size_t> run() {
    const std::vector<bool> is_straight = are_straight();
    at_.settle();
    const Snapshot here = at_.evaluate();
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const Miss now = miss(here, parts_[p]);
      const bool is_large = parts_[p].angles.size() > 2;  // of so many angles the grid is only a sample
      if (parts_[p].angles.empty() || (now.is_met() && (is_straight[p] || is_large))) continue;
      searches_.push_back({.part = &parts_[p], .from = values(parts_[p], start_), .best = values(parts_[p], x_), .best_miss = now});
      searches_.back().best_way = way_to(searches_.back(), searches_.back().best);
    }
    if (searches_.empty()) return {};
    take_nearest_turns();
    for (Search& search : searches_) search.starts = {search.best, search.from};
    try_starts(false);
    find_starts();
    try_starts(true);
    for (Search& search : searches_) search.starts = {search.best};  // after a full turn low targets may have another weight
    try_starts(true);
    for (int k = 0; k < kMostSlides && slide(); ++k) continue;
    polish(false);
    polish(true);
    take_nearest_turns_of_best();
    for (Search& search : searches_) method_.place(*search.part, search.best), search.part->is_placed = true;
    at_.settle();
    std::vector<std::size_t> turned;
    for (const Search& search : searches_)
      if (search.is_turned)
        for (const std::size_t k : search.part->angles) turned.push_back(search.part->targets.free[k]);
    std::sort(turned.begin(), turned.end());
    return turned;
  }

 private:
  /// Of a part.
  struct Search {
    TargetPart* part;
    VectorXd from, best;
    Miss best_miss = {};
    double best_way = std::numeric_limits<double>::infinity();
    bool is_turned = false;
    double slide = 1;      ///< the share of the next step of slide(); halved where one leads too far
    VectorXd before = {};  ///< where the last of these steps began, and what was left there
    double way_before = std::numeric_limits<double>::infinity(), left = std::numeric_limits<double>::infinity();
    std::vector<VectorXd> starts = {};
  };
  /// By how much targets are missed at a point of the grid.
  struct Point {
    double high = std::numeric_limits<double>::infinity(), low = 0;
    double signed_high = std::numeric_limits<double>::quiet_NaN();  ///< with its sign, if there is one high target alone
  };
  std::size_t number_of(const Search& search) const { return at(&search - searches_.data()); }
  VectorXd values(const TargetPart& part, const std::vector<double>& x) const {
    VectorXd result(row(part.size()));
    for (std::size_t k = 0; k < part.size(); ++k) result(row(k)) = x[part.targets.free[k]];
    return result;
  }
  /// For each part, whether halfway between the start and the present point its targets are missed by half as much as at the start: then
  /// they depend on its angles linearly, and a full turn offers no other solution.
  std::vector<bool> are_straight() {
    const std::vector<double> found = x_;
    const auto misses = [&](double share) {
      for (std::size_t s = 0; s < x_.size(); ++s) x_[s] = start_[s] + share * (found[s] - start_[s]);
      std::vector<VectorXd> result;
      const std::optional<Snapshot> now = method_.try_to_evaluate();
      for (const TargetPart& part : parts_) {
        VectorXd both = VectorXd::Constant(row(part.targets.high.size() + part.targets.low.size()), std::nan(""));
        if (now) both << high_misses(*now, part), low_misses(*now, part);
        result.push_back(both);
      }
      return result;
    };
    const std::vector<VectorXd> first = misses(0), middle = misses(0.5), last = misses(1);
    x_ = found;
    std::vector<bool> result;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const VectorXd bend = middle[p] - 0.5 * (first[p] + last[p]);
      const double size = first[p].size() > 0 ? first[p].lpNorm<Eigen::Infinity>() : 0;
      result.push_back(bend.size() == 0 || bend.lpNorm<Eigen::Infinity>() <= kMetTarget * std::max(1.0, size));
    }
    return result;
  }
  static Miss miss(const Snapshot& now, const TargetPart& part) {
    Miss result;
    for (const InitialTarget* target : part.targets.high)
      result.high = std::max(result.high, std::fabs(value_of(*target, now) - target->value) / std::max(1.0, std::fabs(target->value)));
    result.low = low_misses(now, part).squaredNorm();
    if (std::isnan(result.high + result.low)) result.high = std::numeric_limits<double>::infinity();
    return result;
  }

  void take_nearest_turns() {
    const std::vector<double> found = x_;
    for (Search& search : searches_)
      for (const std::size_t k : search.part->angles) {
        const std::size_t s = search.part->targets.free[k];
        x_[s] -= whole_turns(x_[s] - start_[s]);
      }
    if (x_ != found)
      if (const std::optional<Snapshot> now = method_.try_to_evaluate())
        for (Search& search : searches_) offer(*now, search, values(*search.part, x_), false);
    x_ = found;
  }

  /// Makes the point that was found, where values are `here`, the best one if it is better.
  void offer(const Snapshot& here, Search& search, const VectorXd& found, bool is_turned) {
    const Miss now = miss(here, *search.part);
    const double way = way_to(search, found);
    const int order = now.compared(search.best_miss);
    const bool is_as_far = std::fabs(way - search.best_way) <= kAsFar;
    if (order > 0 || (order == 0 && (is_as_far ? !is_ahead(search, found) : way > search.best_way))) return;
    search.best = found;
    search.best_miss = now;
    search.best_way = way;
    search.is_turned = is_turned;
  }
  /// Of two points at the same distance, as on both sides of the start, the one with the larger angle is taken, for the first angle by
  /// name.
  static bool is_ahead(const Search& search, const VectorXd& found) {
    for (const std::size_t k : search.part->angles)
      if (const double ahead = found(row(k)) - search.best(row(k)); std::fabs(ahead) > kAsFar) return ahead > 0;
    return false;
  }
  static double way_to(const Search& search, const VectorXd& found) {
    double square = 0;
    for (const std::size_t k : search.part->angles) square += std::pow(found(row(k)) - search.from(row(k)), 2);
    return std::sqrt(square);
  }

  void find_starts() {
    std::size_t most = 0;
    for (const Search& search : searches_) most = std::max(most, TurnGrid(search.part->angles.size()).size());
    std::vector<std::vector<Point>> points(searches_.size());
    std::vector<Descent> all;
    for (Search& search : searches_) all.push_back({.part = search.part, .number = all.size()});
    for (std::size_t k = 0; k < most; ++k) {
      for (Descent& d : all) d.is_done = k >= TurnGrid(d.part->angles.size()).size();
      method_.evaluate_parts(
          all, [&](const Descent& d) { return point(searches_[d.number], k); },
          [&](const Descent& d, const std::optional<Snapshot>& now) {
            Point& point = points[d.number].emplace_back();
            if (!now) return;
            const VectorXd high = high_misses(*now, *d.part);
            point = {high.norm(), low_misses(*now, *d.part).norm(), high.size() == 1 ? high(0) : 0};
          });
    }
    for (std::size_t s = 0; s < searches_.size(); ++s) {
      searches_[s].starts = starts(searches_[s], points[s]);
      add_turned_starts(searches_[s]);
    }
  }
  /// Where a target on an angle is nearer some turns away, the search begins there, too: it may come to the other end of what high targets
  /// leave, as of the flat of a cam.
  void add_turned_starts(Search& search) {
    const std::vector<VectorXd> found = search.starts;
    for (const VectorXd& start : found)
      if (VectorXd turned = try_turns(search, start, true); turned != start) search.starts.push_back(std::move(turned));
  }
  static VectorXd point(const Search& search, std::size_t k) {
    const TurnGrid turn(search.part->angles.size());
    VectorXd result = search.from;
    for (std::size_t a = 0; a < search.part->angles.size(); ++a) result(row(search.part->angles[a])) += kTurn * turn.share(k, a);
    return result;
  }
  /// Starts for the search, the nearest first: points of the grid that are better than their neighbours, for several weights of high and
  /// low targets, and points next to which a single high target is met.
  static std::vector<VectorXd> starts(const Search& search, const std::vector<Point>& points) {
    const TurnGrid turn(search.part->angles.size());
    double high = 0, low = 0;
    for (const Point& p : points) {
      if (!std::isfinite(p.high + p.low)) continue;
      high = std::max(high, p.high);
      low = std::max(low, p.low);
    }
    std::set<std::size_t> chosen;
    for (const double share : {0.0, 0.003, 0.03, 0.3, 1.0}) {
      const double weight = high > 0 ? share : 1;
      std::vector<double> merits;
      for (const Point& p : points) merits.push_back((high > 0 ? p.high / high : p.high) + (low > 0 ? weight * p.low / low : 0));
      for (const std::size_t k : turn.lowest(merits)) chosen.insert(k);
    }
    std::vector<std::size_t> lowest(points.size());
    std::iota(lowest.begin(), lowest.end(), std::size_t{0});
    const auto less = [&](std::size_t a, std::size_t b) {
      return std::tuple(points[a].high, points[a].low, a) < std::tuple(points[b].high, points[b].low, b);
    };
    std::partial_sort(lowest.begin(), lowest.begin() + std::min<std::ptrdiff_t>(kMostLowest, std::ssize(lowest)), lowest.end(), less);
    chosen.insert(lowest.begin(), lowest.begin() + std::min<std::ptrdiff_t>(kMostLowest, std::ssize(lowest)));
    std::vector<std::size_t> met = turn.changes([&](std::size_t k) { return points[k].signed_high; });
    std::sort(met.begin(), met.end(),
              [&](std::size_t a, std::size_t b) { return std::pair(points[a].low, a) < std::pair(points[b].low, b); });
    std::vector<std::size_t> best_of_met;  // where the points form a curve, the best one in each place
    for (const std::size_t k : met)
      if (std::none_of(best_of_met.begin(), best_of_met.end(), [&](std::size_t other) { return turn.are_beside(k, other); }))
        best_of_met.push_back(k);
    if (best_of_met.size() > kMostStarts / 2) best_of_met.resize(kMostStarts / 2);
    chosen.insert(best_of_met.begin(), best_of_met.end());
    std::vector<std::size_t> best(chosen.begin(), chosen.end());
    std::sort(best.begin(), best.end(), less);
    if (best.size() > kMostStarts) best.resize(kMostStarts);
    std::vector<std::pair<double, std::size_t>> order;
    for (const std::size_t k : best) order.emplace_back(way_to(search, point(search, k)), k);
    std::sort(order.begin(), order.end());
    std::vector<VectorXd> result;
    for (const auto& [way, k] : order) result.push_back(point(search, k));
    return result;
  }

  void try_starts(bool are_turned) {
    std::size_t most = 0;
    for (const Search& search : searches_) most = std::max(most, search.starts.size());
    for (std::size_t k = 0; k < most; ++k) {
      std::vector<Descent> descents;
      for (Search& search : searches_)
        if (k < search.starts.size()) descents.push_back({.part = search.part, .number = number_of(search), .at = search.starts[k]});
      method_.run(descents);
      for (Descent& d : descents) d.is_done = !std::isfinite(d.merit);
      method_.evaluate_parts(
          descents, [](const Descent& d) { return d.at; },
          [&](const Descent& d, const std::optional<Snapshot>& now) {
            if (now) offer(*now, searches_[d.number], d.at, are_turned);
          });
      // At most half a turn away, as full turns make no difference.
      method_.evaluate_parts(
          descents, [this](const Descent& d) { return nearest_turn(searches_[d.number], d.at); },
          [&](const Descent& d, const std::optional<Snapshot>& now) {
            if (now) offer(*now, searches_[d.number], nearest_turn(searches_[d.number], d.at), are_turned);
          });
      for (const Descent& d : descents)
        if (!d.is_done) try_turns(searches_[d.number], nearest_turn(searches_[d.number], d.at), are_turned);
    }
  }
  /// Adds full turns where a target on an angle asks for them; where that leads to.
  VectorXd try_turns(Search& search, VectorXd found, bool is_turned) {
    constexpr int kMostTurns = 1000;
    const auto values_at = [&](const VectorXd& values) {
      method_.place(*search.part, values);
      return method_.try_to_evaluate();
    };
    const std::vector<double> before = x_;
    std::optional<Miss> here;
    if (const std::optional<Snapshot> now = values_at(found)) here = miss(*now, *search.part);
    for (const std::size_t k : search.part->angles)
      for (const double way : {kTurn, -kTurn})
        for (int turn = 0; turn < kMostTurns && here; ++turn) {
          VectorXd beside = found;
          beside(row(k)) += way;
          const std::optional<Snapshot> now = values_at(beside);
          if (!now) break;
          const Miss there = miss(*now, *search.part);
          if (there.compared(*here) >= 0) break;
          here = there;
          found = beside;
          offer(*now, search, found, is_turned);
        }
    x_ = before;
    return found;
  }
  static VectorXd nearest_turn(const Search& search, VectorXd at) {
    for (const std::size_t k : search.part->angles) at(row(k)) -= whole_turns(at(row(k)) - search.from(row(k)));
    return at;
  }
  /// The angle without full turns: above minus half a turn and up to half a turn, so that of two equally far ones the positive is taken.
  static double whole_turns(double angle) {
    constexpr double kHalf = 0.5 + kAsFar / kTurn;
    return kTurn * std::ceil(angle / kTurn - kHalf);
  }

  /// Moves angles that the targets leave free towards those of the start, as long as all targets are met as before. Of the position where
  /// that begins the search still knows the miss, so that small losses do not add up. False if there is nothing left to be moved. Next to
  /// the nearest position the distance changes with the square of what is left, and rounding hides that: there a step is good if what is
  /// left has become less.
  bool slide() {
    std::vector<Descent> looks, descents;
    for (Search& search : searches_) looks.push_back({.part = search.part, .number = looks.size(), .at = search.best});
    method_.look(looks);
    bool goes_on = false;
    for (const Descent& d : looks) {
      if (d.is_done) continue;
      Search& search = searches_[d.number];
      const VectorXd left = left_to_slide(search, d);
      const double length = left.size() > 0 ? left.lpNorm<Eigen::Infinity>() : 0;
      if (length >= search.left && search.best_way >= search.way_before - kSameWay) {
        search.best = search.before, search.best_way = search.way_before;
        search.left = std::numeric_limits<double>::infinity();
        search.slide *= 0.25;
        goes_on = true;
        continue;
      }
      search.before = search.best, search.way_before = search.best_way, search.left = length;
      if (!(search.slide * length > kRoundingOfDifferences * std::max(1.0, search.best_way))) continue;  // slopes are not known better
      descents.push_back({.part = d.part, .number = d.number, .at = d.at + Descents::limited(*d.part, search.slide * left)});
    }
    if (descents.empty()) return goes_on;
    method_.run(descents);
    for (Descent& d : descents) d.is_done = false;
    method_.evaluate_parts(
        descents, [](const Descent& d) { return d.at; },
        [&](const Descent& d, const std::optional<Snapshot>& now) {
          Search& search = searches_[d.number];
          const double way = way_to(search, d.at);
          const bool is_nearer = now && way < search.best_way + kSameWay && miss(*now, *search.part).is_as_good_as(search.best_miss);
          if (is_nearer) {
            search.best = d.at, search.best_way = way;
          } else {
            search.slide *= 0.5;
          }
        });
    return true;
  }
  /// The way to the start along the directions that the targets leave free.
  static VectorXd left_to_slide(const Search& search, const Descent& d) {
    MatrixXd slopes(d.high_slopes.rows() + d.low_slopes.rows(), d.at.size());
    slopes << d.high_slopes, d.low_slopes;
    VectorXd way = VectorXd::Zero(d.at.size());
    for (const std::size_t k : search.part->angles) way(row(k)) = search.from(row(k)) - d.at(row(k));
    const MatrixXd free = LeastNorm(slopes, kRoundingOfDifferences).null_space();
    return free * (free.transpose() * way);
  }

  /// Where several angles are half a turn from the start, which of the turns is taken was decided before they were known accurately.
  void take_nearest_turns_of_best() {
    std::vector<Descent> turned;
    for (const Search& search : searches_)
      turned.push_back({.part = search.part, .number = turned.size(), .at = nearest_turn(search, search.best)});
    std::vector<Miss> now;
    method_.evaluate_parts(
        turned, [&](const Descent& d) { return searches_[d.number].best; },
        [&](const Descent& d, const std::optional<Snapshot>& there) { now.push_back(there ? miss(*there, *d.part) : Miss{}); });
    method_.evaluate_parts(
        turned, [](const Descent& d) { return d.at; },
        [&](const Descent& d, const std::optional<Snapshot>& there) {
          if (there && miss(*there, *d.part).compared(now[d.number]) <= 0) searches_[d.number].best = d.at;
        });
  }

  /// Misses that differ by less than kSame count as equal, so that of two points the nearer one is taken though it may be that far from the
  /// least. From there the search goes on to the least, whatever the way; at last (`only_high`) to where high targets hold to rounding.
  void polish(bool only_high) {
    std::vector<Descent> descents;
    for (Search& search : searches_) {
      descents.push_back({.part = search.part, .number = descents.size(), .at = search.best});
      if (only_high) descents.back().low_damping = std::numeric_limits<double>::infinity();
    }
    method_.run(descents);
    for (Descent& d : descents) d.is_done = !std::isfinite(d.merit);
    method_.evaluate_parts(
        descents, [](const Descent& d) { return d.at; },
        [&](const Descent& d, const std::optional<Snapshot>& there) {
          Search& search = searches_[d.number];
          if (!there) return;
          const Miss now = miss(*there, *search.part);
          const bool is_less = now.high <= std::max(search.best_miss.high, kMetTarget) && now.low <= search.best_miss.low;
          if (now.compared(search.best_miss) < 0 || is_less) search.best = d.at, search.best_miss = now;
        });
  }

  const StartEvaluation& at_;
  Descents method_;
  std::vector<double>& x_;
  std::vector<TargetPart>& parts_;
  const std::vector<double>& start_;
  std::vector<Search> searches_;
};

}  // namespace

std::vector<std::size_t> search_angles(const StartEvaluation& at, std::vector<TargetPart>& parts, const std::vector<double>& start) {
  return AngleSearch(at, parts, start).run();
}

std::optional<Reach> reach_of(const StartEvaluation& at, const InitialTarget& target, const TargetPart& part,
                              const std::vector<double>& start) {
  const std::size_t angles = part.angles.size();
  if (angles == 0 || angles > 2) return {};
  const std::vector<double> found = at.x;
  std::vector<double> before = found;
  for (const std::size_t s : part.targets.free) before[s] = start[s];
  at.x = before;
  const auto angle = [&](std::size_t a) -> double& { return at.x[part.targets.free[part.angles[a]]]; };
  const auto value = [&] {
    try {
      at.settle();
      return value_of(target, at.evaluate());
    } catch (const Failure&) {  // the mechanism cannot take this position
      return std::numeric_limits<double>::quiet_NaN();
    }
  };
  const double here = value();
  const auto extreme = [&](double sign) {
    at.x = before;
    Extreme best{here, before};
    const auto offer = [&](double now) {
      if (sign * now < sign * best.value) best = {now, at.x};
    };
    const TurnGrid turn(angles);
    for (std::size_t k = 0; k < turn.size(); ++k) {
      at.x = before;
      for (std::size_t a = 0; a < angles; ++a) angle(a) += kTurn * turn.share(k, a);
      offer(value());
    }
    // One angle after the other, since a stroke depends on one angle, and a distance between two strokes on each of two alone.
    for (std::size_t round = 0; round < 3; ++round)
      for (std::size_t a = 0; a < angles; ++a) {
        at.x = best.x;
        const double middle = angle(a), width = kTurn / static_cast<double>(TurnGrid::kPointsOfTwo);
        angle(a) = boost::math::tools::brent_find_minima(
                       [&](double phi) {
                         angle(a) = phi;
                         const double now = sign * value();
                         return std::isnan(now) ? std::numeric_limits<double>::infinity() : now;
                       },
                       middle - width, middle + width, std::numeric_limits<double>::digits / 2)
                       .first;
        offer(value());
      }
    return best;
  };
  Reach reach{extreme(1), extreme(-1)};
  at.x = before;
  bool ends = true;
  for (std::size_t a = 0; a < angles; ++a) {
    angle(a) += kTurn;
    ends = ends && std::fabs(value() - here) <= kMetTarget * std::max(1.0, std::fabs(here));
    at.x = before;
  }
  at.x = found;
  value();
  return ends ? std::optional(std::move(reach)) : std::nullopt;
}

}  // namespace stribeck
