#include "analysis/branch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/root.h"
#include "analysis/steady.h"
#include "base/diagnostic.h"
#include "base/interruption.h"
#include "base/text.h"

namespace stribeck {
namespace {

std::string told(const std::vector<std::string>& sequence) { return sequence.empty() ? "nothing" : joined(sequence, "; "); }

/// What rounding may make of the way between two points.
constexpr double kMet = 1e-5;
/// A multiplier that is larger grows on, as a contact is about to be grazed.
constexpr double kUnbounded = 1e3;

double product(const std::vector<std::complex<double>>& multipliers, double plus) {
  std::complex<double> all = 1;
  for (const std::complex<double>& value : multipliers) all *= value + plus;
  return all.real();
}

/// How far the complex pair nearest to the unit circle lies outside of it; `none` without a pair.
double pair_beyond(const std::vector<std::complex<double>>& multipliers, double none) {
  double nearest = none;
  for (const std::complex<double>& value : multipliers)
    if (value.imag() != 0 && (nearest == none || std::fabs(std::abs(value) - 1) < std::fabs(nearest))) nearest = std::abs(value) - 1;
  return nearest;
}

/// Towards a graze the speed of the impact goes to zero in proportion to the way that is left, and a multiplier grows as its inverse does:
/// told is where two lines through points before agree that the inverse is zero. Points beyond kUnbounded are too near to be exact.
std::string grazing_told(const std::vector<BranchPoint>& points) {
  std::string words = "a multiplier grows without bound: something is about to be grazed";
  constexpr double kApart = 2.5;   // between the multipliers of the points that a line goes through
  constexpr double kAgree = 0.05;  // of the way from the nearest of them
  std::vector<std::pair<double, double>> inverse;
  for (std::size_t k = points.size() - 1; k-- > 0 && inverse.size() < 3;) {
    if (points[k].multipliers.empty()) return words;
    const double size = std::abs(points[k].multipliers.front());
    if (size > kUnbounded) continue;
    if (inverse.empty() || size * kApart <= 1 / inverse.back().second) inverse.emplace_back(points[k].point.parameter, 1 / size);
  }
  if (inverse.size() < 3) return words;
  const auto zero = [&](std::size_t i, std::size_t k) {
    const double p = inverse[i].first, way = p - inverse[k].first;
    return p + inverse[i].second / (inverse[k].second - inverse[i].second) * way;
  };
  const double near = zero(0, 1), far = zero(0, 2);
  if (std::fabs(near - far) > kAgree * std::fabs(near - inverse[0].first)) return words;
  return words + ", near " + short_number(near);
}

}  // namespace

bool same_sequence(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.size() != b.size()) return false;
  if (a.empty()) return true;
  for (std::size_t shift = 0; shift < a.size(); ++shift) {
    std::vector<std::string> turned = b;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(shift), turned.end());
    if (turned == a) return true;
  }
  return false;
}

BranchFollower::BranchFollower(Passing passing, ShootingFrame frame, BranchSettings settings, PeriodAt period_at,
                               std::function<double(const OrbitPoint&)> size_of, std::size_t zeros)
    : passing_(std::move(passing)),
      frame_(std::move(frame)),
      settings_(settings),
      period_at_(std::move(period_at)),
      size_of_(std::move(size_of)),
      zeros_(zeros) {
  frame_.parameter_scale = settings_.most - settings_.least;
  if (!period_at_) return;
  passing_ = [pass = std::move(passing_), this](const OrbitPoint& point) {
    OrbitPoint exact = point;
    exact.period_s = period_at_(point.parameter);
    return pass(exact);
  };
}

/// The section goes through this point from now on.
void BranchFollower::center(const BranchPoint& at) {
  frame_.near = at.point;
  if (!frame_.begin_rates.empty()) frame_.begin_rates = at.passage.begin_rates;
  if (!period_at_) return;
  const double beside = 1e-5 * frame_.parameter_scale, p = at.point.parameter;
  frame_.period_by_parameter = (period_at_(p + beside) - period_at_(p - beside)) / (2 * beside);
}

BranchFollower::Place BranchFollower::place_of(const Shot& shot, const Tangent& along) const {
  Place place{.point = point_of(shot), .tangent = shot.tangent};
  if (period_at_) place.point.point.period_s = period_at_(shot.point.parameter);
  double same_way = 0;
  for (std::size_t i = 0; i < along.size(); ++i) same_way += along[i] * place.tangent[i];
  if (same_way < 0)
    for (double& value : place.tangent) value = -value;
  return place;
}

OrbitPoint BranchFollower::guess_at(const Place& from, const Tangent& along, double length) const {
  std::vector<double> by = along;
  for (double& value : by) value *= length;
  return moved(frame_, from.point.point, from.point.passage, by, true, 0);
}

std::vector<std::vector<double>> nodes_of(const OrbitPoint& point, std::size_t parts, const BranchFollower::Later& later) {
  std::vector<std::vector<double>> nodes;
  const double old_part_s = point.period_s / static_cast<double>(point.nodes.size() + 1);
  for (std::size_t k = 1; k < parts; ++k) {
    const double at_s = point.period_s * static_cast<double>(k) / static_cast<double>(parts);
    const auto before = std::min(point.nodes.size(), static_cast<std::size_t>(at_s / old_part_s));
    const OrbitPoint from{.y = before == 0 ? point.y : point.nodes[before - 1], .period_s = 0, .parameter = point.parameter};
    const double begin_s = static_cast<double>(before) * old_part_s;
    nodes.push_back(later(from, begin_s, at_s - begin_s));
  }
  return nodes;
}

/// So that small changes grow by some ten times in each part.
void BranchFollower::divide(Place& place) {
  constexpr double kStrong = 100, kMostParts = 40;
  BranchPoint& point = place.point;
  const double largest = point.multipliers.empty() ? 0 : std::abs(point.multipliers.front());
  if (!later_) return;
  const auto parts =
      largest < kStrong ? std::size_t{1} : static_cast<std::size_t>(std::clamp(std::ceil(std::log10(largest)), 2.0, kMostParts));
  if (parts == point.point.nodes.size() + 1) return;
  point.point.nodes = nodes_of(point.point, parts, later_);
  point.passage = passing_(point.point);
}

Shot BranchFollower::step(const Place& from, double length) {
  const OrbitPoint guess = guess_at(from, from.tangent, length);
  try {
    refused_.clear();
    Shot shot = shoot(passing_, frame_, guess, &from.tangent);
    refused_ = shot.passage.undefined;
    // A point further from the guess than the step is long is one of another branch, or beyond a turn of this one.
    const double along = std::fabs(shot.point.parameter - guess.parameter) / frame_.parameter_scale;
    shot.converged =
        shot.converged && shot.passage.undefined.empty() && std::max(along, way(shot.point, guess)) <= std::fabs(length) + kMet;
    return shot;
  } catch (const Failure& failure) {
    if (is_interruption(failure)) throw;
    refused_ = failure.diagnostics().front().message;
    return {};
  }
}

void end_early(BranchMark& mark, std::string& what) {
  if (mark == BranchMark::none) mark = BranchMark::lost, what = "the branch goes on: there are as many points as were asked for at most";
}

BranchPoint BranchFollower::at(const OrbitPoint& guess) { return point_of(shoot(passing_, frame_, guess)); }

BranchPoint BranchFollower::point_of(const Shot& shot) const {
  BranchPoint point{.point = shot.point, .passage = shot.passage, .multipliers = {}, .closure = shot.closure};
  const Multipliers multipliers = multipliers_of(shot.passage, frame_, shot.passage.sequence.empty() ? 0 : zeros_);
  point.multipliers = multipliers.values, point.of_flow = multipliers.of_flow;
  return point;
}

/// Between a place and the one a step further on: where the test changes its sign.
BranchFollower::Place BranchFollower::refined(const Place& from, double length, const std::function<double(const Place&)>& test) {
  Place best = from;
  find_root(length, test(from), {.rounds = 60, .narrow = 1e-11, .nearly_zero = 1e-11}, [&](double way) -> std::optional<double> {
    const Shot shot = step(from, way);
    if (!shot.converged) return std::nullopt;
    best = place_of(shot, from.tangent);
    return test(best);
  });
  return best;
}

/// In the scales.
double BranchFollower::way(const OrbitPoint& a, const OrbitPoint& b) const {
  double most = 0;
  for (std::size_t i = 0; i < frame_.scales.size(); ++i) most = std::max(most, std::fabs(a.y[i] - b.y[i]) / frame_.scales[i]);
  return most;
}

/// The last place before other events happen, if the branch goes on with these from there; else Newton's method has jumped to another one.
std::optional<BranchFollower::Place> BranchFollower::change_of_sequence(const Place& from, double length) {
  constexpr int kRounds = 30;
  constexpr double kGap = 1e-3;  // of the way of the whole step
  Place before = from;
  std::optional<Place> behind;
  double low = 0, high = length;
  for (int round = 0; round < kRounds; ++round) {
    const double middle = 0.5 * (low + high);
    const Shot shot = step(from, middle);
    if (!shot.converged) return std::nullopt;
    Place place = place_of(shot, from.tangent);
    if (same_sequence(place.point.passage.sequence, from.point.passage.sequence))
      low = middle, before = std::move(place);
    else
      high = middle, behind = std::move(place);
  }
  if (behind && way(before.point.point, behind->point.point) > kGap * std::max(length, way(from.point.point, behind->point.point)))
    return std::nullopt;
  return before;
}

/// What changes between two places. False if the second one is on another branch.
bool BranchFollower::note_marks(const Place& from, const Place& to, double length, std::vector<BranchPoint>& points) {
  const auto note = [&](const Place& place, BranchMark mark, const std::string& what) {
    points.push_back(place.point);
    points.back().mark = mark, points.back().what = what;
  };
  if (!same_sequence(from.point.passage.sequence, to.point.passage.sequence)) {
    const std::optional<Place> place = change_of_sequence(from, length);
    if (place) note(*place, BranchMark::sequence, told(from.point.passage.sequence) + " becomes " + told(to.point.passage.sequence));
    return place.has_value();
  }
  const auto passes = [](double a, double b) { return (a < 0) != (b < 0); };
  const bool turns = passes(from.tangent.back(), to.tangent.back());
  if (turns) note(refined(from, length, [](const Place& p) { return p.tangent.back(); }), BranchMark::fold, "the parameter turns back");
  const auto by_product = [&](double plus) { return [plus](const Place& p) { return product(p.point.multipliers, plus); }; };
  if (!turns && passes(by_product(-1)(from), by_product(-1)(to)))
    note(refined(from, length, by_product(-1)), BranchMark::branch_point, "a multiplier passes 1");
  if (passes(by_product(1)(from), by_product(1)(to)))
    note(refined(from, length, by_product(1)), settings_.is_half ? BranchMark::branch_point : BranchMark::flip,
         settings_.is_half
             ? "a multiplier of half a period passes -1: the symmetry is lost, and two orbits that are mirror images branch off"
             : "a multiplier passes -1: orbits of twice the period branch off");
  const auto pair = [](const Place& p) { return pair_beyond(p.point.multipliers, -1); };
  if (passes(pair(from), pair(to)))
    note(refined(from, length, pair), BranchMark::neimark_sacker, "a complex pair of multipliers passes the unit circle");
  return true;
}

/// Whether the branch is followed no further than where its parameter has turned back.
bool BranchFollower::ends_at_turn(std::vector<BranchPoint>& points) const {
  if (!settings_.ends_at_fold) return false;
  const auto turn = std::ranges::find_if(
      points, [](const BranchPoint& point) { return point.mark == BranchMark::fold || point.mark == BranchMark::corner; });
  if (turn == points.end()) return false;
  points.erase(turn + 1, points.end());
  return true;
}

/// No orbit of the same events lies ahead. Where others happen close to here the branch may come back with these.
bool BranchFollower::turn_corner(Place& at, std::vector<BranchPoint>& points) {
  constexpr double kNear = 3;
  const std::vector<std::string> before = at.point.passage.sequence;
  const std::size_t size = at.tangent.size();
  center(at.point);
  for (const double distance : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2})
    for (const int sign : {0, 1, -1}) {
      Place beside = at;
      if (sign != 0) beside.tangent.assign(size, 0), beside.tangent.back() = sign;
      const OrbitPoint guess = guess_at(at, beside.tangent, distance);
      Passage passage;
      try {
        passage = passing_(guess);
      } catch (const Failure& failure) {
        if (is_interruption(failure)) throw;
        continue;
      }
      if (!passage.undefined.empty() || same_sequence(passage.sequence, before)) continue;
      const Tangent other = tangent_at(frame_, guess, passage, beside.tangent);
      for (const double side : {1.0, -1.0})
        for (const double length : {settings_.longest / 10, settings_.longest / 100, settings_.longest / 1000}) {
          Place from = at;
          from.tangent = other;
          for (double& value : from.tangent) value *= side;
          const Shot shot = step(from, length);
          if (!shot.converged || same_sequence(shot.passage.sequence, before)) continue;
          // Not a branch that passes by: a short step along it leads to a point as near.
          const double shorter = length / 64;
          const Shot near = step(from, shorter);
          if (!near.converged || way(near.point, at.point.point) > kNear * shorter + kMet) continue;
          points.push_back(at.point);
          points.back().mark = BranchMark::corner;
          points.back().what = told(before) + " becomes " + told(shot.passage.sequence) + ", and the parameter turns back";
          at = place_of(shot, from.tangent);
          return true;
        }
    }
  return false;
}

/// What begins to happen, or happens no longer, right beyond the last point of a branch.
std::string BranchFollower::grazed_beyond(const Place& from) {
  for (const double share : {1e-5, 1e-4, 1e-3}) {
    const OrbitPoint guess = guess_at(from, from.tangent, share * settings_.longest);
    Passage passage;
    try {
      passage = passing_(guess);
    } catch (const Failure& failure) {
      if (is_interruption(failure)) throw;
      return "";
    }
    if (same_sequence(passage.sequence, from.point.passage.sequence)) continue;
    return "something is grazed: " + told(from.point.passage.sequence) + " becomes " + told(passage.sequence);
  }
  return "";
}

std::vector<BranchPoint> BranchFollower::follow(const BranchPoint& from, bool upwards) {
  center(from);
  Tangent along(from.point.y.size() + (frame_.begin_rates.empty() ? 0 : 1) + 1, 0.0);
  along.back() = upwards ? 1 : -1;
  return go_on(place_of(shoot(passing_, frame_, from.point, &along), along));
}

std::vector<BranchPoint> BranchFollower::follow(const OrbitPoint& guess, const Tangent& along) {
  const Shot shot = shoot(passing_, frame_, guess, &along);
  if (!shot.converged || !shot.passage.undefined.empty()) return {};
  const Place first = place_of(shot, along);
  std::vector<BranchPoint> points{first.point};
  const std::vector<BranchPoint> further = go_on(first);
  points.insert(points.end(), further.begin(), further.end());
  return points;
}

std::vector<BranchPoint> BranchFollower::go_on(Place place) {
  constexpr double kShortest = 1e-6, kFirst = 0.2, kGrowth = 1.4, kVanishing = 1e-2;
  constexpr int kQuick = 4;
  std::vector<BranchPoint> points;
  double length = kFirst * settings_.longest, last_size = size_of_(place.point.point);
  while (points.size() < settings_.most_points) {
    divide(place);
    center(place.point);
    const Shot shot = step(place, length);
    std::optional<Place> next;
    if (shot.converged) next = place_of(shot, place.tangent);
    if (!next || !note_marks(place, *next, length, points)) {
      length /= 2;
      if (length > kShortest * settings_.longest) continue;
      const std::string refused = refused_;
      if (turn_corner(place, points)) {
        if (ends_at_turn(points)) return points;
        points.push_back(place.point);
        length = kFirst * settings_.longest;
        continue;
      }
      points.push_back(place.point);
      if (const std::string grazed = grazed_beyond(place); !grazed.empty()) {
        points.back().mark = BranchMark::grazing, points.back().what = grazed;
        return points;
      }
      points.back().mark = BranchMark::lost;
      const bool collides = std::ranges::any_of(place.point.passage.sequence,
                                                [](const std::string& one) { return one.find(": rebounds") != std::string::npos; });
      const bool grazes = collides && !place.point.multipliers.empty() && std::abs(place.point.multipliers.front()) > kUnbounded;
      points.back().what = "no orbit is found further on" + (refused.empty() ? "" : ": " + refused);
      if (grazes) points.back().mark = BranchMark::grazing, points.back().what = grazing_told(points);
      return points;
    }
    if (ends_at_turn(points)) return points;
    const double p = next->point.point.parameter;
    if (p < settings_.least || p > settings_.most) {
      const double end = p < settings_.least ? settings_.least : settings_.most;
      points.push_back(
          refined(place, length, [&](const Place& q) { return (q.point.point.parameter - end) / frame_.parameter_scale; }).point);
      return points;
    }
    points.push_back(next->point);
    // Near a Hopf point the square of the size is in proportion to the parameter beyond it. A step goes half of the way there at most.
    const double size = size_of_(next->point.point), before = std::exchange(last_size, size);
    if (size < kVanishing && size < before) {
      const double p0 = place.point.point.parameter, ratio = size * size / (before * before - size * size);
      points.back().mark = BranchMark::vanishes;
      points.back().what = "the orbit shrinks to a point at " + number_text(p + (p - p0) * ratio) + ": a Hopf point of what is steady";
      return points;
    }
    place = std::move(*next);
    if (const double shrinks = before - size; shrinks > 0.5 * size) {
      length *= 0.5 * size / shrinks;
      continue;
    }
    if (shot.rounds <= kQuick) length = std::min(length * kGrowth, settings_.longest);
  }
  end_early(points.back().mark, points.back().what);
  return points;
}

}  // namespace stribeck
