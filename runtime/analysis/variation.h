#pragma once
// The linear equation that small changes of a motion obey, evaluated and integrated along it.
#include <functional>
#include <span>
#include <vector>

#include "analysis/linear_model.h"
#include "program/machine.h"

namespace stribeck {

/// Derivatives at one point: of rates, then of further rows, by states, directions and time.
struct Slopes {
  std::vector<double> rates;
  Matrix by_states, by_parameters;  ///< the second: of LinearCode's columns after the states but time
  std::vector<double> by_time;      ///< of the further rows alone
  bool finite = true;
};
/// At (t, x), in the modes that the machine holds. Leaves it as it was. `crossings`, if not null, gets the crossing functions of all
/// conditions there.
Slopes slopes_at(Machine& machine, double t, std::span<const double> x, std::size_t rows, std::size_t columns,
                 std::vector<double>* crossings = nullptr);

/// dS/dt = A S + B.
struct Variation {
  Matrix a, b;
};
/// S at `to` from S at `from`: Radau IIA of order five (Hairer, Wanner (1996), Solving Ordinary Differential Equations II, section IV.5),
/// in as many steps as it takes for two half ones to agree with a whole one to so many parts of each entry; what is smaller than a
/// ten-thousandth of the largest of its column, measured in the scales of the states, to as many of that.
class VariationIntegrator {
 public:
  using At = std::function<Variation(double t)>;
  void integrate(Matrix& s, double from, double to, const At& at, const std::vector<double>& scales, double rtol);

 private:
  void part(Matrix& s, double from, double to, const At& at, const std::vector<double>& scales, double rtol, int depth);
  int unchecked_ = 0;  // steps to be taken without a look at their error, which was small
};

}  // namespace stribeck
