#pragma once
// Eigenvalues of a product of matrices, which is never formed: each is as exact as the factors are, however far apart they lie.
#include <complex>
#include <vector>

#include "analysis/dense.h"

namespace stribeck {

/// Of basis' * factors.back() ... factors.front() * basis, by descending size; `basis`: orthonormal columns.
///
/// Orthogonal iteration with the factors one after another: Q_k R_k = A_k Q_k-1, until Q has come to the invariant subspaces, whose
/// eigenvalues are products of the diagonals of R_k; those of one size, as of complex pairs, are eigenvalues of a block. (Golub, Van Loan
/// (2013), Matrix Computations, section 7.3.2; Fairgrieve, Jepson (1991), SIAM J. Numer. Anal. 28, 1446, on Floquet multipliers.)
std::vector<std::complex<double>> product_eigenvalues(const std::vector<Eigen::MatrixXd>& factors, const Eigen::MatrixXd& basis);

}  // namespace stribeck
