#include "program/sparse_lu.h"

#include <klu.h>

#include <cmath>

namespace stribeck {

struct SparseLu::Factors {
  Factors(std::vector<int> column_starts, std::vector<int> row_numbers) : starts(std::move(column_starts)), rows(std::move(row_numbers)) {
    klu_defaults(&common);
    symbolic = klu_analyze(size(), starts.data(), rows.data(), &common);
  }
  ~Factors() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;
  int size() const { return static_cast<int>(starts.size()) - 1; }

  std::vector<int> starts, rows;
  mutable klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  double growth = 1;               // reciprocal, of the factors whose pivots were searched last
  mutable std::vector<char> seen;  // of a permutation that is counted
};

SparseLu::SparseLu(std::vector<int> starts, std::vector<int> rows)
    : factors_(std::make_unique<Factors>(std::move(starts), std::move(rows))) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::factor(const double* values) {
  Factors& f = *factors_;
  for (std::size_t k = 0; k < f.rows.size(); ++k)
    if (!std::isfinite(values[k])) return false;
  double* const entries = const_cast<double*>(values);  // NOLINT: KLU reads it only
  // The old order of pivots costs neither a search nor memory; it serves until it would magnify rounding, and clearly more than a new order
  // did when it was searched: entries of a long chain of bodies grow a thousandfold in any order.
  constexpr double kLeastReciprocalGrowth = 1e-3, kClearlyMore = 0.1;
  const bool again = f.numeric != nullptr && klu_refactor(f.starts.data(), f.rows.data(), entries, f.symbolic, f.numeric, &f.common) != 0 &&
                     klu_rgrowth(f.starts.data(), f.rows.data(), entries, f.symbolic, f.numeric, &f.common) != 0 &&
                     f.common.rgrowth > std::fmin(kLeastReciprocalGrowth, kClearlyMore * f.growth);
  if (again) return f.common.status == KLU_OK;
  klu_free_numeric(&f.numeric, &f.common);
  f.numeric = klu_factor(f.starts.data(), f.rows.data(), entries, f.symbolic, &f.common);
  if (f.numeric == nullptr || f.common.status != KLU_OK) return false;
  f.growth = klu_rgrowth(f.starts.data(), f.rows.data(), entries, f.symbolic, f.numeric, &f.common) != 0 ? f.common.rgrowth : 1;
  return true;
}

double SparseLu::pivot_ratio() const {
  klu_rcond(factors_->symbolic, factors_->numeric, &factors_->common);
  return factors_->common.rcond;
}

namespace {
bool is_odd(const int* permutation, int size, std::vector<char>& seen) {
  seen.assign(static_cast<std::size_t>(size), 0);
  bool odd = false;
  for (int first = 0; first < size; ++first)
    for (int i = first; seen[static_cast<std::size_t>(i)] == 0; i = permutation[i]) {
      seen[static_cast<std::size_t>(i)] = 1;
      if (permutation[i] != first) odd = !odd;  // a cycle of n is n - 1 exchanges
    }
  return odd;
}
}  // namespace

/// L has ones on its diagonal, rows are scaled by positive numbers.
bool SparseLu::determinant_is_negative() const {
  const Factors& f = *factors_;
  bool negative = is_odd(f.numeric->Pnum, f.size(), f.seen) != is_odd(f.symbolic->Q, f.size(), f.seen);
  const double* const pivots = static_cast<const double*>(f.numeric->Udiag);
  for (int i = 0; i < f.size(); ++i) negative = negative != (pivots[i] < 0);
  return negative;
}

void SparseLu::solve(double* b, int count) const {
  klu_solve(factors_->symbolic, factors_->numeric, factors_->size(), count, b, &factors_->common);
}

}  // namespace stribeck
