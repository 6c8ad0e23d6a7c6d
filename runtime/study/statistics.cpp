#include "study/statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "base/in_double.h"
#include "base/random.h"
#include "base/text.h"
#include "diagram/shown_formula.h"
#include "study/columns.h"

namespace stribeck {
namespace {

constexpr double kTwoSided95 = 1.959963984540054;  // quantile of the normal distribution at 97.5 %

std::vector<double> sorted_numbers(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  std::ranges::sort(values);
  return values;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/// Of more than one value.
double variance_of(const std::vector<double>& values, double mean) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size() - 1);
}

/// How many of so many samples lie below a quantile at most, with this probability.
std::size_t most_below(std::size_t count, double share, double probability) {
  const boost::math::binomial_distribution<double, InDouble> below(static_cast<double>(count), share);
  std::size_t least = 0, most = count;
  while (least < most) {
    const std::size_t middle = (least + most) / 2;
    if (boost::math::cdf(below, static_cast<double>(middle)) >= probability)
      most = middle;
    else
      least = middle + 1;
  }
  return least;
}

ConfidentEstimate quantile_of(const std::vector<double>& sorted, double share) {
  const double rank = static_cast<double>(sorted.size() - 1) * share;
  const auto before = static_cast<std::size_t>(rank), after = std::min(before + 1, sorted.size() - 1);
  ConfidentEstimate found;
  found.value = std::lerp(sorted[before], sorted[after], rank - static_cast<double>(before));
  const std::size_t few = most_below(sorted.size(), share, 0.025), many = most_below(sorted.size(), share, 0.975);
  if (few > 0) found.low = sorted[few - 1];
  if (many < sorted.size()) found.high = sorted[many];
  return found;
}

ScalarStatistics statistics_of_one(const StudyScalar& scalar, const std::vector<double>& values) {
  ScalarStatistics found;
  found.name = scalar.name, found.unit = scalar.unit;
  const std::vector<double> sorted = sorted_numbers(values);
  found.count = static_cast<std::int64_t>(sorted.size());
  if (sorted.empty()) return found;
  const auto count = static_cast<double>(sorted.size());
  const double mean = sum_of(sorted) / count;
  found.least = sorted.front(), found.greatest = sorted.back();
  found.mean = ConfidentEstimate{mean};
  if (sorted.size() > 1) {
    found.deviation = std::sqrt(variance_of(sorted, mean));
    const double half = boost::math::quantile(boost::math::students_t_distribution<double, InDouble>(count - 1), 0.975) * *found.deviation /
                        std::sqrt(count);
    found.mean->low = mean - half, found.mean->high = mean + half;
  }
  found.low_quantile = quantile_of(sorted, 0.05);
  found.median = quantile_of(sorted, 0.5);
  found.high_quantile = quantile_of(sorted, 0.95);
  return found;
}

/// The values of one scalar at the points of a saltelli sampling: at A, at B, and at A with one factor of B.
struct Point {
  double a = 0, b = 0;
  std::vector<double> mixed;
};

std::vector<Point> points_of(const std::vector<double>& values, std::size_t factors) {
  std::vector<Point> points;
  const std::size_t each = factors + 2;
  for (std::size_t first = 0; first + each <= values.size(); first += each) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first), end = begin + static_cast<std::ptrdiff_t>(each);
    if (std::any_of(begin, end, [](double value) { return std::isnan(value); })) continue;
    points.push_back({*begin, *(begin + 1), {begin + 2, end}});
  }
  return points;
}

struct Indices {
  double first = 0, total = 0;
};

/// `chosen`: which points count, some of them more than once. Nothing if nothing varies.
std::optional<Indices> indices_of_factor(const std::vector<Point>& points, const std::vector<std::size_t>& chosen, std::size_t factor) {
  const auto count = static_cast<double>(chosen.size());
  double sum = 0, squares = 0, first = 0, total = 0;
  for (const std::size_t p : chosen) sum += points[p].a + points[p].b;
  const double mean = sum / (2 * count);
  for (const std::size_t p : chosen) {
    const Point& point = points[p];
    const double a = point.a - mean, b = point.b - mean, mixed = point.mixed[factor] - mean;
    squares += a * a + b * b;
    first += b * (mixed - a);
    total += (a - mixed) * (a - mixed);
  }
  const double variance = squares / (2 * count);
  if (!(variance > 0)) return std::nullopt;
  return Indices{first / count / variance, total / (2 * count) / variance};
}

ConfidentEstimate interval_of(double value, std::vector<double> drawn) {
  if (drawn.empty()) return {value};
  std::ranges::sort(drawn);
  const auto last = static_cast<double>(drawn.size() - 1);
  return {value, drawn[static_cast<std::size_t>(0.025 * last)], drawn[static_cast<std::size_t>(std::ceil(0.975 * last))]};
}

FactorIndices with_intervals(const std::vector<Point>& points, std::size_t factor) {
  constexpr std::uint64_t kDraws = 400, kKey = 0x626f6f74;
  std::vector<std::size_t> chosen(points.size());
  for (std::size_t p = 0; p < points.size(); ++p) chosen[p] = p;
  const std::optional<Indices> whole = indices_of_factor(points, chosen, factor);
  if (!whole) return {};
  std::vector<double> first, total;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    for (std::size_t p = 0; p < points.size(); ++p)
      chosen[p] = static_cast<std::size_t>(uniform_of(random_bits(kKey + draw, p)) * static_cast<double>(points.size()));
    if (const auto one = indices_of_factor(points, chosen, factor)) first.push_back(one->first), total.push_back(one->total);
  }
  FactorIndices found;
  found.first = interval_of(whole->first, std::move(first));
  found.total = interval_of(whole->total, std::move(total));
  return found;
}

}  // namespace

StudyValues::StudyValues(const StudyFolder& folder, const StudyPlan& plan) : plan_(plan) {
  values_.assign(plan.scalars.size(), std::vector<double>(static_cast<std::size_t>(plan.count), std::nan("")));
  for (std::int64_t chunk = 0; chunk < folder.chunks(); ++chunk) {
    const auto rows = folder.rows_of(chunk);
    if (!rows) continue;
    for (std::size_t r = 0; r < rows->size(); ++r) {
      const std::vector<std::string> fields = fields_of((*rows)[r].line);
      for (std::size_t s = 0; s < values_.size(); ++s)
        values_[s][static_cast<std::size_t>(folder.first_of(chunk)) + r] = value_of_cell(fields.at(1 + plan.factors.size() + s));
    }
  }
}

StudyValues StudyValues::first(std::int64_t samples) const {
  StudyValues some = *this;
  for (std::vector<double>& values : some.values_) values.resize(static_cast<std::size_t>(samples));
  return some;
}

std::vector<ScalarStatistics> statistics_of(const StudyValues& values) {
  std::vector<ScalarStatistics> all;
  for (std::size_t s = 0; s < values.values().size(); ++s) all.push_back(statistics_of_one(values.plan().scalars[s], values.values()[s]));
  return all;
}

ConfidentEstimate share_of(std::int64_t held, std::int64_t of) {
  const auto n = static_cast<double>(of);
  const double p = static_cast<double>(held) / n, z2 = kTwoSided95 * kTwoSided95 / n;
  const double middle = (p + z2 / 2) / (1 + z2), half = kTwoSided95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n)) / (1 + z2);
  return {p, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

Frequency frequency_of(const StudyValues& values, const std::string& formula, const std::string& label) {
  const std::vector<StudyScalar>& scalars = values.plan().scalars;
  ParseError fault;
  const auto meaning = [&](std::string_view name) -> std::optional<Observable> {
    if (std::ranges::find(scalars, name, &StudyScalar::name) == scalars.end()) return std::nullopt;
    return Observable{"", Dimension::unchecked()};
  };
  const auto read = read_formula(formula, meaning, fault);
  if (!read) {
    Diagnostic diagnostic;
    diagnostic.code = code_of(fault);
    diagnostic.message = fault.message;
    diagnostic.where.file = label;
    std::vector<std::string> names;
    for (const StudyScalar& scalar : scalars) names.push_back(scalar.name);
    diagnostic.remedy = fault.remedy.empty() ? "the scalars of the study are " + joined(names) : fault.remedy;
    throw Failure(std::move(diagnostic));
  }
  std::vector<std::size_t> columns;
  for (const std::string& name : read->names)
    columns.push_back(static_cast<std::size_t>(std::ranges::find(scalars, name, &StudyScalar::name) - scalars.begin()));
  Frequency found;
  for (std::size_t i = 0; i < static_cast<std::size_t>(values.samples()); ++i) {
    std::vector<double> symbols;
    for (const std::size_t column : columns) symbols.push_back(values.values()[column][i]);
    if (std::ranges::any_of(symbols, [](double value) { return std::isnan(value); })) continue;
    ++found.of;
    if (read->formula.value(symbols) != 0) ++found.held;
  }
  if (found.of > 0) found.share = share_of(found.held, found.of);
  return found;
}

std::vector<FactorIndices> indices_of(const StudyValues& values) {
  std::vector<FactorIndices> all;
  const StudyPlan& plan = values.plan();
  if (!plan.sampling->is_saltelli) return all;
  for (std::size_t s = 0; s < plan.scalars.size(); ++s) {
    const std::vector<Point> points = points_of(values.values()[s], plan.factors.size());
    const std::size_t all_points = values.values()[s].size() / (plan.factors.size() + 2);
    for (std::size_t f = 0; f < plan.factors.size(); ++f) {
      FactorIndices found;
      if (points.size() >= 2 && 2 * points.size() >= all_points) found = with_intervals(points, f);
      found.points = static_cast<std::int64_t>(points.size()), found.all_points = static_cast<std::int64_t>(all_points);
      found.scalar = plan.scalars[s].name, found.factor = plan.factors[f].name;
      all.push_back(std::move(found));
    }
  }
  return all;
}

}  // namespace stribeck
