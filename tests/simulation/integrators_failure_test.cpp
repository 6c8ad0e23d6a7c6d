// What integrators say when they cannot go on, and when they should not give up.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "simulation/example_odes.h"

using namespace stribeck;
using namespace stribeck::examples;

namespace {

IntegratorOptions stepping() {
  IntegratorOptions o;
  o.step_s = 1e-3;
  return o;
}

FunctionOde scalar(std::function<double(double, double)> f, std::function<double(double, double)> slope) {
  return FunctionOde(
      1, 0, [f = std::move(f)](double t, const double* x, double* dxdt, double*) { dxdt[0] = f(t, x[0]); },
      [slope = std::move(slope)](double t, const double* x, double* j, double* dfdt) {
        j[0] = slope(t, x[0]);
        dfdt[0] = 0;
      });
}

/// Runs and returns what it said; fails the test if it said nothing.
Diagnostic complaint(const IntegratorRow& row, Ode& ode, double x, double stop) {
  const auto integrator = row.make(ode, stepping());
  try {
    run(*integrator, {x}, 0, stop);
  } catch (const Failure& failure) {
    return failure.diagnostics().front();
  }
  FAIL(row.name << " did not fail");
  return {};
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("a pole is a step too small or a value not finite, with its time", "[integrators][errors]") {
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = scalar([](double, double x) { return x * x; }, [](double, double x) { return 2 * x; });  // x = 1/(1 - t)
    const Diagnostic said = complaint(row, ode, 1, 2);
    CHECK((said.code == ErrorCode::run_step_too_small || said.code == ErrorCode::run_not_finite));
    INFO(said.message);
    const std::size_t at = said.message.find("t = ");
    REQUIRE(at != std::string::npos);
    CHECK(std::stod(said.message.substr(at + 4)) == Approx(1).margin(0.02));  // fixed steps pass the pole by a few
    CHECK_FALSE(said.remedy.empty());
  }
}

TEST_CASE("a formula that leaves its range is a value not finite", "[integrators][errors]") {
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = scalar([](double t, double) { return std::sqrt(1 - t); }, [](double, double) { return 0.0; });
    const Diagnostic said = complaint(row, ode, 0, 2);
    CHECK(said.code == ErrorCode::run_not_finite);
    FunctionOde bad_start = scalar([](double, double) { return kNan; }, [](double, double) { return 0.0; });
    const Diagnostic at_start = complaint(row, bad_start, 0, 2);
    CHECK(at_start.code == ErrorCode::run_not_finite);
    if (row.name == "rosenbrock4") continue;  // its error is not finite in all states at once
    REQUIRE(at_start.details.size() == 1);
    CHECK(at_start.details[0].second == "x0");
  }
}

TEST_CASE("a quadrature that leaves its range is a value not finite where there are no states either", "[integrators][errors]") {
  for (const IntegratorRow& row : integrators()) {
    if (row.fixed_step) continue;
    INFO(row.name);
    FunctionOde ode(
        0, 1,
        [](double t, const double*, double*, double* dqdt) {
          if (dqdt != nullptr) dqdt[0] = std::sqrt(1 - t);
        },
        [](double, const double*, double*, double*) {});
    const auto integrator = row.make(ode, stepping());
    try {
      run(*integrator, {}, 0, 2);
      FAIL("it did not fail");
    } catch (const Failure& failure) {
      CHECK(failure.diagnostics().front().code == ErrorCode::run_not_finite);
    }
  }
}

TEST_CASE("what the model says comes through, also through C libraries", "[integrators][errors]") {
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = scalar(
        [](double, double x) {
          Diagnostic diagnostic;
          diagnostic.code = ErrorCode::run_no_solution;
          diagnostic.message = "the block has no solution";
          if (x > 1.5) throw Failure(diagnostic);
          return x;
        },
        [](double, double) { return 1.0; });
    const Diagnostic said = complaint(row, ode, 1, 2);
    CHECK(said.code == ErrorCode::run_no_solution);
    CHECK(said.message == "the block has no solution");
  }
}

TEST_CASE("a trial state outside the model is only a step too long", "[integrators][errors]") {
  int strayed = 0;
  for (const IntegratorRow& row : integrators()) {
    if (row.fixed_step) continue;
    INFO(row.name);
    FunctionOde ode = scalar([&](double, double x) { return x < 0 ? (++strayed, kNan) : -50 * std::sqrt(x); },
                             [](double, double x) { return x > 0 ? -25 / std::sqrt(x) : kNan; });
    IntegratorOptions o = stepping();
    o.rtol = 1e-2;
    const auto integrator = row.make(ode, o);
    run(*integrator, {1}, 0, 0.0385);  // x = (1 - 25 t)^2, and the formula is not defined below 0, which comes at t = 0.04
    CHECK(integrator->state()[0] == Approx(0.0375 * 0.0375).margin(2e-3));
  }
  CHECK(strayed > 0);
}

TEST_CASE("a trial state that the model refuses is only a step too long, whatever it says", "[integrators][errors]") {
  for (const ErrorCode code : {ErrorCode::function_failed, ErrorCode::run_no_solution, ErrorCode::run_jammed, ErrorCode::run_not_finite}) {
    int refused = 0;
    for (const IntegratorRow& row : integrators()) {
      if (row.fixed_step) continue;
      INFO(row.name);
      FunctionOde ode = scalar(
          [&](double, double x) {
            if (x >= 0) return -50 * std::sqrt(x);
            ++refused;
            Diagnostic diagnostic;
            diagnostic.code = code;
            throw Failure(diagnostic);
          },
          [](double, double x) { return x > 0 ? -25 / std::sqrt(x) : kNan; });
      IntegratorOptions o = stepping();
      o.rtol = 1e-2;
      const auto integrator = row.make(ode, o);
      run(*integrator, {1}, 0, 0.0385);  // as above
      CHECK(integrator->state()[0] == Approx(0.0375 * 0.0375).margin(2e-3));
    }
    CHECK(refused > 0);
  }
}

TEST_CASE("what has no value at the start is told at the start, by its name", "[integrators][errors]") {
  for (const IntegratorRow& row : integrators()) {
    if (row.fixed_step) continue;  // these take the first step before they look
    for (const std::size_t culprit : {std::size_t{0}, std::size_t{1}}) {
      INFO(row.name << ", " << culprit);
      FunctionOde ode(
          2, 0,
          [=](double, const double*, double* dxdt, double*) {
            dxdt[0] = dxdt[1] = 1;
            dxdt[culprit] = kNan;
          },
          [](double, const double*, double* j, double* dfdt) {
            for (int k = 0; k < 4; ++k) j[k] = 0;
            dfdt[0] = dfdt[1] = 0;
          });
      const auto integrator = row.make(ode, stepping());
      try {
        integrator->restart(0, std::vector<double>{1, 1}, {}, 1);
        FAIL("did not fail");
      } catch (const Failure& failure) {
        const Diagnostic& said = failure.diagnostics().front();
        CHECK(said.message.find("after t = 0 s") == 0);
        REQUIRE(said.details.size() == 1);
        CHECK(said.details[0].second == "x" + std::to_string(culprit));
      }
    }
  }
}

TEST_CASE("a step that is too small is blamed on the state whose error it is", "[integrators][errors]") {
  // x0 stays, x1 has a pole at t = 1.
  for (const char* name : {"cvode", "arkode"}) {
    INFO(name);
    FunctionOde ode(
        2, 0, [](double, const double* x, double* dxdt, double*) { dxdt[0] = 0, dxdt[1] = x[1] * x[1]; },
        [](double, const double* x, double* j, double* dfdt) {
          j[0] = j[1] = j[2] = 0, j[3] = 2 * x[1];
          dfdt[0] = dfdt[1] = 0;
        });
    const auto integrator = find_integrator(name)->make(ode, stepping());
    try {
      run(*integrator, {1, 1}, 0, 2);
      FAIL("did not fail");
    } catch (const Failure& failure) {
      const Diagnostic& said = failure.diagnostics().front();
      CHECK(said.code == ErrorCode::run_step_too_small);
      REQUIRE(said.details.size() == 1);
      CHECK(said.details[0].second == "x1");
    }
  }
}

TEST_CASE("an exception of another kind is not swallowed", "[integrators][errors]") {
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = scalar(
        [](double t, double) {
          if (t > 0.5) throw std::runtime_error("ours");
          return 1.0;
        },
        [](double, double) { return 0.0; });
    const auto integrator = row.make(ode, stepping());
    CHECK_THROWS_WITH(run(*integrator, {0}, 0, 1), "ours");
  }
}

TEST_CASE("an interval of a few units in the last place is an interval", "[integrators]") {
  const Oscillator oscillator;
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = oscillator.ode();
    const auto integrator = row.make(ode, stepping());
    const double limit = std::nextafter(std::nextafter(1.0, 2.0), 2.0);
    integrator->restart(1.0, oscillator.start(), std::vector<double>{0}, 2);
    integrator->step(limit);
    CHECK(integrator->time() == limit);
    CHECK(integrator->state()[0] == Approx(oscillator.x0).epsilon(1e-14));
    CHECK(integrator->state()[1] == Approx(0).margin(1e-13));  // 16 m/s^2 over 4e-16 s
    integrator->step(2);
    CHECK(integrator->time() > limit);
  }
}

TEST_CASE("an event right after time zero leaves an interval that is short, but no end", "[integrators]") {
  constexpr double kEvent = 1.49e-24;  // where the search for what leaves zero at the start puts it
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = scalar([](double, double x) { return 400 - x; }, [](double, double) { return -1; });
    const auto integrator = row.make(ode, stepping());
    const double x = 400 * kEvent;
    integrator->restart(kEvent, {&x, 1}, {}, 1);
    for (const double limit : {2 * kEvent, 10 * kEvent, 1e-12, 1e-3})
      while (integrator->time() < limit) integrator->step(limit);
    CHECK(integrator->state()[0] == Approx(400 * (1 - std::exp(-1e-3))).epsilon(1e-3));
  }
}
