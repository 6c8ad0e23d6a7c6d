// What every integrator of the table must do, on systems with closed forms.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>

#include "simulation/example_odes.h"

using namespace stribeck;
using namespace stribeck::examples;

namespace {

/// How many times rtol * amplitude the largest error over four seconds of oscillation (eight periods, local errors add up) may be, and
/// the degree of the polynomial t^p that the method integrates exactly. Fixed-step methods: their error with h = 1 ms.
struct Promise {
  const char* name;
  double state, dense, quadrature;
  int exact_degree;
};
constexpr Promise kPromises[] = {
    {"auto", 2, 2, 4, 5},   {"dopri5", 2, 2, 4, 5},      {"bs23", 8, 8, 12, 3},        {"cvode", 10, 10, 20, 0},
    {"arkode", 5, 5, 5, 4}, {"rosenbrock4", 2, 2, 2, 4}, {"rk4", 1e-8, 1e-7, 1e-8, 4}, {"implicit_euler", 0.2, 0.2, 0.5, 1},
};

const Promise& promise(std::string_view name) {
  for (const Promise& row : kPromises) {
    if (row.name == name) return row;
  }
  FAIL("no promise about " << name << ": add a row");
  return kPromises[0];
}

IntegratorOptions options(double rtol) {
  IntegratorOptions o;
  o.rtol = rtol;
  o.atol = rtol * 1e-3;
  o.step_s = 1e-3;
  return o;
}

struct Errors {
  double state = 0, dense = 0, exact = 0, quadrature = 0;  // `exact`: of the dense output for results
};

/// Largest errors along a run of the oscillator over 4 s, relative to its amplitude x0 and w x0, and to its energy.
Errors run_oscillator(const IntegratorRow& row, const IntegratorOptions& o) {
  const Oscillator oscillator;
  FunctionOde ode = oscillator.ode();
  const auto integrator = row.make(ode, o);
  integrator->restart(0, oscillator.start(), std::vector<double>{0}, 4);
  Errors errors;
  std::vector<double> x(2);
  const auto error_at = [&](double t, double position, double velocity) {
    const double w = oscillator.frequency();
    return std::max(std::abs(position - oscillator.position(t)), std::abs(velocity - oscillator.velocity(t)) / w) / oscillator.x0;
  };
  while (integrator->time() < 4) {
    integrator->step(4);
    const double t0 = integrator->previous_time(), t1 = integrator->time();
    REQUIRE(t0 < t1);
    errors.state = std::max(errors.state, error_at(t1, integrator->state()[0], integrator->state()[1]));
    errors.quadrature = std::max(errors.quadrature, std::abs(integrator->quadratures()[0] - oscillator.loss(t1)) / oscillator.energy(0));
    for (const double theta : {0.2, 0.5, 0.8}) {
      const double t = t0 + theta * (t1 - t0);
      integrator->interpolate(t, x);
      errors.dense = std::max(errors.dense, error_at(t, x[0], x[1]));
      integrator->interpolate_for_results(t, x);
      errors.exact = std::max(errors.exact, error_at(t, x[0], x[1]));
    }
  }
  CHECK(integrator->time() == 4.0);
  CHECK(ode.latest <= 4.0);  // never beyond the limit: what holds there may not hold yet
  return errors;
}

}  // namespace

TEST_CASE("the table of integrators", "[integrators]") {
  CHECK(integrators().front().name == "auto");
  CHECK(find_integrator("dopri5")->order == 5);
  CHECK(find_integrator("dopri6") == nullptr);
  CHECK(integrators().size() == std::size(kPromises));
}

TEST_CASE("errors are a small multiple of the tolerance asked for", "[integrators]") {
  for (const IntegratorRow& row : integrators()) {
    for (const double rtol : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
      if (row.fixed_step && rtol < 1e-4) continue;
      INFO(row.name << " rtol " << rtol);
      const Promise& may = promise(row.name);
      const Errors errors = run_oscillator(row, options(rtol));
      const double unit = row.fixed_step ? 1 : rtol;
      CHECK(errors.state < may.state * unit);
      CHECK(errors.dense < may.dense * unit);
      CHECK(errors.exact < may.dense * unit);
      CHECK(errors.quadrature < may.quadrature * unit);
    }
  }
}

TEST_CASE("fixed-step methods have their order", "[integrators]") {
  for (const IntegratorRow& row : integrators()) {
    if (!row.fixed_step) continue;
    INFO(row.name);
    IntegratorOptions o = options(1e-9);
    o.step_s = row.order == 1 ? 1e-4 : 4e-3;
    const Errors coarse = run_oscillator(row, o);
    o.step_s /= 2;
    const Errors fine = run_oscillator(row, o);
    const double expected = std::pow(2.0, row.order);
    CHECK(coarse.state / fine.state == Approx(expected).epsilon(0.05));  // the next term of the error is of relative size h w < 0.05
    CHECK(coarse.quadrature / fine.quadrature == Approx(expected).epsilon(0.2));
  }
}

TEST_CASE("the dense output of Dormand-Prince that results show is of one order more than the one in which events are searched for",
          "[integrators]") {
  // One step of an oscillator whose amplitude and speed are of size one, so that both errors follow from its length alone.
  const Oscillator oscillator{.m = 1, .c = 0.2, .k = 1, .x0 = 1};
  const auto errors = [&](double length) {
    FunctionOde ode = oscillator.ode();
    IntegratorOptions o = options(1);
    o.atol = 1;
    const auto integrator = find_integrator("dopri5")->make(ode, o);
    integrator->restart(0, oscillator.start(), std::vector<double>{0}, length);
    while (integrator->time() < length) integrator->step(length);
    integrator->retake(length);
    REQUIRE(integrator->previous_time() == 0);
    const long evaluations = ode.evaluations;
    const std::int64_t counted = integrator->statistics().evaluations;
    std::array<double, 2> largest{};
    std::vector<double> x(2);
    for (int k = 1; k < 40; ++k)
      for (const bool is_exact : {false, true}) {
        const double t = length * k / 40;
        is_exact ? integrator->interpolate_for_results(t, x) : integrator->interpolate(t, x);
        largest[is_exact] =
            std::max({largest[is_exact], std::fabs(x[0] - oscillator.position(t)), std::fabs(x[1] - oscillator.velocity(t))});
      }
    CHECK(ode.evaluations == evaluations + 2);
    CHECK(integrator->statistics().evaluations == counted);
    integrator->interpolate_for_results(length, x);
    CHECK((x[0] == integrator->state()[0] && x[1] == integrator->state()[1]));
    return largest;
  };
  // The next term of the errors is smaller by the length of the step.
  const auto [coarse, coarse_exact] = errors(0.2);
  const auto [fine, fine_exact] = errors(0.1);
  CHECK(std::log2(coarse / fine) == Approx(5).margin(0.2));
  CHECK(std::log2(coarse_exact / fine_exact) == Approx(6).margin(0.2));
}

TEST_CASE("what does not change in a step of Dormand-Prince is shown as it is, to the last bit", "[integrators]") {
  FunctionOde ode(
      2, 0, [](double t, const double*, double* dxdt, double*) { dxdt[0] = 0, dxdt[1] = std::cos(t); },
      [](double, const double*, double* j, double*) { std::fill(j, j + 4, 0.0); });
  const auto integrator = find_integrator("dopri5")->make(ode, options(1e-6));
  integrator->restart(0, std::vector<double>{0.1, 0}, {}, 1);
  std::vector<double> x(2);
  while (integrator->time() < 1) {
    integrator->step(1);
    for (const double share : {0.1, 0.3, 0.7}) {
      integrator->interpolate_for_results(integrator->previous_time() + share * (integrator->time() - integrator->previous_time()), x);
      CHECK(x[0] == 0.1);
    }
  }
}

/// The largest error of dopri5 between steps, in rtol, from 1 + off on; until it has taken a good thousand steps, and no longer than 2 s.
double error_between_steps(FunctionOde ode, double lambda, double off, double (*solution)(double)) {
  constexpr double kRtol = 1e-8;
  const double until = std::min(2.0, -2e3 / lambda);
  const auto integrator = find_integrator("dopri5")->make(ode, options(kRtol));
  integrator->restart(0, std::vector<double>{1 + off * kRtol}, {}, until);
  double worst = 0;
  while (integrator->time() < until) {
    integrator->step(until);
    std::vector<double> x(1);
    for (int k = 1; k < 20; ++k) {
      const double t = integrator->previous_time() + k / 20.0 * (integrator->time() - integrator->previous_time());
      integrator->interpolate_for_results(t, x);
      worst = std::max(worst, std::fabs(x[0] - solution(t)) / kRtol);
    }
  }
  return worst;
}

TEST_CASE("results of Dormand-Prince between steps are as exact where only stability holds the steps", "[integrators]") {
  // A slow solution of fast equations: steps become longer than stability allows while nothing moves but by errors, and the derivatives
  // make an error of the state h |lambda| times larger.
  for (const double lambda : {-1.0, -1e2, -1e4, -1e6})
    for (const double off : {0.1, 1e-7}) {  // as a search for a steady state may leave it
      CAPTURE(lambda, off);
      const FunctionOde rest(
          1, 0, [lambda](double, const double* x, double* dxdt, double*) { dxdt[0] = lambda * (x[0] - 1); },
          [lambda](double, const double*, double* j, double* dfdt) { j[0] = lambda, dfdt[0] = 0; });
      // At the ends of steps the error is about one rtol, and 5 rtol were found between them in steps that were too long.
      CHECK(error_between_steps(rest, lambda, off, [](double) { return 1.0; }) <= 1.5);
      CHECK(error_between_steps(prothero_robinson(lambda), lambda, off, [](double t) { return std::cos(t); }) <= 1.5);
    }
}

TEST_CASE("a step of Dormand-Prince passes over no jump of the derivatives", "[integrators]") {
  // x' = sin(w t) + d where t > at, and a step ends where it is, so that its error there is known.
  struct Jumping : FunctionOde {
    using FunctionOde::FunctionOde;
    bool has_kinks() const override { return true; }
  };
  std::mt19937 random(1);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  for (int draw = 0; draw < 3000; ++draw) {
    const double rtol = std::pow(10, uniform(-9, -5)), w = uniform(1, 10), at = uniform(0.2, 0.8), d = rtol * std::pow(10, uniform(1, 6));
    CAPTURE(draw, rtol, w, at, d);
    Jumping ode(
        1, 0, [=](double t, const double*, double* dxdt, double*) { dxdt[0] = std::sin(w * t) + (t > at ? d : 0); },
        [](double, const double*, double* j, double* dfdt) { j[0] = dfdt[0] = 0; });
    const auto solution = [=](double t) { return 1 + (1 - std::cos(w * t)) / w + d * std::max(0.0, t - at); };
    const auto integrator = find_integrator("dopri5")->make(ode, options(rtol));
    integrator->restart(0, std::vector<double>{1}, {}, 1);
    double worst = 0;  // of what a step adds
    while (integrator->time() < 1) {
      integrator->step(1);
      const double before = integrator->previous_state()[0] - solution(integrator->previous_time());
      const double after = integrator->state()[0] - solution(integrator->time());
      worst = std::max(worst, std::fabs(after - before) / (rtol * std::max(integrator->state()[0], integrator->previous_state()[0])));
    }
    CHECK(worst <= 10);  // up to 3.7 times the two tolerances that Simpson's rule may differ by, and what the smooth part adds or hides
  }
}

TEST_CASE("polynomials up to the order are exact", "[integrators]") {
  for (const IntegratorRow& row : integrators()) {
    const int p = promise(row.name).exact_degree;
    if (p == 0) continue;  // a multistep method starts at low order
    INFO(row.name);
    FunctionOde ode(
        1, 1,
        [p](double t, const double*, double* dxdt, double* dqdt) {
          dxdt[0] = p * std::pow(t, p - 1);
          if (dqdt != nullptr) dqdt[0] = dxdt[0];
        },
        [p](double t, const double*, double* j, double* dfdt) {
          j[0] = 0;
          dfdt[0] = p > 1 ? p * (p - 1) * std::pow(t, p - 2) : 0;
        });
    IntegratorOptions o = options(1e-3);
    o.step_s = 0.25;
    const auto integrator = row.make(ode, o);
    run(*integrator, {0}, 1, 2);
    CHECK(integrator->state()[0] == Approx(std::pow(2.0, p)).epsilon(1e-13));  // rounding of a few dozen steps
    CHECK(integrator->quadratures()[0] == Approx(std::pow(2.0, p)).epsilon(1e-13));
  }
}

TEST_CASE("steps land exactly on limits and keep to the longest step", "[integrators]") {
  const Oscillator oscillator;
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = oscillator.ode();
    IntegratorOptions o = options(1e-4);
    o.max_step_s = 0.01;
    const auto integrator = row.make(ode, o);
    integrator->restart(0, oscillator.start(), std::vector<double>{0}, 1);
    for (int k = 1; k <= 30; ++k) {
      const double limit = k / 30.0;
      while (integrator->time() < limit) {
        integrator->step(limit);
        CHECK(integrator->time() - integrator->previous_time() <= 0.01 * (1 + 1e-9));
      }
      CHECK(integrator->time() == limit);
    }
    integrator->step(1.0);  // already there
    CHECK(integrator->time() == 1.0);
    CHECK(ode.latest <= 1.0);
    const double allowed = row.fixed_step ? promise(row.name).state : 20e-4;  // many short steps, still the same tolerance
    CHECK(std::abs(integrator->state()[0] - oscillator.position(1)) < allowed * oscillator.x0);
  }
}

TEST_CASE("a retaken step ends at the event, as accurate as a step", "[integrators]") {
  const Oscillator oscillator;
  const double rtol = 1e-6;
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode = oscillator.ode();
    const auto integrator = row.make(ode, options(rtol));
    integrator->restart(0, oscillator.start(), std::vector<double>{0}, 4);
    while (integrator->time() < 1) integrator->step(4);
    const double t0 = integrator->previous_time(), h = integrator->time() - t0;
    const Promise& may = promise(row.name);
    const double unit = row.fixed_step ? 1 : rtol;
    for (const double theta : {0.7, 0.4, 0.6}) {  // a secant search goes to and fro
      const double t = t0 + theta * h;
      integrator->retake(t);
      CHECK(integrator->time() == t);
      CHECK(integrator->previous_time() == t0);
      CHECK(std::abs(integrator->state()[0] - oscillator.position(t)) < may.state * unit * oscillator.x0);
      CHECK(std::abs(integrator->quadratures()[0] - oscillator.loss(t)) < may.quadrature * unit * oscillator.energy(0));
    }
    const double event = integrator->time();
    integrator->restart(event, integrator->state(), integrator->quadratures(), 2);  // its own memory: must not be clobbered
    while (integrator->time() < 2) integrator->step(2);
    CHECK(std::abs(integrator->state()[0] - oscillator.position(2)) < 2 * may.state * unit * oscillator.x0);
    CHECK(std::abs(integrator->quadratures()[0] - oscillator.loss(2)) < 2 * may.quadrature * unit * oscillator.energy(0));
    CHECK(integrator->statistics().restarts == 2);
  }
}

TEST_CASE("a retaken step ends at the event with what its quadratures are there", "[integrators]") {
  // x' = -x, q' = x: q = 1 - x.
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode(
        1, 1,
        [](double, const double* x, double* dxdt, double* dqdt) {
          dxdt[0] = -x[0];
          if (dqdt != nullptr) dqdt[0] = x[0];
        },
        [](double, const double*, double* j, double* dfdt) { j[0] = -1, dfdt[0] = 0; });
    IntegratorOptions o;
    o.step_s = 1.0 / 64;
    const auto integrator = row.make(ode, o);
    integrator->restart(0, std::vector<double>{1}, std::vector<double>{0}, 1);
    for (int k = 0; k < 4; ++k) integrator->step(1);
    const double t = integrator->previous_time() + 0.25 * (integrator->time() - integrator->previous_time());
    integrator->retake(t);
    CHECK(integrator->time() == t);
    // Backward Euler is off by half a step of x, and keeps q = 1 - x along its chords; the others by a few tolerances.
    const bool first_order = std::string(row.name) == "implicit_euler";
    CHECK(integrator->quadratures()[0] == Approx(1 - std::exp(-t)).margin(first_order ? 1e-2 * t : 1e-5));
    CHECK(integrator->quadratures()[0] == Approx(1 - integrator->state()[0]).margin(first_order ? 1e-14 : 1e-5));
  }
}

/// What the polynomial through these samples at equal distances from 0 to 1 is at s, by Lagrange's formula.
double through(const std::vector<double>& samples, double s) {
  double sum = 0;
  const auto place = [&](std::size_t i) { return static_cast<double>(i) / static_cast<double>(samples.size() - 1); };
  for (std::size_t i = 0; i < samples.size(); ++i) {
    double share = samples[i];
    for (std::size_t k = 0; k < samples.size(); ++k)
      if (k != i) share *= (s - place(k)) / (place(i) - place(k));
    sum += share;
  }
  return sum;
}

TEST_CASE("inside a step every method gives polynomials of the degree that it says, of a step that was retaken too", "[integrators]") {
  const Oscillator oscillator;
  for (const IntegratorRow& row : integrators()) {
    CAPTURE(row.name);
    FunctionOde ode = oscillator.ode();
    const auto integrator = row.make(ode, options(1e-5));
    integrator->restart(0, oscillator.start(), std::vector<double>{0}, 4);
    const int degree = integrator->interpolation_degree();
    REQUIRE(degree > 0);
    for (int step = 0; step < 20; ++step) {
      integrator->step(4);
      for (const bool is_retaken : {false, true}) {
        const double from = integrator->previous_time();
        if (is_retaken) integrator->retake(from + 0.7 * (integrator->time() - from));
        const double length = integrator->time() - from;
        std::vector<double> samples, x(2);
        for (int k = 0; k <= degree; ++k) {
          integrator->interpolate(from + length * k / degree, x);
          samples.push_back(x[0]);
        }
        for (const double s : {0.03, 0.37, 0.77, 0.99}) {
          integrator->interpolate(from + length * s, x);
          CHECK(x[0] == Approx(through(samples, s)).margin(1e-14));  // rounding of an amplitude of 0.1
        }
      }
      integrator->restart(integrator->time(), integrator->state(), integrator->quadratures(), 4);
    }
  }
}

TEST_CASE("adaptive one-step methods keep their step over an event", "[integrators]") {
  const Oscillator oscillator;
  for (const char* name : {"dopri5", "bs23", "arkode", "rosenbrock4"}) {
    INFO(name);
    FunctionOde ode = oscillator.ode(false);
    const auto integrator = find_integrator(name)->make(ode, options(1e-6));
    integrator->restart(0, oscillator.start(), {}, 4);
    while (integrator->time() < 1) integrator->step(4);
    const double before = integrator->time() - integrator->previous_time();
    integrator->restart(integrator->time(), integrator->state(), {}, 4);
    integrator->step(4);
    CHECK(integrator->time() - integrator->previous_time() > 0.5 * before);
  }
}

TEST_CASE("the same input gives the same bits", "[integrators]") {
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    std::vector<double> ends[2];
    for (std::vector<double>& end : ends) {
      FunctionOde ode = van_der_pol(50);
      const auto integrator = row.make(ode, options(1e-5));
      run(*integrator, {2, 0}, 0, 20);
      end.assign(integrator->state().begin(), integrator->state().end());
      end.push_back(static_cast<double>(integrator->statistics().evaluations));
    }
    CHECK(std::memcmp(ends[0].data(), ends[1].data(), ends[0].size() * sizeof(double)) == 0);
  }
}

TEST_CASE("without states time passes and quadratures are right", "[integrators]") {
  for (const IntegratorRow& row : integrators()) {
    INFO(row.name);
    FunctionOde ode(
        0, 1,
        [](double t, const double*, double*, double* dqdt) {
          if (dqdt != nullptr) dqdt[0] = std::exp(-t) * std::cos(40 * t);
        },
        [](double, const double*, double*, double*) {});
    const auto integrator = row.make(ode, options(1e-9));
    run(*integrator, {}, 1, 3);
    const double exact = (std::exp(-3.0) * (40 * std::sin(120.0) - std::cos(120.0)) + 1) / 1601;
    const double allowed = row.name == "implicit_euler" ? 1e-3 : 1e-9;  // h/2 times the change of the integrand, h = 1 ms
    CHECK(std::abs(integrator->quadratures()[0] - exact) < allowed);
    if (!row.fixed_step) CHECK(integrator->statistics().steps == 1);
    integrator->retake(1);
    CHECK(integrator->time() == 1.0);
  }
}

TEST_CASE("backward Euler integrates quadratures with the rates where the step ends", "[integrators]") {
  FunctionOde ode(
      1, 1,
      [](double, const double* x, double* dxdt, double* dqdt) {
        dxdt[0] = -x[0] * x[0];
        if (dqdt != nullptr) dqdt[0] = x[0] * x[0];
      },
      [](double, const double* x, double* j, double* dfdt) {
        j[0] = -2 * x[0];
        dfdt[0] = 0;
      });
  IntegratorOptions coarse = options(1e-2);  // Newton's method ends early, so that its last two states differ
  coarse.step_s = 0.5;
  const auto integrator = find_integrator("implicit_euler")->make(ode, coarse);
  run(*integrator, {1}, 0, 0.5);
  const double x = integrator->state()[0];
  CHECK(x == Approx(std::sqrt(3) - 1).epsilon(1e-3));  // x = 1 - x^2/2; Newton's method stops at a hundredth of the tolerance
  CHECK(integrator->quadratures()[0] == Approx(0.5 * x * x).epsilon(1e-14));
}

TEST_CASE("fixed steps stand on a grid from where the run began, whatever events and limits fall between", "[integrators]") {
  for (const char* name : {"rk4", "implicit_euler"}) {
    INFO(name);
    FunctionOde ode = prothero_robinson(-1);
    IntegratorOptions o;
    o.step_s = 0.125;
    const auto integrator = find_integrator(name)->make(ode, o);
    const std::vector<double> x{1};
    integrator->restart(0.1875, x, {}, 2);
    integrator->step(2);
    CHECK(integrator->time() == 0.3125);
    integrator->step(0.375);
    CHECK(integrator->time() == 0.375);
    integrator->restart(0.375, x, {}, 2);
    for (const double t : {0.4375, 0.5625, 0.6875}) {
      integrator->step(2);
      CHECK(integrator->time() == t);
    }
  }
}

TEST_CASE("the first step of an adaptive method is one that it keeps", "[integrators]") {
  // x' = -r x: the first step suits the tolerance however slow the decay is, so that none is rejected to find it.
  for (const IntegratorRow& row : integrators()) {
    if (row.fixed_step) continue;
    for (const double r : {1e-3, 1.0}) {
      INFO(row.name << ", r = " << r);
      FunctionOde ode(
          1, 0, [r](double, const double* x, double* dxdt, double*) { dxdt[0] = -r * x[0]; },
          [r](double, const double*, double* j, double* dfdt) {
            j[0] = -r;
            dfdt[0] = 0;
          });
      const auto integrator = row.make(ode, options(1e-10));
      const std::vector<double> start{1};
      integrator->restart(0, start, {}, 10 / r);
      integrator->step(10 / r);
      CHECK(integrator->statistics().rejected == 0);
    }
  }
}
