#pragma once
// What counts as a small error: the norm that every integrator's error control shares.
#include <cstdint>
#include <vector>

#include "simulation/integrator.h"

namespace stribeck {

/// Largest |e_i| / (atol nominal_i + rtol max(|a_i|, |b_i|)). The maximum, not a mean, because in a diagram of 10^5 states
/// a mean would let one of them be wrong by a factor of 300.
class ErrorWeights {
 public:
  ErrorWeights(const Ode& ode, const IntegratorOptions& options);

  /// Not a number if an error is not finite.
  double norm(const double* error, const double* a, const double* b) const;
  double norm(const double* error, const double* a) const { return norm(error, a, a); }
  /// Index of the largest weighted error, or of the first that is not finite; -1 without states.
  std::int32_t largest(const double* error, const double* a, const double* b) const;

  double rtol() const { return rtol_; }
  /// To be multiplied by the nominal value of a state.
  double atol() const { return atol_; }

 private:
  const Ode& ode_;
  double rtol_, atol_;
};

}  // namespace stribeck
