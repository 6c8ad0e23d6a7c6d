#pragma once
// Sparse LU with partial pivoting, for matrices of one pattern: SuiteSparse KLU.
// Davis, Palamadai Natarajan (2010), Algorithm 907: KLU, a direct sparse solver for circuit simulation problems, ACM TOMS 37, 36.
#include <memory>
#include <vector>

namespace stribeck {

class SparseLu {
 public:
  /// The pattern, column by column: rows[starts[c]] up to rows[starts[c + 1]] are those of column c, ascending.
  SparseLu(std::vector<int> starts, std::vector<int> rows);
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  /// `values` run parallel to the rows. False if the matrix is singular or not finite.
  bool factor(const double* values);
  /// The smallest pivot over the largest, of the last factors, rows scaled: near rounding, the matrix is singular to working accuracy.
  double pivot_ratio() const;
  /// Of the matrix that was factored last.
  bool determinant_is_negative() const;
  /// b := matrix^-1 b by the factors at hand, for so many right sides one after the other.
  void solve(double* b, int count = 1) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace stribeck
