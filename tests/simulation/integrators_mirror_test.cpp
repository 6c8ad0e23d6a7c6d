// Equations that are the same for the mirror image of a motion: every method takes the same steps for it, to the bit.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "example_odes.h"

namespace stribeck {

TEST_CASE("the mirror image of a motion takes the same steps", "[integrators]") {
  // x'' = -x^3 - x' |x'| / 4 - x' and a state that grows: all change their sign with the states.
  const auto make = [] {
    return examples::FunctionOde(
        3, 0,
        [](double, const double* x, double* dxdt, double*) {
          dxdt[0] = x[1];
          dxdt[1] = -x[0] * x[0] * x[0] - x[1] * std::fabs(x[1]) / 4 - x[1];
          dxdt[2] = 0.8 * x[2] + x[1];
        },
        [](double, const double* x, double* j, double* dfdt) {
          std::fill_n(j, 9, 0.0);
          j[1] = -3 * x[0] * x[0];                              // of x[1]' by x[0]
          j[3] = 1, j[4] = -std::fabs(x[1]) / 2 - 1, j[5] = 1;  // of all by x[1]
          j[8] = 0.8;
          std::fill_n(dfdt, 3, 0.0);
        });
  };
  for (const IntegratorRow& row : integrators()) {
    CAPTURE(row.name);
    examples::FunctionOde ode = make(), mirrored_ode = make();
    const IntegratorOptions options{.rtol = 1e-6, .atol = 1e-9, .step_s = row.fixed_step ? 0.01 : 0};
    const auto one = row.make(ode, options), mirrored = row.make(mirrored_ode, options);
    one->restart(0, std::vector{1.5, -2.0, -0.1}, {}, 4);
    mirrored->restart(0, std::vector{-1.5, 2.0, 0.1}, {}, 4);
    int steps = 0;
    for (; one->time() < 4 && steps < 100'000; ++steps) {
      one->step(4), mirrored->step(4);
      REQUIRE(one->time() == mirrored->time());
      for (std::size_t i = 0; i < 3; ++i) REQUIRE(one->state()[i] == -mirrored->state()[i]);
    }
    CHECK(one->time() == 4);
    CHECK(steps > 10);
    CHECK(one->statistics().evaluations == mirrored->statistics().evaluations);
    CHECK(one->statistics().rejected == mirrored->statistics().rejected);
  }
}

}  // namespace stribeck
