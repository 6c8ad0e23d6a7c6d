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
/// Lobatto's points within a step.
const double kRoot5 = std::sqrt(5.0), kLeft = (5 - kRoot5) / 10, kRight = (5 + kRoot5) / 10;
constexpr int kDeepest = 10;  // so often is a step halved
/// Of a power series: enough for steps ten times as long as the time constant of the fastest component.
constexpr std::size_t kMostTerms = 48;

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
  for (Matrix* const matrix : {&coarse_, &exact_, &sum_, &peaks_, &largest_, &error_weights_}) *matrix = Matrix(states, directions);
  terms_.assign(kMostTerms, Matrix(states, directions));
  too_long_ = HUGE_VAL;

  std::vector<Place> of_stages;
  for (const auto& [r, c] : places_)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) of_stages.emplace_back(3 * r + i, 3 * c + j);
  stages_at_once_.begin(3 * states, directions, of_stages);
  forget();
}

void VariationIntegrator::forget() {
  known_s_ = std::numeric_limits<double>::quiet_NaN();
  unchecked_ = series_unchecked_ = too_coarse_ = 0;
  std::fill(largest_.values.begin(), largest_.values.end(), 0.0);
}

void VariationIntegrator::integrate(Matrix& s, double from, double to, const At& at, const std::vector<double>& scales, double rtol) {
  if (s.rows == 0 || s.columns == 0 || !(to > from)) return;
  scales_ = scales, rtol_ = rtol;
  for (std::size_t i = 0; i < s.values.size(); ++i) largest_.values[i] = std::max(largest_.values[i], std::fabs(s.values[i]));
  part(s, from, to, at, 0);
}

void VariationIntegrator::take_error_weights(const Matrix& s) {
  constexpr double kFloor = 1e-4;
  for (std::size_t c = 0; c < s.columns; ++c) {
    double largest = negligible_.empty() ? 0 : negligible_[c] / kFloor;
    const auto size = [&](std::size_t r) { return std::max(largest_(r, c), std::fabs(s(r, c))); };
    for (std::size_t r = 0; r < s.rows; ++r) largest = std::max(largest, size(r) / scales_[r]);
    for (std::size_t r = 0; r < s.rows; ++r)
      error_weights_(r, c) = largest > 0 ? 1 / (rtol_ * (size(r) + kFloor * largest * scales_[r])) : 0;
  }
}

double VariationIntegrator::distance(const Matrix& a, const Matrix& b) {
  take_error_weights(a);
  double worst = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    worst = std::max(worst, std::fabs(a.values[i] - b.values[i]) * error_weights_.values[i]);
  return worst;
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

void VariationIntegrator::take_polynomials(double h, Points points) {
  constant_.clear(), bending_.clear(), sides_.clear();
  const auto add = [&](std::size_t to, std::size_t from, bool of_b, double f0, double f1, double f2, double f3) {
    const bool is_constant = f1 == f0 && f2 == f0 && f3 == f0;
    if (is_constant && f0 == 0) return;
    std::vector<Polynomial>& polynomials = of_b ? sides_ : is_constant ? constant_ : bending_;
    if (is_constant)
      polynomials.push_back({to, from, {h * f0, 0, 0, 0}});
    else if (points == Points::three)
      polynomials.push_back({to, from, {h * f0, h * (-3 * f0 + 4 * f1 - f3), h * (2 * f0 - 4 * f1 + 2 * f3), 0}});
    else
      polynomials.push_back({to,
                             from,
                             {h * f0, h * (-6 * f0 + 5 * kRoot5 * (kRight * f1 - kLeft * f2) + f3),
                              h * (10 * f0 - 5 * kRoot5 * ((1 + kRight) * f1 - (1 + kLeft) * f2) - 5 * f3),
                              h * (-5 * f0 + 5 * kRoot5 * (f1 - f2) + 5 * f3)}});
  };
  const Variation &begin = stages_[0], &end = stages_[4];
  const Variation &one = stages_[points == Points::three ? 2 : 1], &other = stages_[points == Points::three ? 2 : 3];
  const std::size_t m = largest_.columns;
  for (std::size_t k = 0; k < places_.size(); ++k)
    add(places_[k].first * m, places_[k].second * m, false, begin.a[k], one.a[k], other.a[k], end.a[k]);
  for (std::size_t i = 0; i < largest_.values.size(); ++i)
    add(i, 0, true, begin.b.values[i], one.b.values[i], other.b.values[i], end.b.values[i]);
}

void VariationIntegrator::add_product(const std::vector<Polynomial>& entries, std::size_t power, const double* s, double* to) const {
  const std::size_t m = largest_.columns;
  if (m == 1) {
    for (const Polynomial& one : entries) to[one.to] += one.by[power] * s[one.from];
    return;
  }
  for (const Polynomial& one : entries) {
    const double factor = one.by[power];
    const double* const from = s + one.from;
    double* const sum = to + one.to;
    for (std::size_t c = 0; c < m; ++c) sum[c] += factor * from[c];
  }
}

/// u' = (A0 + A1 x + ...) u + B0 + B1 x + ... of x from 0 to 1 has a solution u0 + u1 x + u2 x^2 + ... with
/// (k + 1) u(k+1) = A0 u(k) + A1 u(k-1) + ... + B(k).
bool VariationIntegrator::series(Matrix& s, std::size_t degree) {
  constexpr double kNegligible = 0.01, kRounding = 1e-15, kMostRounding = 0.1;
  constexpr std::size_t kTermsAtOnce = 4;  // what is compared with the sum grows with it
  const std::size_t size = s.values.size();
  const bool bends = !bending_.empty();
  const std::size_t wanted = bends ? degree + 1 : 2;  // so many terms must be nothing one after another
  terms_[0].values = s.values;
  sum_.values = s.values;
  for (std::size_t i = 0; i < size; ++i) peaks_.values[i] = std::fabs(s.values[i]);
  std::size_t nothings = 0;
  for (std::size_t k = 0; k + 1 < kMostTerms; ++k) {
    double* const next = terms_[k + 1].values.data();
    std::fill(next, next + size, 0.0);
    add_product(constant_, 0, terms_[k].values.data(), next);
    for (std::size_t power = 0; bends && power <= std::min(k, degree); ++power)
      add_product(bending_, power, terms_[k - power].values.data(), next);
    if (k <= degree)
      for (const Polynomial& one : sides_) next[one.to] += one.by[k];
    const double share = 1.0 / static_cast<double>(k + 1);
    for (std::size_t i = 0; i < size; ++i) {
      next[i] *= share;
      sum_.values[i] += next[i];
      peaks_.values[i] = std::max(peaks_.values[i], std::fabs(next[i]));
    }
    if (k < degree) continue;
    if ((k - degree) % kTermsAtOnce == 0) take_error_weights(sum_);
    double worst = 0, highest = 0;
    for (std::size_t i = 0; i < size; ++i) worst = std::max(worst, std::fabs(next[i]) * error_weights_.values[i]);
    nothings = worst <= kNegligible ? nothings + 1 : 0;
    if (nothings < wanted) continue;
    for (std::size_t i = 0; i < size; ++i) highest = std::max(highest, peaks_.values[i] * error_weights_.values[i]);
    if (!(highest * kRounding <= kMostRounding)) return false;
    std::swap(s.values, sum_.values);
    return true;
  }
  return false;
}

/// False if the step is too long for that: S stays.
bool VariationIntegrator::short_part(Matrix& s, double from, double to, const At& at, int depth) {
  // The difference of both polynomials' solutions is the error of the lower degree's, of order five, and that of the higher one's of order
  // seven: on y' = a(x) y that changes as cos(wt) does (wh)^2 / 525 of the difference.
  constexpr double kAgrees = 30;
  // Steps that follow are taken as exact as the one whose error was looked at: with degree two where that was so exact, with degree
  // three where the difference was so small.
  constexpr double kExact = 0.3, kSmall = 5, kLonger = 1.25, kShorter = 0.9;
  constexpr int kMostUnchecked = 8;
  const double h = to - from, middle = from + 0.5 * h;
  Variation &begin = stages_[0], &left = stages_[1], &half = stages_[2], &right = stages_[3], &end = stages_[4];
  const auto divide = [&] {
    part(s, from, middle, at, depth + 1);
    part(s, middle, to, at, depth + 1);
    return true;
  };
  if (too_coarse_ > 0 && h >= kShorter * too_coarse_s_ && depth < kDeepest) {
    --too_coarse_;
    return divide();
  }
  if (known_s_ != from) at(from, begin), known_s_ = from;
  if (length(h, begin, begin) >= too_long_) return false;
  at(jumps_at_ends_ ? to - kBeforeEnd * h : to, end);
  const auto accept = [&](Matrix& found) {
    std::swap(s.values, found.values);
    std::swap(begin, end);
    known_s_ = jumps_at_ends_ ? std::numeric_limits<double>::quiet_NaN() : to;
    return true;
  };
  const auto refuse = [&] {
    too_long_ = std::min(too_long_, length(h, begin, begin));
    return false;
  };
  const bool is_known = series_unchecked_ > 0 && h <= kLonger * series_checked_s_;
  if (is_known) --series_unchecked_;
  if (!is_known || is_coarse_exact_) {
    at(middle, half);
    take_polynomials(h, Points::three);
    coarse_.values = s.values;
    if (!series(coarse_, 2)) return refuse();
    if (is_known) return accept(coarse_);
  }
  at(from + kLeft * h, left), at(from + kRight * h, right);
  take_polynomials(h, Points::four);
  exact_.values = s.values;
  if (!series(exact_, 3)) return refuse();
  if (is_known) return accept(exact_);
  const double worst = distance(exact_, coarse_);
  is_coarse_exact_ = worst <= kExact;
  series_unchecked_ = worst <= kSmall ? kMostUnchecked : 0, series_checked_s_ = h;
  if (worst <= kAgrees) return accept(exact_);
  if (depth == kDeepest) return false;
  too_coarse_ = kMostUnchecked / 2, too_coarse_s_ = h;
  return divide();
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
