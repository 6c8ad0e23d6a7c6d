#pragma once
// What residuals and their derivatives at the optimum say of the estimates.
#include <vector>

#include "fit/fit.h"

namespace stribeck {

/// Completes errors, intervals, correlations, condition, and what is not seen, of a fit whose parameters have their values and places.
/// Residuals and derivatives over sigma, by parameters in SI; `rest` as the plan's loss.
///     covariance  s^2 (J'J)^-1,  s^2 = r'r/(N - p);   interval  value +- t(0.975, N - p) error
/// With a robust loss, psi its influence: s^2 sum psi^2/(N - p) / mean(psi')^2 in its place, with the factor K^2, K = 1 + p/N
/// var(psi')/mean(psi')^2 (Huber (1981), Robust Statistics, section 7.6).
void judge(Fit& fit, const std::vector<double>& residuals, const Matrix& jacobian);

/// How probable autocorrelations as large as these are in white noise: Ljung, Box (1978), Biometrika 65, pp. 297-303, with up to ten lags.
double whiteness_of(const std::vector<double>& residuals);
/// How probable a sum of squares of normal numbers, so many of them free, is to be as far from what is expected.
double chance_of_squares(double sum, std::int64_t freedom);
double neighbours_correlation(const std::vector<double>& residuals);

}  // namespace stribeck
