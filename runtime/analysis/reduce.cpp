// States that sticking frictions and closed contacts take away.
#include <algorithm>
#include <cmath>

#include "analysis/linear_model.h"
#include "base/text.h"

namespace stribeck {
namespace {

/// Row `r` of a matrix times column `c` of another, and the sum of the sizes of its terms.
struct Sum {
  double value = 0, terms = 0;
  void add(double term) { value += term, terms += std::fabs(term); }
  double without_rounding() const { return std::fabs(value) <= kNothing * terms ? 0 : value; }
};

/// The constraints solved for as many states as they determine, by elimination with full pivoting.
struct Elimination {
  std::vector<std::size_t> determined;  ///< states
  Matrix by;                            ///< a row for each of those: what it is of all states, zero for those that are determined
};

Elimination eliminate(Matrix g) {
  Elimination result;
  std::vector<std::size_t> pivots;
  std::vector<bool> row_used(g.rows, false);
  for (std::size_t r = 0; r < g.rows; ++r) {  // so that pivots compare
    double greatest = 0;
    for (std::size_t c = 0; c < g.columns; ++c) greatest = std::max(greatest, std::fabs(g(r, c)));
    for (std::size_t c = 0; c < g.columns && greatest > 0; ++c) g(r, c) /= greatest;
  }
  while (true) {
    std::size_t row = 0, column = 0;
    double greatest = kNothing;
    for (std::size_t r = 0; r < g.rows; ++r)
      for (std::size_t c = 0; c < g.columns && !row_used[r]; ++c)
        if (std::fabs(g(r, c)) > kNothing && std::fabs(g(r, c)) >= greatest * (1 - kNothing))
          greatest = std::fabs(g(r, c)), row = r, column = c;
    if (greatest == kNothing) break;
    row_used[row] = true;
    const double pivot = g(row, column);
    for (std::size_t c = 0; c < g.columns; ++c) g(row, c) /= pivot;
    for (std::size_t r = 0; r < g.rows; ++r) {
      const double factor = g(r, column);
      if (r == row || factor == 0) continue;
      for (std::size_t c = 0; c < g.columns; ++c) {
        Sum sum;
        sum.add(g(r, c)), sum.add(-factor * g(row, c));
        g(r, c) = sum.without_rounding();
      }
      g(r, column) = 0;
    }
    result.determined.push_back(column);
    pivots.push_back(row);
  }
  result.by = Matrix(pivots.size(), g.columns);
  for (std::size_t k = 0; k < pivots.size(); ++k)
    for (std::size_t c = 0; c < g.columns; ++c)
      if (std::find(result.determined.begin(), result.determined.end(), c) == result.determined.end()) result.by(k, c) = -g(pivots[k], c);
  return result;
}

/// The columns of `m` for the states that are kept, those that are determined put into them.
Matrix with_states(const Matrix& m, const Elimination& elimination, const std::vector<std::size_t>& kept) {
  Matrix result(m.rows, kept.size());
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t k = 0; k < kept.size(); ++k) {
      Sum sum;
      sum.add(m(r, kept[k]));
      for (std::size_t j = 0; j < elimination.determined.size(); ++j) sum.add(m(r, elimination.determined[j]) * elimination.by(j, kept[k]));
      result(r, k) = sum.without_rounding();
    }
  return result;
}

Matrix rows_of(const Matrix& m, const std::vector<std::size_t>& rows) {
  Matrix result(rows.size(), m.columns);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < m.columns; ++c) result(r, c) = m(rows[r], c);
  return result;
}

bool is_zero_row(const Matrix& m, std::size_t row) {
  for (std::size_t c = 0; c < m.columns; ++c)
    if (m(row, c) != 0) return false;
  return true;
}

/// The rate of each constraint has to be zero, whatever the states that are kept and the inputs are.
void require_kept(const LinearModel& model, const Constraints& constraints, const Elimination& elimination,
                  const std::vector<std::size_t>& kept) {
  const Matrix &g = constraints.rows, a = with_states(model.a, elimination, kept);
  constexpr double kDisagreement = 1e-7;  // of the terms: of a law that is not differentiable it is a share of all of them
  const auto rate = [&](std::size_t r, const Matrix& of, std::size_t c) {
    Sum sum;
    for (std::size_t s = 0; s < g.columns; ++s) sum.add(g(r, s) * of(s, c));
    return std::fabs(sum.value) > kDisagreement * sum.terms;
  };
  for (std::size_t r = 0; r < g.rows; ++r) {
    bool moves = false;
    for (std::size_t c = 0; c < a.columns; ++c) moves = moves || rate(r, a, c);
    for (std::size_t c = 0; c < model.b.columns; ++c) moves = moves || rate(r, model.b, c);
    if (!moves) continue;
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::run_not_finite;
    diagnostic.message = "there is no linear model here: what sticks or rests would not keep doing so for the smallest change";
    diagnostic.remedy = "take another instant with --at";
    throw Failure(std::move(diagnostic));
  }
}

void keep(LinearModel& model, const Elimination& elimination, const std::vector<std::size_t>& kept) {
  for (std::size_t s = 0; s < model.states.size(); ++s)
    if (std::find(kept.begin(), kept.end(), s) == kept.end()) model.left.push_back(model.states[s].name);
  model.a = rows_of(with_states(model.a, elimination, kept), kept);
  model.b = rows_of(model.b, kept);
  model.c = with_states(model.c, elimination, kept);
  std::vector<LinearVariable> states;
  std::vector<double> rates;
  for (const std::size_t s : kept) states.push_back(model.states[s]), rates.push_back(model.rates[s]);
  model.states = std::move(states), model.rates = std::move(rates);
}

}  // namespace

void reduce(LinearModel& model, const Constraints& constraints) {
  if (constraints.rows.rows == 0) return;
  const auto others = [&](const std::vector<std::size_t>& gone) {
    std::vector<std::size_t> kept;
    for (std::size_t s = 0; s < model.states.size(); ++s)
      if (std::find(gone.begin(), gone.end(), s) == gone.end()) kept.push_back(s);
    return kept;
  };
  std::vector<bool> moved;  // before anything was held
  for (std::size_t s = 0; s < model.states.size(); ++s) moved.push_back(!is_zero_row(model.a, s) || !is_zero_row(model.b, s));
  const auto keep_others = [&](const Elimination& elimination) {
    const std::vector<std::size_t> kept = others(elimination.determined);
    std::vector<bool> still;
    for (const std::size_t s : kept) still.push_back(moved[s]);
    moved = std::move(still);
    keep(model, elimination, kept);
  };
  const Elimination first = eliminate(constraints.rows);
  require_kept(model, constraints, first, others(first.determined));
  keep_others(first);
  while (true) {  // what has come to rest takes its displacement along, and that what follows from it alone
    Elimination resting;
    for (std::size_t s = 0; s < model.states.size(); ++s)
      if (moved[s] && is_zero_row(model.a, s) && is_zero_row(model.b, s)) resting.determined.push_back(s);
    if (resting.determined.empty()) return;
    resting.by = Matrix(resting.determined.size(), model.states.size());
    keep_others(resting);
  }
}

}  // namespace stribeck
