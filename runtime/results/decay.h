#pragma once
// The damping of a free vibration by two of its peaks, as the course ME 481 reads it.
#include <optional>
#include <vector>

#include "results/turning_points.h"

namespace stribeck {

/// Turning points that are maxima above zero.
std::vector<Peak> positive_peaks(const MeasuredCurve& curve);

/// Two readings of peaks n cycles apart: as viscous damping (exponential envelope) and as Coulomb friction (linear envelope).
struct Decay {
  Peak first, last;
  int cycles = 0;
  double period_s = 0;
  double log_decrement = 0;  ///< ln(x_0/x_n)/n
  double damping_ratio = 0;  ///< zeta = delta/sqrt(4 pi^2 + delta^2)
  double loss = 0;           ///< (x_0 - x_n)/n: of amplitude a cycle, 4 F_C/k under Coulomb friction
  /// How far peaks between lie from either envelope, as a share of x_0 - x_n; none if there are none between.
  std::optional<double> exponential_misfit, linear_misfit;
};

/// Sommer, ME 481 notes, Penn State: free vibration with viscous damping, with Coulomb friction. `cycles` 0 takes all that there are.
/// None if there are not enough peaks that decay.
std::optional<Decay> decay_of(const std::vector<Peak>& peaks, int cycles);

}  // namespace stribeck
