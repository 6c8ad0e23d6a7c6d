#pragma once
// Damping and friction from a measured free vibration, with how sure they are.
#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "results/free_vibration.h"
#include "results/turning_points.h"

namespace stribeck {

enum class DampingLaw : std::uint8_t { viscous, coulomb, both, quadratic };
inline constexpr std::array kDampingLaws{DampingLaw::viscous, DampingLaw::coulomb, DampingLaw::both, DampingLaw::quadratic};
std::string_view name_of(DampingLaw law);
/// Whether `part`, a law with one number, is in the law.
bool has(DampingLaw law, DampingLaw part);

struct Estimate {
  double value = 0, low = 0, high = 0;  ///< the true value lies between the bounds with a probability of 95 %
};

/// What is known beforehand, and therefore not fitted.
struct KnownBefore {
  bool starts_at_rest = false;  ///< the first row is the instant of release
  bool no_drift = false;
};

/// One law fitted to a curve: y = rest + drift (t - middle) + x, with x a FreeVibration that begins at the first row.
struct LawFit {
  DampingLaw law{};
  FreeVibration vibration;
  double rest = 0, drift_per_s = 0;  ///< rest: where the body would come to rest without Coulomb friction, in the middle of the rows
  double sum_of_squares = 0;         ///< of what is left, rows weighed
  double residual = 0;               ///< its standard deviation
  double systematic = 0;             ///< of that the part that is no noise: what the law does not describe, or noise that is filtered
  double widening = 1;               ///< of the variances, as neighbouring residuals are alike; 1 if they are not
  bool agrees = false;               ///< not refuted by the others at a level of 0.1 %

  /// A quantity of the fit with its interval, by the gradient of `quantity` and Student's t. A quantity that cannot be negative has no
  /// negative bounds.
  Estimate estimate(const std::function<double(const LawFit&)>& quantity, bool is_positive = false) const;

  struct Uncertainty {
    std::vector<std::function<double*(LawFit&)>> parameters;  ///< those that are fitted
    std::vector<double> units;                                ///< size of a change of each that matters
    std::vector<double> covariance;                           ///< of the parameters over their units, row by row
    double student = 0;                                       ///< Student's t for 95 %
  };
  Uncertainty uncertainty;
};

struct Identification {
  std::size_t rows = 0;
  double first_s = 0, last_s = 0;  ///< of the rows that are used
  int half_swings = 0;             ///< that stand out from the noise
  std::vector<LawFit> laws;        ///< in the order of kDampingLaws
  std::size_t chosen = 0;          ///< of the laws that agree the one with the fewest parameters, then the smallest residual
  const LawFit& best() const { return laws[chosen]; }
};

/// Fits each law to all rows by least squares, with rest position, drift, frequency and start unknown. Rows before the release, if the body
/// is held there, are left out. Rows one behind the other with the very same value have the same error, as those of a converter while the
/// body rests: together they count as one. Intervals follow from the residuals and the fit's Jacobian (Gauss-Newton), with Student's t.
/// Where neighbouring residuals are alike, the variances are multiplied by the integrated autocorrelation (Geyer 1992, Stat. Sci. 7, 473:
/// the sum ends at the first pair that is not positive). Laws are refuted by an F test against the best of them. Throws Failure
/// result.no_decay if the curve does not swing once and a half, if its damping is not described by any of the laws, or if it grows.
Identification identify_damping(const MeasuredCurve& curve, const KnownBefore& known = {});

}  // namespace stribeck
