// The integrator of a host: between where it says that steps were complete go the cubics that have the equations' derivatives there.
#include "simulation/integrators/outside.h"

#include <catch2/catch.hpp>
#include <vector>

#include "example_odes.h"

namespace stribeck {

TEST_CASE("motions that are cubics in time are known within the steps of a host", "[integrators]") {
  const auto motion = [](double t) { return std::vector<double>{1 - 2 * t + t * t * t, 4 - t * t}; };
  examples::FunctionOde ode(
      2, 0,
      [](double t, const double*, double* dxdt, double*) {
        dxdt[0] = -2 + 3 * t * t;
        dxdt[1] = -2 * t;
      },
      [](double, const double*, double*, double*) {});
  OutsideIntegrator integrator(ode);
  integrator.restart(0.5, motion(0.5), {}, 3);
  CHECK(integrator.statistics().restarts == 1);
  double begin = 0.5;
  for (const double end : {0.75, 1.75, 2.0}) {
    integrator.begin_step();
    integrator.place(end + 0.1, motion(end + 0.1));  // a trial that is given up
    integrator.place(end, motion(end));
    integrator.complete();
    CHECK(integrator.previous_time() == begin);
    CHECK(integrator.time() == end);
    CHECK(integrator.begin_slopes()[0] == -2 + 3 * begin * begin);
    std::vector<double> x(2);
    for (const double share : {0.0, 0.2, 0.5, 0.9, 1.0}) {
      const double t = begin + share * (end - begin);
      integrator.interpolate(t, x);
      CHECK(x[0] == Approx(motion(t)[0]).margin(1e-14));  // values of up to five, a few roundings
      CHECK(x[1] == Approx(motion(t)[1]).margin(1e-14));
    }
    begin = end;
  }
  CHECK(integrator.statistics().steps == 3);
}

}  // namespace stribeck
