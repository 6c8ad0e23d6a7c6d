// Redundant rigid constraints: a loop of gears whose ratios close, two grounds at one node, two rigid links side by side. The velocities
// agree, but the forces around the loop may be split in any way. The split of least norm is taken, and said.
//
// The null space of the undetermined part of the system (Dulmage-Mendelsohn) is the set of force patterns that change nothing, as long as
// they leave alone what has other coefficients than parameters. Requiring the forces to be orthogonal to each of them gives the least norm.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/constants.h"
#include "base/index.h"
#include "base/pieces.h"
#include "base/text.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

using DenseRow = std::vector<double>;

/// Basis of the vectors z with matrix * z = 0, by Gauss-Jordan elimination with full pivoting. An entry is zero if it is rounding of what
/// it is the sum of: that does not depend on the units of the unknowns.
std::vector<DenseRow> null_space(std::vector<DenseRow> matrix, std::size_t columns) {
  std::vector<std::size_t> pivot_columns;
  std::vector<bool> is_pivot(columns, false);
  std::vector<DenseRow> terms = matrix;  // of each entry, all counted positive
  for (DenseRow& row : terms)
    for (double& entry : row) entry = std::fabs(entry);
  const auto is_zero = [&](std::size_t i, std::size_t c) { return std::fabs(matrix[i][c]) <= kSingularPivot * terms[i][c]; };
  for (std::size_t r = 0; r < matrix.size(); ++r) {
    std::size_t best_row = r, best_column = columns;
    double largest = 0;
    for (std::size_t i = r; i < matrix.size(); ++i)
      for (std::size_t c = 0; c < columns; ++c)
        if (!is_pivot[c] && std::fabs(matrix[i][c]) > largest && !is_zero(i, c))
          largest = std::fabs(matrix[i][c]), best_row = i, best_column = c;
    if (best_column == columns) break;
    std::swap(matrix[r], matrix[best_row]);
    std::swap(terms[r], terms[best_row]);
    is_pivot[best_column] = true;
    pivot_columns.push_back(best_column);
    const double pivot = matrix[r][best_column];
    for (double& entry : matrix[r]) entry /= pivot;
    for (double& entry : terms[r]) entry /= std::fabs(pivot);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      const double factor = i == r ? 0 : matrix[i][best_column];
      for (std::size_t c = 0; factor != 0 && c < columns; ++c) {
        matrix[i][c] -= factor * matrix[r][c];
        terms[i][c] += std::fabs(factor) * terms[r][c];
      }
    }
  }
  std::vector<DenseRow> basis;
  for (std::size_t free = 0; free < columns; ++free) {
    if (is_pivot[free]) continue;
    DenseRow z(columns, 0.0);
    z[free] = 1;
    for (std::size_t r = 0; r < pivot_columns.size(); ++r) z[pivot_columns[r]] = is_zero(r, free) ? 0 : -matrix[r][free];
    basis.push_back(std::move(z));
  }
  return basis;
}

class ForceSplit {
 public:
  ForceSplit(FlatSystem& flat, ExprPool& pool, SortedSystem& sorted, const std::vector<std::int32_t>& column_of)
      : flat_(flat), pool_(pool), sorted_(sorted), column_of_(column_of) {}

  /// The undetermined equations as numbers, but for the unknowns that have other coefficients than parameters.
  void read(const DulmageMendelsohn& parts) {
    for (std::size_t k = 0; k < parts.under_columns.size(); ++k) local_[parts.under_columns[k]] = k;
    columns_ = parts.under_columns.size();
    for (const std::int32_t e : parts.under_rows) {
      DenseRow row(columns_, 0.0);
      double scale = 0;
      // The highest derivative decides the motion; its antiderivatives are known when it is solved for. An equation of antiderivatives
      // alone will be differentiated until it holds the highest, with the same coefficients.
      const bool has_highest = std::any_of(sorted_.incidence[at(e)].begin(), sorted_.incidence[at(e)].end(),
                                           [&](const IncidenceTerm& term) { return flat_.variable(term.variable).derivative < 0; });
      for (const IncidenceTerm& term : sorted_.incidence[at(e)]) {
        const std::int32_t column = column_of_[at(term.variable)];
        const auto local = local_.find(column);
        if (local == local_.end()) continue;
        if (has_highest && flat_.variable(term.variable).derivative >= 0) continue;
        if ((pool_.content(term.partial) & ~kParameter) != 0) {
          left_alone_.try_emplace(local->second, e);
          continue;
        }
        row[local->second] = parameter_value(flat_, term.partial);
        scale = std::max(scale, std::fabs(row[local->second]));
      }
      for (double& entry : row) entry = scale > 0 ? entry / scale : 0;
      matrix_.push_back(std::move(row));
    }
  }

  /// Adds an equation for each force pattern that changes nothing; false if the freedom is not one of forces alone.
  bool add(const std::vector<std::int32_t>& unknowns, const DulmageMendelsohn& parts) {
    std::vector<DenseRow> matrix = matrix_;
    for (const auto& [column, equation] : left_alone_) {
      matrix.emplace_back(columns_, 0.0);
      matrix.back()[column] = 1;
    }
    const std::vector<DenseRow> basis = null_space(std::move(matrix), columns_);
    if (basis.size() != parts.under_columns.size() - parts.under_rows.size()) return false;
    for (const DenseRow& z : basis)
      for (std::size_t k = 0; k < columns_; ++k)
        if (z[k] != 0 && !is_force(flat_, unknowns[at(parts.under_columns[k])])) return false;
    for (const DenseRow& z : basis) {
      ExprId sum = pool_.zero();
      std::string names;
      for (std::size_t k = 0; k < columns_; ++k) {
        if (z[k] == 0) continue;
        const std::int32_t v = unknowns[at(parts.under_columns[k])];
        sum = pool_.add(sum, pool_.mul(pool_.constant(z[k]), flat_.variable(v).value));
        names += (names.empty() ? "" : ", ") + variable_name(flat_, v);
      }
      flat_.equations.push_back({EquationKind::force_split, -1, -1, sum});
      flat_.notes.push_back({.code = ErrorCode::structure_singular,
                             .message = "the split of " + names + " is not unique; the one of least norm is shown",
                             .where = {.file = flat_.diagram().file, .pointer = {}, .instance = {}, .relation = {}},
                             .because = "rigid parts side by side, or around a closed loop, hold the same motion more than once",
                             .remedy = "make one of them elastic with a spring if the split matters",
                             .severity = Severity::warning,
                             .details = {}});
    }
    return true;
  }

  /// A pattern of forces that would change nothing, if laws did not depend on their split.
  std::optional<Diagnostic> law_of_a_split(const std::vector<std::int32_t>& unknowns, const DulmageMendelsohn& parts) const {
    for (const DenseRow& z : null_space(matrix_, columns_)) {
      std::vector<std::string> names;
      std::int32_t law = -1;
      bool of_forces = true;
      for (std::size_t k = 0; k < columns_; ++k) {
        if (z[k] == 0) continue;
        const std::int32_t v = unknowns[at(parts.under_columns[k])];
        of_forces = of_forces && is_force(flat_, v);
        names.push_back(variable_name(flat_, v));
        if (const auto found = left_alone_.find(k); found != left_alone_.end()) law = found->second;
      }
      if (!of_forces || law < 0) continue;
      return Diagnostic{
          .code = ErrorCode::structure_singular,
          .message = "\"" + equation_name(flat_, law) + "\" depends on the split of " + joined(names) + ", which is not unique",
          .where = where_of_equation(flat_, law),
          .because =
              "rigid parts side by side, or around a closed loop, hold the same motion more than once; with friction that "
              "depends on their forces the motion is not unique either",
          .remedy = "make one of them elastic with a spring, or leave one out",
          .severity = Severity::error,
          .details = {}};
    }
    return std::nullopt;
  }

 private:
  FlatSystem& flat_;
  ExprPool& pool_;
  SortedSystem& sorted_;
  const std::vector<std::int32_t>& column_of_;
  std::map<std::int32_t, std::size_t> local_;       // place in the piece of each of its columns
  std::map<std::size_t, std::int32_t> left_alone_;  // places that patterns leave alone, with an equation that is the reason
  std::vector<DenseRow> matrix_;
  std::size_t columns_ = 0;
};

/// The under-determined parts that share no equation, each as equations and unknowns of its own.
std::vector<DulmageMendelsohn> pieces_of(const Incidence& incidence, const DulmageMendelsohn& parts) {
  Pieces sets(at(incidence.column_count));
  std::vector<bool> is_under(at(incidence.column_count), false);
  for (const std::int32_t c : parts.under_columns) is_under[at(c)] = true;
  for (const std::int32_t e : parts.under_rows) {
    std::int32_t first = -1;
    for (const std::int32_t c : incidence.row(e)) {
      if (!is_under[at(c)]) continue;
      if (first >= 0) sets.join(c, first);
      first = c;
    }
  }
  std::vector<DulmageMendelsohn> pieces;
  std::vector<std::int32_t> number(at(incidence.column_count), -1);
  for (const std::int32_t c : parts.under_columns) {
    std::int32_t& n = number[at(sets.find(c))];
    if (n < 0) n = static_cast<std::int32_t>(pieces.size()), pieces.emplace_back();
    pieces[at(n)].under_columns.push_back(c);
  }
  for (const std::int32_t e : parts.under_rows)
    for (const std::int32_t c : incidence.row(e))
      if (is_under[at(c)]) {
        pieces[at(number[at(sets.find(c))])].under_rows.push_back(e);
        break;
      }
  return pieces;
}

}  // namespace

bool split_redundant_forces(FlatSystem& flat, ExprPool& pool, SortedSystem& sorted, const Incidence& incidence, const Matching& matching,
                            const std::vector<std::int32_t>& unknowns, const std::vector<std::int32_t>& column_of) {
  constexpr std::size_t kLargestSplit = 500;  // unknowns of one piece; its null space is found densely
  const DulmageMendelsohn parts = dulmage_mendelsohn(incidence, matching);
  if (!parts.over_rows.empty() || parts.under_columns.empty()) return false;
  for (const DulmageMendelsohn& piece : pieces_of(incidence, parts)) {
    ForceSplit split(flat, pool, sorted, column_of);
    if (piece.under_columns.size() > kLargestSplit) return false;
    split.read(piece);
    if (split.add(unknowns, piece)) continue;
    if (std::optional<Diagnostic> law = split.law_of_a_split(unknowns, piece)) throw Failure(std::move(*law));
    return false;
  }
  return true;
}

}  // namespace stribeck
