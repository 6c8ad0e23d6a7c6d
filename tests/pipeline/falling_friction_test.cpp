// Friction that falls with speed faster than the damper behind it rises: two inertias, between them dry friction with the Stribeck law in
// series with a spring and damper, and no inertia between those two. T(s) + d s = k phi + d w for the slip s, the deflection phi and the
// relative velocity w of the inertias. As w falls, s follows it down to s_f, where T'(s_f) = -d: there the slip has no solution any more,
// and the friction sticks.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/text.h"
#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

struct FallingFriction {
  double coulomb, peak, reference, exponent, stiffness, damping;

  double level_slope(double s) const {
    const double x = std::pow(s / reference, exponent);
    return -(peak - coulomb) * exponent * x / s * std::exp(-x);
  }
  /// The larger of the two speeds at which the level falls as steeply as the damper rises.
  double fold() const {
    double steep = reference * std::pow((exponent - 1) / exponent, 1 / exponent), flat = 100 * reference;
    for (int halving = 0; halving < 200; ++halving) {
      const double middle = 0.5 * (steep + flat);
      (level_slope(middle) < -damping ? steep : flat) = middle;
    }
    return flat;
  }
  double level_curvature(double s) const { return (level_slope(1.0001 * s) - level_slope(0.9999 * s)) / (2e-4 * s); }
};

TEST_CASE("slip over a falling law goes on until its solution ends, with every integrator", "[folds]") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(0, 1);
  const auto decades = [&](double from, double to) { return from * std::pow(to / from, u(random)); };
  int draws = 0;
  while (draws < (test::kSanitized ? 2 : 12)) {
    const double coulomb = decades(5, 50);
    const FallingFriction law{coulomb,         coulomb * (1.1 + u(random)), decades(0.05, 0.5),
                              1.5 + u(random), decades(100, 3000),          decades(1e-3, 1e-1)};
    if (law.level_slope(law.reference) > -20 * law.damping) continue;  // it falls too gently for a fold that matters
    const double driving = decades(1, 3), driven = decades(3, 30), s_f = law.fold();
    // At first it sticks: the spring winds up from the Coulomb level to the peak, which takes so much of the energy of w.
    const double winding = (law.peak * law.peak - law.coulomb * law.coulomb) / law.stiffness * (1 / driving + 1 / driven);
    const double begin = std::sqrt(std::pow(1.5 * s_f, 2) + winding);
    const double deceleration = law.coulomb * (1 / driving + 1 / driven), most = law.peak * (1 / driving + 1 / driven);
    if (law.level_curvature(s_f) * most > 0.1 * law.stiffness) continue;  // the slip ends by its own swing, before w is there
    ++draws;
    const double stop_s = 3 * (begin / deceleration + law.peak / law.stiffness / begin);
    for (const std::string solver : {"auto", "dopri5", "bs23", "cvode", "arkode", "rosenbrock4"})
      for (const double rtol : {1e-6, 1e-8}) {
        const bool is_explicit = solver == "dopri5" || solver == "bs23";
        if (is_explicit && (rtol < 1e-6 || draws % 4 != 1)) continue;  // ten thousands of steps
        const double atol = 1e-2 * rtol;
        CAPTURE(draws, law.coulomb, law.peak, law.reference, law.exponent, law.stiffness, law.damping, driving, driven, solver, rtol);
        const test::WholeRun run = test::run_text(test::diagram_text(
            R"("driving": {"type": "rotational.inertia", "parameters": {"inertia": )" + number_text(driving) + R"(}, "initial": {"w": )" +
                number_text(begin) + R"(}}, "driven": {"type": "rotational.inertia", "parameters": {"inertia": )" + number_text(driven) +
                R"(}}, "shaft": {"type": "rotational.spring_damper", "parameters": {"stiffness": )" + number_text(law.stiffness) +
                R"(, "damping": )" + number_text(law.damping) + R"(}, "initial": {"phi": )" + number_text(law.coulomb / law.stiffness) +
                R"(}}, "friction": {"type": "rotational.dry_friction", "parameters": {"law": "stribeck", "coulomb_torque": )" +
                number_text(law.coulomb) + R"(, "static_torque": )" + number_text(law.peak) + R"(, "stribeck_velocity": )" +
                number_text(law.reference) + R"(, "exponent": )" + number_text(law.exponent) + "}}",
            R"(["driving.I", "shaft.R"], ["shaft.C", "friction.R"], ["friction.C", "driven.I"])",
            R"("experiment": {"stop": )" + number_text(stop_s) + R"(, "interval": )" + number_text(stop_s / 100) + R"(, "solver": ")" +
                solver + R"(", "rtol": )" + number_text(rtol) + R"(, "atol": )" + number_text(atol) + "}"));
        const std::vector<double>&mode = run["friction.mode"], &first = run["driving.w"], &second = run["driven.w"];
        std::size_t row = 0;
        while (row < mode.size() && mode[row] != 1) ++row;
        while (row < mode.size() && mode[row] != 0) ++row;
        REQUIRE(row < mode.size());
        // The deflection is minimal where the solution ends: what it is off, at most ten tolerances and the error of the event's instant,
        // moves the slip there by the root of that over half the law's curvature. Near there T'' u u' = k (w - s_f - u) + d w' for the
        // slip u = s - s_f that is left, whose solution for a steady w' ends at w - s_f = -d w'/k.
        const double off = 10 * (rtol * law.peak / law.stiffness + atol);
        const double rounding = std::sqrt(2 * law.stiffness * off / law.level_curvature(s_f));
        const double lag = 2 * law.damping * most / law.stiffness;
        CHECK(std::fabs(first[row] - second[row] - s_f) < rounding + lag);
      }
  }
}

TEST_CASE("what a falling law carries may be less than what the dry friction before it holds", "[folds]") {
  // Bristles whose damping falls with speed carry some N*m at most, the friction in series holds 25 N*m: what the network answers to as
  // much is not to be found, and not needed. Momentum is kept, and what rests goes on resting.
  for (const double speed : {0.0, 1e-6, 1.0}) {
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("friction": {"type": "rotational.dry_friction"}, "bristles": {"type": "rotational.lugre_friction", "parameters": {"damping": "falling"}},
           "first": {"type": "rotational.inertia", "initial": {"w": )" +
            number_text(speed) + R"(}}, "second": {"type": "rotational.inertia"})",
        R"(["friction.R", "first.I"], ["friction.C", "bristles.R"], ["bristles.C", "second.I"])",
        R"("experiment": {"stop": 0.5, "interval": 0.025, "rtol": 1e-8, "atol": 1e-10})"));
    CAPTURE(speed);
    CHECK(run.last("first.w") + run.last("second.w") == Approx(run.first("first.w") + run.first("second.w")).epsilon(1e-9));
    CHECK(run.last("first.w") <= speed);
    CHECK(run.summary.audit.relative() < 1e-6);
  }
}

}  // namespace
}  // namespace stribeck
