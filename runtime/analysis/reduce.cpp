// States that sticking frictions and closed contacts take away.
#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/linear_model.h"
#include "base/text.h"

namespace stribeck {
namespace {

/// Terms added up, and the sum of their sizes.
struct Sum {
  double value = 0, terms = 0;
  void add(double term) { value += term, terms += std::fabs(term); }
  double without_rounding() const { return std::fabs(value) <= kNothing * terms ? 0 : value; }
};

using Row = std::map<std::size_t, double>;

/// The constraints solved for as many states as they determine, by elimination with full pivoting.
struct Elimination {
  std::vector<std::size_t> determined;  ///< states
  std::vector<Row> by;                  ///< of each of those: what it is of states that are not determined
};

void subtract(Row& from, double factor, const Row& row) {
  for (const auto& [column, value] : row) {
    Sum sum;
    sum.add(from[column]), sum.add(-factor * value);
    from[column] = sum.without_rounding();
    if (from[column] == 0) from.erase(column);
  }
}

Elimination eliminate(SparseMatrix g) {
  Elimination result;
  std::vector<std::size_t> pivots;
  std::vector<bool> row_used(g.rows.size(), false);
  for (Row& row : g.rows) {  // so that pivots compare
    double greatest = 0;
    for (const auto& [column, value] : row) greatest = std::max(greatest, std::fabs(value));
    for (auto& [column, value] : row) value /= greatest;
  }
  while (true) {
    std::size_t at_row = 0, at_column = 0;
    double greatest = kNothing;
    for (std::size_t r = 0; r < g.rows.size(); ++r) {
      if (row_used[r]) continue;
      for (const auto& [column, value] : g.rows[r])
        if (std::fabs(value) > kNothing && std::fabs(value) >= greatest * (1 - kNothing))
          greatest = std::fabs(value), at_row = r, at_column = column;
    }
    if (greatest == kNothing) break;
    row_used[at_row] = true;
    const double pivot = g.rows[at_row].at(at_column);
    for (auto& [column, value] : g.rows[at_row]) value /= pivot;
    for (std::size_t r = 0; r < g.rows.size(); ++r) {
      const auto found = g.rows[r].find(at_column);
      if (r == at_row || found == g.rows[r].end()) continue;
      subtract(g.rows[r], found->second, g.rows[at_row]);
      g.rows[r].erase(at_column);
    }
    result.determined.push_back(at_column);
    pivots.push_back(at_row);
  }
  const std::set<std::size_t> determined(result.determined.begin(), result.determined.end());
  for (const std::size_t pivot : pivots) {
    Row& by = result.by.emplace_back();
    for (const auto& [column, value] : g.rows[pivot])
      if (!determined.contains(column)) by[column] = -value;
  }
  return result;
}

/// States that are kept, by their numbers before; and of those that are not, what they are of those.
class Kept {
 public:
  Kept(const Elimination& elimination, std::size_t states) : by_(states, nullptr), number_(states, 0) {
    for (std::size_t k = 0; k < elimination.determined.size(); ++k) by_[elimination.determined[k]] = &elimination.by[k];
    for (std::size_t s = 0; s < states; ++s)
      if (by_[s] == nullptr) number_[s] = kept_.size(), kept_.push_back(s);
  }
  const std::vector<std::size_t>& states() const { return kept_; }
  bool is_kept(std::size_t state) const { return by_[state] == nullptr; }

  /// With columns for the states that are kept, those that are determined put into them.
  SparseMatrix with_states(const SparseMatrix& m) const {
    SparseMatrix result(m.rows.size(), kept_.size());
    for (std::size_t r = 0; r < m.rows.size(); ++r) {
      std::map<std::size_t, Sum> sums;
      for (const auto& [column, value] : m.rows[r])
        if (is_kept(column)) sums[number_[column]].add(value);
      for (const auto& [column, value] : m.rows[r])
        if (!is_kept(column))
          for (const auto& [other, factor] : *by_[column]) sums[number_[other]].add(value * factor);
      for (const auto& [column, sum] : sums)
        if (const double value = sum.without_rounding(); value != 0) result.rows[r][column] = value;
    }
    return result;
  }
  template <typename Thing>
  std::vector<Thing> of(const std::vector<Thing>& all) const {
    std::vector<Thing> result;
    for (const std::size_t s : kept_) result.push_back(all[s]);
    return result;
  }
  SparseMatrix rows_of(const SparseMatrix& m) const {
    SparseMatrix result;
    result.columns = m.columns, result.rows = of(m.rows);
    return result;
  }

 private:
  std::vector<const Row*> by_;
  std::vector<std::size_t> number_, kept_;
};

/// The rate of each constraint has to be zero, whatever the states that are kept and the inputs are.
void require_kept(const SparseModel& model, const SparseMatrix& constraints, const Kept& kept) {
  constexpr double kDisagreement = 1e-7;  // of the terms: of a law that is not differentiable it is a share of all of them
  const SparseMatrix a = kept.with_states(model.a);
  for (const Row& constraint : constraints.rows) {
    bool moves = false;
    for (const SparseMatrix* m : {&a, &model.b}) {
      std::map<std::size_t, Sum> rates;
      for (const auto& [state, factor] : constraint)
        for (const auto& [column, value] : m->rows[state]) rates[column].add(factor * value);
      for (const auto& [column, sum] : rates) moves = moves || std::fabs(sum.value) > kDisagreement * sum.terms;
    }
    if (!moves) continue;
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::run_not_finite;
    diagnostic.message = "there is no linear model here: what sticks or rests would not keep doing so for the smallest change";
    diagnostic.remedy = "take another instant with --at";
    throw Failure(std::move(diagnostic));
  }
}

void keep(SparseModel& model, const Kept& kept) {
  for (std::size_t s = 0; s < model.states.size(); ++s)
    if (!kept.is_kept(s)) model.left.push_back(model.states[s].name);
  model.a = kept.rows_of(kept.with_states(model.a));
  model.b = kept.rows_of(model.b);
  model.c = kept.with_states(model.c);
  model.states = kept.of(model.states), model.rates = kept.of(model.rates);
}

Matrix dense(const SparseMatrix& m) {
  Matrix result(m.rows.size(), m.columns);
  for (std::size_t r = 0; r < m.rows.size(); ++r)
    for (const auto& [column, value] : m.rows[r]) result(r, column) = value;
  return result;
}

}  // namespace

void reduce(SparseModel& model, const SparseMatrix& constraints) {
  if (constraints.rows.empty()) return;
  const auto has_rate = [&](std::size_t s) { return !model.a.rows[s].empty() || !model.b.rows[s].empty(); };
  std::vector<bool> moved;  // before anything was held
  for (std::size_t s = 0; s < model.states.size(); ++s) moved.push_back(has_rate(s));
  const auto keep_others = [&](const Kept& kept) {
    moved = kept.of(moved);
    keep(model, kept);
  };
  const Elimination first = eliminate(constraints);
  const Kept others(first, model.states.size());
  require_kept(model, constraints, others);
  keep_others(others);
  while (true) {  // what has come to rest takes its displacement along, and that what follows from it alone
    Elimination resting;
    for (std::size_t s = 0; s < model.states.size(); ++s)
      if (moved[s] && !has_rate(s)) resting.determined.push_back(s);
    if (resting.determined.empty()) return;
    resting.by.resize(resting.determined.size());
    keep_others(Kept(resting, model.states.size()));
  }
}

LinearModel dense(SparseModel model) {
  LinearModel result;
  result.time_s = model.time_s;
  result.states = std::move(model.states), result.inputs = std::move(model.inputs), result.outputs = std::move(model.outputs);
  result.rates = std::move(model.rates);
  result.a = dense(model.a), result.b = dense(model.b), result.c = dense(model.c), result.d = dense(model.d);
  result.held = std::move(model.held), result.left = std::move(model.left), result.notes = std::move(model.notes);
  return result;
}

}  // namespace stribeck
