#pragma once
// The motion of one body on a spring that is let go: the model behind `stribeck decay`.
#include <span>

namespace stribeck {

/// x'' + w^2 (x + d sgn x') + 2 zeta w x' + b |x'| x' = 0. With a mass m and a stiffness k: w^2 = k/m, d = F_C/k, b = c_2/m. Where the body
/// turns at |x| <= d, Coulomb friction holds it there for good.
struct FreeVibration {
  double frequency_rad_s = 1;         ///< w: of the vibration without damping
  double damping_ratio = 0;           ///< zeta, viscous: below 1
  double coulomb = 0;                 ///< d, in the unit of x; below zero it drives, and never holds
  double quadratic = 0;               ///< b, in 1/(unit of x)
  double position = 0, velocity = 0;  ///< at the first of the times
};

/// x at each of the times, which ascend. The motion is followed by Taylor series, each as far as its last terms are below 1e-16 of the
/// amplitude (Jorba and Zou, A software package for the numerical integration of ODEs by means of high-order Taylor methods, Experimental
/// Mathematics 14, 2005). A motion that grows beyond 1e6 times its start, or is damped too much to vibrate, is given up and stays there.
void positions_of(const FreeVibration& vibration, std::span<const double> times_s, std::span<double> positions);

}  // namespace stribeck
