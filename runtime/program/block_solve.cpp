// Linear algebraic loops, solved by LU factors with partial pivoting. Nonlinear loops use the same factors (loop_search.cpp).
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"
#include "program/equilibration.h"
#include "program/jammed.h"
#include "program/loop_search.h"
#include "program/loop_solver.h"

namespace stribeck {

void LoopSolver::factor_or_fail(const BlockCode& block) {
  if (!pseudo_inverses_[number_of(block)].empty()) return;  // a pseudo-inverse stands in for the factors
  const FollowedRoot* const root = roots().of(number_of(block));
  if (root != nullptr && root->mirror.is_known) return factor_at_mirror(block, *root);
  if (!block.linear) execute(block.evaluate);
  if (!factor(block)) fail(block, kSingularLoop);
}

bool LoopSolver::factor(const BlockCode& block) { return block.sparse < 0 ? factor_dense(block) : factor_sparse(block); }

/// Computes LU factors of the block's matrix in its storage. The pivot is the entry that is largest relative to its row (Golub, Van Loan,
/// section 3.4). A pivot that is small against its row may be rounding, or may belong to an unknown in another unit than the rest. If all
/// are small, the factorisation is repeated `by_terms`: each pivot is compared with the sum of the magnitudes of its terms, which have the
/// same unit as it has.
bool LoopSolver::factor_dense(const BlockCode& block, bool by_terms) {
  const std::size_t n = at(block.size);
  double* const lu = storage_.data() + block.storage;
  std::int32_t* const pivots = pivots_.data() + block.pivots;
  if (n == 1) {  // the loop of one body that rubs on the ground, of which there may be thousands
    lu[0] = block.matrix.empty() ? 0 : value(block.matrix[0]);  // empty: the residual does not depend on the tearing variable
    pivots[0] = 0;
    return lu[0] != 0 && std::isfinite(lu[0]);
  }
  double* const scale = work_.data() + 2 * at(program_->largest_block);
  std::fill_n(lu, n * n, 0.0);
  std::fill_n(scale, n, 0.0);
  for (std::size_t c = 0; c < n; ++c)
    for (std::size_t k = at(block.starts[c]); k < at(block.starts[c + 1]); ++k) {
      const std::size_t r = at(block.rows[k]);
      lu[c * n + r] = value(block.matrix[k]);
      if (!std::isfinite(lu[c * n + r])) return false;
      scale[r] = std::max(scale[r], std::fabs(lu[c * n + r]));
    }
  std::vector<double> terms;  // of each entry: the sum of the magnitudes that it is the sum of
  if (by_terms)
    for (std::size_t k = 0; k < n * n; ++k) terms.push_back(std::fabs(lu[k]));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    double largest = -1;
    for (std::size_t i = k; i < n; ++i) {
      if (by_terms && std::fabs(lu[k * n + i]) <= kSingularPivot * terms[k * n + i]) continue;
      const double relative = scale[i] > 0 ? std::fabs(lu[k * n + i]) / scale[i] : 0;
      if (relative > largest) largest = relative, best = i;
    }
    if (!(largest > (by_terms ? 0 : kSingularPivot))) return !by_terms && factor_dense(block, true);
    pivots[k] = static_cast<std::int32_t>(best);
    if (best != k) {
      for (std::size_t j = 0; j < n; ++j) std::swap(lu[j * n + k], lu[j * n + best]);
      for (std::size_t j = 0; j < n && by_terms; ++j) std::swap(terms[j * n + k], terms[j * n + best]);
      std::swap(scale[k], scale[best]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const double pivot = lu[k * n + k], factor = lu[k * n + i] /= pivot;
      if (by_terms)
        for (std::size_t j = k + 1; j < n; ++j) terms[j * n + i] += terms[k * n + i] / std::fabs(pivot) * terms[j * n + k];
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < n; ++j) lu[j * n + i] -= factor * lu[j * n + k];
    }
  }
  return true;
}

/// Columns are scaled too, as forces and speeds have different sizes, so that a pivot can be told from rounding. The scale is the largest
/// entry of the column. If a pivot is small then, which the units of rows may cause as well, a scaling is used that does not depend on
/// units.
bool LoopSolver::factor_sparse(const BlockCode& block) {
  const std::size_t n = at(block.size);
  double* const scale = column_scales_.data() + first_scale_[at(block.sparse)];
  SparseLu& lu = sparse_[at(block.sparse)];
  const auto is_regular = [&] {
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t k = at(block.starts[c]); k < at(block.starts[c + 1]); ++k) entries_[k] = scale[c] * value(block.matrix[k]);
    return lu.factor(entries_.data()) && lu.pivot_ratio() > kSingularPivot;
  };
  for (std::size_t c = 0; c < n; ++c) {
    double largest = 0;
    for (std::size_t k = at(block.starts[c]); k < at(block.starts[c + 1]); ++k) {
      const double entry = value(block.matrix[k]);
      if (!std::isfinite(entry)) return false;
      largest = std::max(largest, std::fabs(entry));
    }
    scale[c] = largest > 0 ? 1 / largest : 1;
  }
  if (is_regular()) return true;
  std::vector<double> entries;
  for (std::size_t k = 0; k < at(block.starts[n]); ++k) entries.push_back(value(block.matrix[k]));
  const std::vector<double> scales = equilibrating_columns(block.starts, block.rows, entries);
  std::copy(scales.begin(), scales.end(), scale);
  return is_regular();
}

void LoopSolver::back_substitute(const BlockCode& block, double* b) const {
  const std::size_t n = at(block.size);
  if (!pseudo_inverses_[number_of(block)].empty()) return multiply_shared(block, b);
  if (block.sparse >= 0) {
    sparse_[at(block.sparse)].solve(b);
    const double* const scale = column_scales_.data() + first_scale_[at(block.sparse)];
    for (std::size_t c = 0; c < n; ++c) b[c] *= scale[c];
    return;
  }
  const double* const lu = storage_.data() + block.storage;
  if (n == 1) {
    b[0] /= lu[0];
    return;
  }
  const std::int32_t* const pivots = pivots_.data() + block.pivots;
  for (std::size_t k = 0; k < n; ++k) std::swap(b[k], b[at(pivots[k])]);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) b[i] -= lu[k * n + i] * b[k];
  for (std::size_t k = n; k-- > 0;) {
    b[k] /= lu[k * n + k];
    for (std::size_t i = 0; i < k; ++i) b[i] -= lu[k * n + i] * b[k];
  }
}

/// A torn loop is evaluated twice: with its tearing variables at zero, which gives the right side of the linear system, and at the
/// solution.
void LoopSolver::solve_linear(const BlockCode& block) {
  const bool torn = !block.evaluate.empty();
  if (torn) {
    for (const Register r : block.unknowns) set(r, 0.0);
    execute(block.evaluate);
  }
  if (!block.constant_matrix && !factor(block)) {
    if (!block.friction_forces.empty() && solve_shared(block)) return;
    fail(block, kSingularLoop);
  }
  pseudo_inverses_[number_of(block)].clear();
  newton_correction(block, work_.data());
  for (std::size_t k = 0; k < at(block.size); ++k) set(block.unknowns[k], work_[k]);
  if (torn) execute(block.evaluate);
}

/// to = -matrix^-1 * residual, by the factors at hand.
void LoopSolver::newton_correction(const BlockCode& block, double* to) const {
  for (std::size_t k = 0; k < at(block.size); ++k) to[k] = -value(block.residual[k]);
  back_substitute(block, to);
}

void LoopSolver::fail(const BlockCode& block, const char* why) {
  const Labels& labels = *program_->labels;
  if (!block.reacting_frictions.empty())
    throw jammed(*program_, block.reacting_frictions, value(program_->time), "no force fulfils its law at the present direction of slip");
  const bool singular = why == kSingularLoop;
  if (!singular) fail_if_pressed_by_itself(labels, block.block, value(program_->time));
  const Labels::Loop loop = labels.loop(block.block);
  const std::string has_none = singular ? " has no unique solution at t = " : " has no solution at t = ";
  Diagnostic diagnostic{
      .code = ErrorCode::run_no_solution,
      .message = "the algebraic loop for " + joined(loop.unknowns) + has_none + short_number(value(program_->time)) + " s",
      .where = loop.where,
      .because = singular || why == kRootEnds ? why : nearest_in_words(block),
      .remedy = std::string(singular ? "leave out an equation that says the same as others, or " : "") +
                "give one of the nodes in the loop a small mass or inertia, or an elastic or damped connection",
      .details = {}};
  for (const std::string& equation : loop.equations) diagnostic.details.emplace_back("equation", equation);
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
