// Motions far smaller than one in their unit. Where no nominal value is declared a state is weighed by the size that it has had so far, so
// that what is a micrometre long is as accurate, in its own measure, as what is a metre long.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "whole_run.h"

namespace stribeck {
namespace {

constexpr double kRtol = 1e-6;  // of a diagram that names no tolerance

test::WholeRun swing(double from, const std::string& solver) {
  return test::run_text(fmt::format(R"({{"format": "stribeck/1", "components": {{"ground": {{"type": "translational.ground"}},
    "mass": {{"type": "translational.mass", "parameters": {{"mass": 1}}, "initial": {{"v": 0}}}},
    "spring": {{"type": "translational.spring", "parameters": {{"stiffness": 1e4}}, "initial": {{"x": {}}}}}}},
    "connections": [["mass.M", "spring.R"], ["ground.W", "spring.C"]], "outputs": ["spring.x", "mass.v"],
    "experiment": {{"stop": 0.0628, "solver": "{}"}}}})",
                                    from, solver));
}

TEST_CASE("what swings by micrometres is as accurate as what swings by metres, with every integrator") {
  for (const std::string solver : {"auto", "dopri5", "bs23", "cvode", "arkode", "rosenbrock4"})
    for (const double from : {1.0, 1e-3, 1e-5, 1e-7}) {
      CAPTURE(solver, from);
      const test::WholeRun run = swing(from, solver);
      double error = 0;
      for (std::size_t i = 0; i < run.times().size(); ++i) {
        const double phase = 100 * run.times()[i];
        error = std::max(error, std::fabs(run["spring.x"][i] / from - std::cos(phase)));
        error = std::max(error, std::fabs(run["mass.v"][i] / (100 * from) + std::sin(phase)));
      }
      CHECK(error < 10 * kRtol);
    }
}

test::WholeRun hold_by_bristles(const std::string& accuracy) {
  return test::run_text(R"({"format": "stribeck/1", "components": {"ground": {"type": "translational.ground"},
    "mass": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 0}},
    "friction": {"type": "translational.lugre_friction", "parameters": {"bristle_stiffness": 1e7, "bristle_damping": 1000}},
    "push": {"type": "translational.force_source"}, "sine": {"type": "signals.sine", "parameters": {"amplitude": 24, "frequency": 5}}},
    "connections": [["mass.M", "friction.R", "push.R"], ["ground.W", "friction.C", "push.C"], ["sine.y", "push.S"]],
    "outputs": ["friction.F", "friction.z", "mass.v"], "experiment": {"stop": 0.2, )" +
                        accuracy + "}}");
}

TEST_CASE("bristles that bend by micrometres are followed to the relative tolerance") {
  const test::WholeRun exact = hold_by_bristles(R"("solver": "rosenbrock4", "rtol": 1e-11, "atol": 1e-15)");
  for (const std::string solver : {"auto", "dopri5", "cvode", "arkode", "rosenbrock4"}) {
    const test::WholeRun run = hold_by_bristles(fmt::format(R"("solver": "{}")", solver));
    for (const std::string output : {"friction.F", "friction.z", "mass.v"}) {
      CAPTURE(solver, output);
      REQUIRE(run[output].size() == exact[output].size());
      const auto [least, most] = std::minmax_element(exact[output].begin(), exact[output].end());
      double error = 0;
      for (std::size_t i = 0; i < exact[output].size(); ++i) error = std::max(error, std::fabs(run[output][i] - exact[output][i]));
      CHECK(error < 10 * kRtol * (*most - *least));
    }
  }
}

}  // namespace
}  // namespace stribeck
