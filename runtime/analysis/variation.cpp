#include "analysis/variation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.h"

namespace stribeck {
namespace {

const double kRoot6 = std::sqrt(6.0);
const std::array<double, 3> kNodes{(4 - kRoot6) / 10, (4 + kRoot6) / 10, 1};
const std::array<std::array<double, 3>, 3> kWeights{{{(88 - 7 * kRoot6) / 360, (296 - 169 * kRoot6) / 1800, (-2 + 3 * kRoot6) / 225},
                                                     {(296 + 169 * kRoot6) / 1800, (88 + 7 * kRoot6) / 360, (-2 - 3 * kRoot6) / 225},
                                                     {(16 - kRoot6) / 36, (16 + kRoot6) / 36, 1.0 / 9}}};

/// A may jump so near the end of a step, as a share of it: ten times what the search for kinks leaves.
constexpr double kBeforeEnd = 1e-6;
constexpr int kDeepest = 10;  // so often is a step halved

}  // namespace

std::vector<Place> places_of(const Program& program) {
  std::vector<Place> places;
  const std::size_t n = at(program.states());
  for (std::size_t k = 0; k < program.linear.values.size(); ++k) {
    const Place place{at(program.linear.rows[k]), at(program.linear.columns[k])};
    if (place.first < n && place.second < n) places.push_back(place);
  }
  return places;
}

void VariationIntegrator::Equations::begin(std::size_t unknowns, std::size_t right_sides, const std::vector<Place>& places) {
  std::map<Place, std::size_t> slot_of;  // by column, then row
  for (std::size_t k = 0; k < unknowns; ++k) slot_of[{k, k}] = 0;
  for (const auto& [r, c] : places) slot_of[{c, r}] = 0;
  std::vector<int> starts(unknowns + 1, 0), rows;
  for (auto& [place, slot] : slot_of) {
    slot = rows.size();
    rows.push_back(static_cast<int>(place.second));
    ++starts[place.first + 1];
  }
  for (std::size_t c = 0; c < unknowns; ++c) starts[c + 1] += starts[c];
  ones.clear(), slots.clear();
  for (std::size_t k = 0; k < unknowns; ++k) ones.push_back(slot_of[{k, k}]);
  for (const auto& [r, c] : places) slots.push_back(slot_of[{c, r}]);
  sides = static_cast<int>(right_sides);
  entries.resize(rows.size());
  right.resize(unknowns * right_sides);
  lu.reset();
  if (unknowns > 0) lu.emplace(std::move(starts), std::move(rows));
}

void VariationIntegrator::Equations::clear() {
  std::fill(entries.begin(), entries.end(), 0.0);
  for (const std::size_t one : ones) entries[one] = 1;
}

bool VariationIntegrator::Equations::solve() {
  if (!lu->factor(entries.data())) return false;
  lu->solve(right.data(), sides);
  return true;
}

void VariationIntegrator::begin(std::size_t states, std::size_t directions, std::vector<Place> places, bool jumps_at_ends) {
  places_ = std::move(places);
  jumps_at_ends_ = jumps_at_ends;
  for (Variation& stage : stages_) stage = {std::vector<double>(places_.size()), Matrix(states, directions)};
  for (Matrix* const matrix : {&whole_, &halves_, &begin_rates_, &middle_, &largest_}) *matrix = Matrix(states, directions);

  std::vector<Place> of_stages, of_end = places_;
  for (const auto& [r, c] : places_)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) of_stages.emplace_back(3 * r + i, 3 * c + j);
  products_.clear();
  for (std::size_t left = 0; left < places_.size(); ++left)
    for (std::size_t right = 0; right < places_.size(); ++right)
      if (places_[left].second == places_[right].first) {
        products_.push_back({left, right, of_end.size()});
        of_end.emplace_back(places_[left].first, places_[right].second);
      }
  stages_at_once_.begin(3 * states, directions, of_stages);
  end_alone_.begin(states, directions, of_end);
  for (Product& product : products_) product.slot = end_alone_.slots[product.slot];
  forget();
}

void VariationIntegrator::forget() {
  known_s_ = std::numeric_limits<double>::quiet_NaN();
  unchecked_ = 0;
  std::fill(largest_.values.begin(), largest_.values.end(), 0.0);
}

void VariationIntegrator::integrate(Matrix& s, double from, double to, const At& at, const std::vector<double>& scales, double rtol) {
  if (s.rows == 0 || s.columns == 0 || !(to > from)) return;
  scales_ = scales, rtol_ = rtol;
  for (std::size_t i = 0; i < s.values.size(); ++i) largest_.values[i] = std::max(largest_.values[i], std::fabs(s.values[i]));
  part(s, from, to, at, 0);
}

double VariationIntegrator::distance(const Matrix& a, const Matrix& b) const {
  constexpr double kFloor = 1e-4;
  double worst = 0;
  for (std::size_t c = 0; c < a.columns; ++c) {
    double largest = 0;
    const auto size = [&](std::size_t r) { return std::max(largest_(r, c), std::fabs(a(r, c))); };
    for (std::size_t r = 0; r < a.rows; ++r) largest = std::max(largest, size(r) / scales_[r]);
    for (std::size_t r = 0; r < a.rows && largest > 0; ++r)
      worst = std::max(worst, std::fabs(a(r, c) - b(r, c)) / (rtol_ * (size(r) + kFloor * largest * scales_[r])));
  }
  return worst;
}

void VariationIntegrator::rates(const Variation& variation, const Matrix& s, Matrix& to) const {
  to.values = variation.b.values;
  const std::size_t m = s.columns;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    double* const row = to.values.data() + places_[k].first * m;
    const double* const from = s.values.data() + places_[k].second * m;
    for (std::size_t c = 0; c < m; ++c) row[c] += variation.a[k] * from[c];
  }
}

/// A step in units of the time in which the states may change by as much as they are large.
double VariationIntegrator::length(double h, const Variation& one, const Variation& other) {
  sums_.assign(scales_.size(), 0.0);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto& [row, column] = places_[k];
    sums_[row] += std::max(std::fabs(one.a[k]), std::fabs(other.a[k])) * scales_[column] / scales_[row];
  }
  return h * *std::max_element(sums_.begin(), sums_.end());
}

/// A polynomial u of degree three with u(from) = S, and u' = A u + B at the beginning, the middle and the end:
///   u(middle) = (u(from) + u(to)) / 2 + h / 8 (u'(from) - u'(to)),  u(to) = u(from) + h / 6 (u'(from) + 4 u'(middle) + u'(to))
/// The first put into the second leaves equations for u(to). False if they have no solution.
bool VariationIntegrator::lobatto(Matrix& s, const Span& span) {
  const double h = span.to - span.from;
  const std::size_t n = s.rows, m = s.columns;
  rates(span.begin, s, begin_rates_);
  Equations& equations = end_alone_;
  equations.clear();
  for (std::size_t k = 0; k < places_.size(); ++k)
    equations.entries[equations.slots[k]] -= h / 6 * span.end.a[k] + h / 3 * span.middle.a[k];
  for (const Product& product : products_)
    equations.entries[product.slot] += h * h / 12 * span.middle.a[product.left] * span.end.a[product.right];
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < m; ++c) {
      middle_(r, c) = 0.5 * s(r, c) + h / 8 * (begin_rates_(r, c) - span.end.b(r, c));
      equations.right[c * n + r] = s(r, c) + h / 6 * (begin_rates_(r, c) + 4 * span.middle.b(r, c) + span.end.b(r, c));
    }
  for (std::size_t k = 0; k < places_.size(); ++k)
    for (std::size_t c = 0; c < m; ++c)
      equations.right[c * n + places_[k].first] += h * 2 / 3 * span.middle.a[k] * middle_(places_[k].second, c);
  if (!equations.solve()) return false;
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < m; ++c) s(r, c) = equations.right[c * n + r];
  return true;
}

/// False if the step is too long for that: S stays.
bool VariationIntegrator::short_part(Matrix& s, double from, double to, const At& at, int depth) {
  // Steps longer than the first are left to the other method. What disagrees on steps longer than the second may be damped.
  constexpr double kLongest = 8, kInexact = 2;
  // The difference of two half steps from a whole one is of order five, and the error of what is extrapolated from them of order seven:
  // on y' = ay (ah)^2 / 300 of the difference.
  constexpr double kAgrees = 30;
  const double h = to - from, middle = from + 0.5 * h;
  auto& [begin, quarter, half, three_quarters, end] = stages_;
  if (known_s_ != from) at(from, begin), known_s_ = from;
  if (length(h, begin, begin) > kLongest) return false;
  at(from + 0.25 * h, quarter), at(middle, half), at(from + 0.75 * h, three_quarters), at(jumps_at_ends_ ? to - kBeforeEnd * h : to, end);
  whole_ = halves_ = s;
  if (!lobatto(whole_, {from, to, begin, half, end}) || !lobatto(halves_, {from, middle, begin, quarter, half}) ||
      !lobatto(halves_, {middle, to, half, three_quarters, end}))
    return false;
  if (distance(halves_, whole_) <= kAgrees) {
    for (std::size_t i = 0; i < s.values.size(); ++i) s.values[i] = halves_.values[i] + (halves_.values[i] - whole_.values[i]) / 15;
    std::swap(begin, end);
    known_s_ = jumps_at_ends_ ? std::numeric_limits<double>::quiet_NaN() : to;
    return true;
  }
  if (depth == kDeepest || length(h, half, end) > kInexact) return false;
  part(s, from, middle, at, depth + 1);
  part(s, middle, to, at, depth + 1);
  return true;
}

/// False if its equations have no solution.
bool VariationIntegrator::radau(Matrix& s, double from, double to, const At& at) {
  const double h = to - from;
  for (std::size_t i = 0; i < 2; ++i) at(from + kNodes[i] * h, stages_[i + 1]);
  at(jumps_at_ends_ ? to - kBeforeEnd * h : to, stages_[3]);
  const std::span<Variation, 3> stages(stages_.data() + 1, 3);
  Equations& equations = stages_at_once_;
  equations.clear();
  const std::size_t* slot = equations.slots.data();
  for (std::size_t k = 0; k < places_.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) equations.entries[*slot++] -= h * kWeights[i][j] * stages[j].a[k];
  const std::size_t n = s.rows, m = s.columns;
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < m; ++c)
      for (std::size_t i = 0; i < 3; ++i)
        equations.right[3 * (c * n + r) + i] =
            s(r, c) + h * (kWeights[i][0] * stages[0].b(r, c) + kWeights[i][1] * stages[1].b(r, c) + kWeights[i][2] * stages[2].b(r, c));
  if (!equations.solve()) return false;
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < m; ++c) s(r, c) = equations.right[3 * (c * n + r) + 2];
  std::swap(stages_[0], stages_[3]);
  known_s_ = jumps_at_ends_ ? std::numeric_limits<double>::quiet_NaN() : to;
  return true;
}

void VariationIntegrator::part(Matrix& s, double from, double to, const At& at, int depth) {
  constexpr int kMostUnchecked = 8;
  constexpr double kSmall = 0.01, kLonger = 2;
  const double middle = from + 0.5 * (to - from);
  if (method_ != Method::radau && short_part(s, from, to, at, depth)) return;
  if (depth == 0 && unchecked_ > 0 && to - from <= kLonger * checked_s_ && radau(s, from, to, at)) {
    --unchecked_;
    return;
  }
  Matrix whole = s, halves = s;
  const bool is_last = depth == kDeepest || !(from < middle && middle < to);
  const bool is_there = radau(whole, from, to, at);
  if (is_last && is_there) {
    s = whole;
    return;
  }
  if (is_last) {  // no solution even of the shortest step: nothing is known from there on
    std::fill(s.values.begin(), s.values.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (is_there && radau(halves, from, middle, at) && radau(halves, middle, to, at)) {
    const double worst = distance(halves, whole);
    if (worst <= 1) {
      s = halves;
      if (depth == 0) unchecked_ = worst < kSmall ? kMostUnchecked : 0, checked_s_ = to - from;
      return;
    }
  }
  unchecked_ = 0;
  part(s, from, middle, at, depth + 1);
  part(s, middle, to, at, depth + 1);
}

}  // namespace stribeck
