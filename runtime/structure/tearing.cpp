#include "structure/tearing.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <utility>

#include "base/constants.h"
#include "base/index.h"

namespace stribeck {

namespace {

/// Magnitudes with rows and columns divided by the root of their largest entry, some times over: Ruiz (2001), A scaling algorithm to
/// equilibrate both rows and columns norms in matrices, RAL-TR-2001-034. What is not known beforehand counts as one.
std::vector<double> equilibrated(const TearingProblem& problem) {
  constexpr int kSweeps = 6;
  const Incidence& incidence = problem.incidence;
  std::vector<double> scaled = problem.magnitudes;
  std::vector<double> row_largest(at(incidence.row_count())), column_largest(at(incidence.column_count));
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    std::fill(row_largest.begin(), row_largest.end(), 0.0);
    std::fill(column_largest.begin(), column_largest.end(), 0.0);
    const auto for_each = [&](auto visit) {
      for (std::int32_t r = 0; r < incidence.row_count(); ++r)
        for (std::int32_t k = incidence.starts[at(r)]; k < incidence.starts[at(r) + 1]; ++k)
          if (scaled[at(k)] > 0) visit(scaled[at(k)], row_largest[at(r)], column_largest[at(incidence.columns[at(k)])]);
    };
    for_each([](double entry, double& row, double& column) { row = std::max(row, entry), column = std::max(column, entry); });
    for_each([](double& entry, double row, double column) { entry /= std::sqrt(row) * std::sqrt(column); });
  }
  for (double& entry : scaled)
    if (entry == 0) entry = 1;
  return scaled;
}

class Tearer {
 public:
  explicit Tearer(const TearingProblem& problem)
      : incidence_(problem.incidence),
        scaled_(equilibrated(problem)),
        left_in_row_(at(incidence_.row_count())),
        row_used_(at(incidence_.row_count()), false),
        growth_(at(incidence_.column_count), -1) {
    index_columns();
  }

  /// Torn at these first.
  Tearing run(const std::vector<std::int32_t>& first = {}) {
    look_for_ready_rows();
    for (const std::int32_t c : first) tear_at(c);
    for (std::int32_t c = 0; c < incidence_.column_count; ++c) by_degree_.push({degree_[at(c)], -c});
    while (settled_ < incidence_.column_count) {
      if (!compute_next()) tear_next();
    }
    return finish();
  }
  /// Torn at these alone; none if that leaves unknowns that nothing computes.
  std::optional<Tearing> run_at(const std::vector<std::int32_t>& variables) {
    look_for_ready_rows();
    for (const std::int32_t c : variables) tear_at(c);
    while (settled_ < incidence_.column_count)
      if (!compute_next()) return std::nullopt;
    return finish();
  }

 private:
  void look_for_ready_rows() {
    for (std::int32_t r = 0; r < incidence_.row_count(); ++r)
      if (left_in_row_[at(r)] == 1) ready_.push(r);
  }
  Tearing finish() {
    for (std::int32_t r = 0; r < incidence_.row_count(); ++r)
      if (!row_used_[at(r)]) result_.residuals.push_back(r);
    std::sort(result_.variables.begin(), result_.variables.end());
    return std::move(result_);
  }

  void index_columns() {
    column_starts_.assign(at(incidence_.column_count) + 1, 0);
    for (const std::int32_t c : incidence_.columns) ++column_starts_[at(c) + 1];
    degree_.assign(column_starts_.begin() + 1, column_starts_.end());
    for (std::size_t c = 0; c < at(incidence_.column_count); ++c) column_starts_[c + 1] += column_starts_[c];
    rows_.resize(incidence_.columns.size());
    std::vector<std::int32_t> next(column_starts_.begin(), column_starts_.end() - 1);
    for (std::int32_t r = 0; r < incidence_.row_count(); ++r) {
      left_in_row_[at(r)] = static_cast<std::int32_t>(incidence_.row(r).size());
      for (const std::int32_t c : incidence_.row(r)) rows_[at(next[at(c)]++)] = r;
    }
  }

  /// Takes the lowest equation with a single unknown left, if that one can be computed from it; false if there is none.
  bool compute_next() {
    while (!ready_.empty()) {
      const std::int32_t row = ready_.top();
      ready_.pop();
      if (row_used_[at(row)] || left_in_row_[at(row)] != 1) continue;
      std::int32_t unknown = -1;
      double pivot = 0, others = 0;
      bool solvable = false;
      for (std::int32_t k = incidence_.starts[at(row)]; k < incidence_.starts[at(row) + 1]; ++k) {
        const std::int32_t column = incidence_.columns[at(k)];
        if (growth_[at(column)] < 0) {
          unknown = column;
          pivot = scaled_[at(k)];
          solvable = incidence_.grades[at(k)] <= 1;
        } else {
          others += scaled_[at(k)] * growth_[at(column)];
        }
      }
      if (!solvable || others > kTearingGrowth * pivot) continue;  // stays a residual
      row_used_[at(row)] = true;
      result_.explicit_steps.push_back({row, unknown});
      settle(unknown, others / pivot);
      return true;
    }
    return false;
  }

  void tear_next() {
    while (growth_[at(-by_degree_.top().second)] >= 0) by_degree_.pop();
    const std::int32_t column = -by_degree_.top().second;
    const std::int32_t degree = by_degree_.top().first;
    by_degree_.pop();
    if (degree != degree_[at(column)]) return by_degree_.push({degree_[at(column)], -column});  // equations went since: look again
    tear_at(column);
  }
  void tear_at(std::int32_t column) {
    result_.variables.push_back(column);
    settle(column, 1);
  }

  void settle(std::int32_t column, double growth) {
    growth_[at(column)] = growth;
    ++settled_;
    for (std::int32_t k = column_starts_[at(column)]; k < column_starts_[at(column) + 1]; ++k) {
      const std::int32_t row = rows_[at(k)];
      const std::int32_t left = --left_in_row_[at(row)];
      if (row_used_[at(row)]) continue;
      if (left == 1) ready_.push(row);
      if (left == 1) lower_degrees(row);
    }
  }
  /// An equation that is about to be used no longer speaks for tearing what is in it.
  void lower_degrees(std::int32_t row) {
    for (const std::int32_t c : incidence_.row(row)) --degree_[at(c)];
  }

  const Incidence& incidence_;
  std::vector<double> scaled_;
  std::vector<std::int32_t> left_in_row_, column_starts_, rows_, degree_;
  std::vector<bool> row_used_;
  std::vector<double> growth_;  // of settled unknowns, at least 0; -1: not settled
  std::int32_t settled_ = 0;
  std::priority_queue<std::int32_t, std::vector<std::int32_t>, std::greater<>> ready_;
  std::priority_queue<std::pair<std::int32_t, std::int32_t>> by_degree_;  // degree, then the lowest number
  Tearing result_;
};

}  // namespace

Tearing tear(const TearingProblem& problem) { return Tearer(problem).run(); }

Tearing tear_first_at(const std::vector<std::int32_t>& variables, const TearingProblem& problem) { return Tearer(problem).run(variables); }

Tearing tear_at_no_more_than_needed(const TearingProblem& problem) {
  const Tearer prepared(problem);  // scaled once, for all that is tried
  Tearing tearing = Tearer(prepared).run();
  if (tearing.variables.size() > kLargestDenseLoop) return tearing;
  // The unknowns in the fewest equations first: forces, which follow from the velocities that were torn after them.
  std::vector<std::int32_t> degrees(at(problem.incidence.column_count), 0), by_degree = tearing.variables;
  for (const std::int32_t c : problem.incidence.columns) ++degrees[at(c)];
  std::stable_sort(by_degree.begin(), by_degree.end(), [&](std::int32_t a, std::int32_t b) { return degrees[at(a)] < degrees[at(b)]; });
  for (const std::int32_t spared : by_degree) {
    std::vector<std::int32_t> rest;
    for (const std::int32_t v : tearing.variables)
      if (v != spared) rest.push_back(v);
    if (std::optional<Tearing> smaller = Tearer(prepared).run_at(rest)) tearing = std::move(*smaller);
  }
  return tearing;
}

}  // namespace stribeck
