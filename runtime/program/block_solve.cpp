// Algebraic loops: LU with partial pivoting for linear ones, damped Newton for the others.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "program/machine.h"

namespace stribeck {

namespace {
std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
}  // namespace

void Machine::solve(const BlockCode& block) {
  if (block.linear)
    solve_linear(block);
  else
    solve_newton(block);
}

/// LU factors of the block's matrix, in its storage; rows are exchanged by the largest pivot relative to its row (Golub, Van Loan,
/// section 3.4).
void Machine::factor(const BlockCode& block) {
  const std::size_t n = at(block.size);
  double* const lu = storage_.data() + block.storage;
  std::int32_t* const pivots = pivots_.data() + block.pivots;
  double* const scale = work_.data() + 2 * at(program_.largest_block);
  for (std::size_t i = 0; i < n; ++i) scale[i] = 0;
  for (std::size_t k = 0; k < n * n; ++k) {
    lu[k] = value(block.matrix[k]);
    scale[k % n] = std::max(scale[k % n], std::fabs(lu[k]));
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    double largest = -1;
    for (std::size_t i = k; i < n; ++i) {
      const double relative = scale[i] > 0 ? std::fabs(lu[k * n + i]) / scale[i] : 0;
      if (relative > largest) largest = relative, best = i;
    }
    if (!(largest > kSingularPivot)) fail(block, "its equations are not independent at this point, so the unknowns have no unique values");
    pivots[k] = static_cast<std::int32_t>(best);
    if (best != k) {
      for (std::size_t j = 0; j < n; ++j) std::swap(lu[j * n + k], lu[j * n + best]);
      std::swap(scale[k], scale[best]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = lu[k * n + i] /= lu[k * n + k];
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < n; ++j) lu[j * n + i] -= factor * lu[j * n + k];
    }
  }
}

void Machine::back_substitute(const BlockCode& block, double* b) const {
  const std::size_t n = at(block.size);
  const double* const lu = storage_.data() + block.storage;
  const std::int32_t* const pivots = pivots_.data() + block.pivots;
  for (std::size_t k = 0; k < n; ++k) std::swap(b[k], b[at(pivots[k])]);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) b[i] -= lu[k * n + i] * b[k];
  for (std::size_t k = n; k-- > 0;) {
    b[k] /= lu[k * n + k];
    for (std::size_t i = 0; i < k; ++i) b[i] -= lu[k * n + i] * b[k];
  }
}

void Machine::solve_linear(const BlockCode& block) {
  factor(block);
  for (std::size_t k = 0; k < at(block.size); ++k) work_[k] = -value(block.residual[k]);
  back_substitute(block, work_.data());
  for (std::size_t k = 0; k < at(block.size); ++k) set(block.unknowns[k], work_[k]);
}

/// Newton from the last solution; a step that does not shrink the residual is halved (Deuflhard 2004, Newton Methods for Nonlinear
/// Problems, section 3.1, residual-based). Ends when the step no longer changes the unknowns, or cannot get smaller by rounding.
void Machine::solve_newton(const BlockCode& block) {
  const std::size_t n = at(block.size);
  double* const step = work_.data();
  double* const start = work_.data() + at(program_.largest_block);
  const auto residual = [&] {
    execute(block.evaluate);
    double largest = 0;
    for (const Register r : block.residual) largest = std::isfinite(value(r)) ? std::max(largest, std::fabs(value(r))) : HUGE_VAL;
    return largest;
  };
  double before = residual();
  if (!std::isfinite(before)) {  // the last solution may lie where the law has no value: start from zero
    for (const Register r : block.unknowns) set(r, 0.0);
    before = residual();
  }
  double last_step = HUGE_VAL;
  for (int iteration = 0; iteration < kNewtonIterations && std::isfinite(before); ++iteration) {
    if (before == 0) return;
    factor(block);
    for (std::size_t k = 0; k < n; ++k) step[k] = -value(block.residual[k]), start[k] = value(block.unknowns[k]);
    back_substitute(block, step);
    double relative = 0;
    for (std::size_t k = 0; k < n; ++k) relative = std::max(relative, std::fabs(step[k]) / std::max(std::fabs(start[k]), kNewtonFloor));
    double damping = 1, after = HUGE_VAL;
    for (; damping > kNewtonLeastDamping; damping /= 2) {
      for (std::size_t k = 0; k < n; ++k) set(block.unknowns[k], start[k] + damping * step[k]);
      after = residual();
      if (after < before || relative <= kNewtonRounding) break;
    }
    const bool settled = relative <= kNewtonTolerance || (relative <= kNewtonRounding && relative >= 0.5 * last_step);
    if (settled && std::isfinite(after)) return;
    if (damping <= kNewtonLeastDamping) break;
    last_step = relative;
    before = after;
  }
  fail(block, "Newton's iteration found no values that fulfil its equations");
}

void Machine::fail(const BlockCode& block, const char* why) const {
  const SortedSystem& sorted = *program_.sorted;
  const Block& sorted_block = sorted.blocks[at(block.block)];
  std::string unknowns;
  for (const std::int32_t v : sorted_block.unknowns) unknowns += (unknowns.empty() ? "" : ", ") + variable_name(*sorted.flat, v);
  Diagnostic diagnostic{
      .code = ErrorCode::run_no_solution,
      .message = "the algebraic loop for " + unknowns + " has no solution at t = " + std::to_string(value(program_.time)) + " s",
      .where = where_of_equation(*sorted.flat, sorted_block.equations[0]),
      .because = why,
      .remedy = "give one of the nodes in the loop a small mass or inertia, or an elastic or damped connection",
      .details = {}};
  for (const std::int32_t e : sorted_block.equations) diagnostic.details.emplace_back("equation", equation_text(*sorted.flat, e));
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
