// Stiff systems: published values, slow solutions of fast systems, the sparse path, and what `auto` makes of them.
#include <catch2/catch.hpp>
#include <cstdio>

#include "simulation/example_odes.h"

using namespace stribeck;
using namespace stribeck::examples;

namespace {

IntegratorOptions options(double rtol, double atol) {
  IntegratorOptions o;
  o.rtol = rtol;
  o.atol = atol;
  return o;
}

constexpr const char* kStiff[] = {"auto", "cvode", "arkode", "rosenbrock4"};

}  // namespace

TEST_CASE("Robertson's kinetics at t = 40", "[integrators][stiff]") {
  // Hairer, Wanner, test set for stiff problems (ROBER), reference at t = 40.
  const double reference[] = {0.7158270687193941, 0.9185534764557338e-5, 0.2841637457458413};
  for (const char* name : kStiff) {
    INFO(name);
    FunctionOde ode = robertson();
    const auto integrator = find_integrator(name)->make(ode, options(1e-7, 1e-11));
    run(*integrator, {1, 0, 0}, 0, 40);
    for (std::size_t i = 0; i < 3; ++i) CHECK(integrator->state()[i] == Approx(reference[i]).epsilon(1e-6));  // ten tolerances
    CHECK(integrator->statistics().steps < (std::string(name) == "auto" ? 3000 : 1000));                      // dopri5 would need 57000
  }
}

TEST_CASE("van der Pol with mu = 1000 at t = 2000", "[integrators][stiff]") {
  // Mazzia, Magherini (2008), Test Set for Initial Value Problem Solvers, VDPOL rescaled.
  for (const char* name : kStiff) {
    INFO(name);
    FunctionOde ode = van_der_pol(1e3);
    const auto integrator = find_integrator(name)->make(ode, options(1e-8, 1e-10));
    run(*integrator, {2, 0}, 0, 2000);
    CHECK(integrator->state()[0] == Approx(1.706167732170469).epsilon(2e-6));  // jumps in it multiply errors by about 100
    CHECK(integrator->state()[1] == Approx(-0.8928097010248125e-3).epsilon(2e-6));
  }
}

TEST_CASE("the slow solution of a fast system is followed in few steps, also between them", "[integrators][stiff]") {
  for (const double lambda : {-1e2, -1e6, -1e9}) {
    for (const char* name : {"cvode", "arkode", "rosenbrock4"}) {
      INFO(name << " lambda " << lambda);
      FunctionOde ode = prothero_robinson(lambda);
      const auto integrator = find_integrator(name)->make(ode, options(1e-6, 1e-9));
      integrator->restart(0, std::vector<double>{1}, {}, 2);
      double error = 0;
      std::vector<double> x(1);
      while (integrator->time() < 2) {
        integrator->step(2);
        const double t0 = integrator->previous_time(), t1 = integrator->time();
        error = std::max(error, std::abs(integrator->state()[0] - std::cos(t1)));
        for (const double theta : {0.3, 0.7}) {
          const double t = t0 + theta * (t1 - t0);
          integrator->interpolate(t, x);
          error = std::max(error, std::abs(x[0] - std::cos(t)));
        }
      }
      CHECK(error < 3e-6);
      CHECK(integrator->statistics().steps < 300);
    }
  }
}

TEST_CASE("a fast decay is damped, not oscillated about", "[integrators][stiff]") {
  // x' = -10^6 x: L-stable methods reach zero to within the absolute tolerance; with h = 1 ms backward Euler divides by 1001 a step.
  for (const char* name : {"cvode", "arkode", "rosenbrock4", "implicit_euler"}) {
    INFO(name);
    FunctionOde ode(
        1, 0, [](double, const double* x, double* dxdt, double*) { dxdt[0] = -1e6 * x[0]; },
        [](double, const double*, double* j, double* dfdt) {
          j[0] = -1e6;
          dfdt[0] = 0;
        });
    IntegratorOptions o = options(1e-6, 1e-9);
    o.step_s = 1e-3;
    const auto integrator = find_integrator(name)->make(ode, o);
    run(*integrator, {1}, 0, 1);
    CHECK(std::abs(integrator->state()[0]) < 1e-8);
    CHECK(integrator->statistics().steps <= 1000);
  }
}

TEST_CASE("a thousand states go through the sparse Jacobian", "[integrators][stiff]") {
  // The slowest mode of the chain decays by its eigenvalue; the fastest is 4e5 times as fast.
  for (const char* name : {"auto", "cvode", "arkode", "implicit_euler"}) {
    INFO(name);
    HeatChain ode(1000, 1e4);
    IntegratorOptions o = options(1e-6, 1e-9);
    o.step_s = 1e-2;
    const auto integrator = find_integrator(name)->make(ode, o);
    run(*integrator, ode.mode(), 0, 1);
    const double allowed = std::string(name) == "implicit_euler" ? 1e-3 : 1e-6;  // backward Euler: rate^2 h / 2 = 5e-5
    const std::vector<double> mode = ode.mode();
    for (const std::size_t i : {std::size_t(0), std::size_t(137), std::size_t(500), std::size_t(999)}) {
      CHECK(integrator->state()[i] == Approx(mode[i] * std::exp(ode.rate())).epsilon(allowed).margin(1e-8));
    }
    CHECK(integrator->statistics().evaluations < 10000);  // dopri5: 72524
    CHECK(integrator->statistics().jacobians > 0);
    CHECK(integrator->statistics().jacobians <= integrator->statistics().factorisations);
  }
}

TEST_CASE("auto stays explicit where nothing is stiff and says so", "[integrators][auto]") {
  const Oscillator oscillator;
  FunctionOde ode = oscillator.ode();
  const auto chosen = find_integrator("auto")->make(ode, options(1e-6, 1e-9));
  run(*chosen, oscillator.start(), 1, 4);
  FunctionOde same = oscillator.ode();
  const auto dopri5 = find_integrator("dopri5")->make(same, options(1e-6, 1e-9));
  run(*dopri5, oscillator.start(), 1, 4);
  CHECK(chosen->state()[0] == dopri5->state()[0]);
  CHECK(chosen->statistics().evaluations == dopri5->statistics().evaluations);
  CHECK(chosen->remark() == "dopri5: stiffness shortened no step");
}

TEST_CASE("auto leaves the explicit method where stability limits it", "[integrators][auto]") {
  FunctionOde ode = drag_sled(1e-3);
  ode.cost = 80;
  const auto integrator = find_integrator("auto")->make(ode, options(1e-6, 1e-9));
  run(*integrator, {0, 0}, 0, 16);
  FunctionOde reference_ode = drag_sled(1e-3);
  const auto reference = find_integrator("rosenbrock4")->make(reference_ode, options(1e-10, 1e-13));
  run(*reference, {0, 0}, 0, 16);
  CHECK(integrator->state()[0] == Approx(reference->state()[0]).epsilon(1e-5));  // slips multiply errors; 1e-6 was asked for
  CHECK(integrator->statistics().evaluations < 40000);                           // dopri5 alone: 312686
  CHECK_THAT(integrator->remark(), Catch::Contains(" of method in this run"));
}

TEST_CASE("auto leaves the explicit method where events follow one another within a few steps", "[integrators][auto]") {
  // As where a law chatters at the step that stability allows: each step is taken again to find the event that ends it.
  // dopri5 alone would need 10,000 events, as stability allows steps of 3.3e-6 s.
  FunctionOde ode = prothero_robinson(-1e6);
  const auto integrator = find_integrator("auto")->make(ode, options(1e-6, 1e-9));
  std::vector<double> x{1};
  double t = 0;
  int events = 0;
  for (; t < 0.1 && events < 3000; ++events) {
    integrator->restart(t, x, {}, 1);
    for (int k = 0; k < 3; ++k) integrator->step(1);
    const double begin = integrator->previous_time(), end = integrator->time();
    for (const double part : {0.5, 0.9, 0.7, 0.8}) integrator->retake(begin + part * (end - begin));
    t = integrator->time();
    x.assign(integrator->state().begin(), integrator->state().end());
  }
  INFO(integrator->remark() << ", " << events << " events");
  CHECK(t >= 0.1);
  CHECK(integrator->remark().find("from t = ") != std::string::npos);
}

TEST_CASE("steps that are taken again to find an event are counted once as steps that stiffness shortened", "[integrators][auto]") {
  FunctionOde ode = prothero_robinson(-1e5);
  ode.cost = 1;  // too little is ever spent for a trial
  const auto integrator = find_integrator("auto")->make(ode, options(1e-6, 1e-9));
  integrator->restart(0, std::vector<double>{1}, {}, 1);
  for (int k = 0; k < 40; ++k) {
    integrator->step(1);
    const double begin = integrator->previous_time(), end = integrator->time();
    for (int part = 19; part > 0; --part) integrator->retake(begin + 0.05 * part * (end - begin));
    integrator->retake(end);
  }
  int limited = 0, all = 0;
  INFO(integrator->remark());
  REQUIRE(std::sscanf(integrator->remark().c_str(), "dopri5: stiffness shortened %d of %d explicit steps", &limited, &all) == 2);
  CHECK(all == 40);
  CHECK(limited <= all);
  CHECK(limited > 10);
}

TEST_CASE("of few states auto comes to the cheaper implicit method, whichever it is", "[integrators][auto]") {
  // Of the same stiff equation, loose tolerances are cheaper by a method of one step, tight ones by BDF.
  const auto chosen = [](double rtol) {
    FunctionOde ode = prothero_robinson(-1e5);
    const auto integrator = find_integrator("auto")->make(ode, options(rtol, rtol / 1000));
    run(*integrator, {1}, 0, 60);
    std::pair<std::string, std::int64_t> cheapest{"", std::numeric_limits<std::int64_t>::max()};
    for (const std::string name : {"cvode", "rosenbrock4"}) {
      FunctionOde same = prothero_robinson(-1e5);
      const auto alone = find_integrator(name)->make(same, options(rtol, rtol / 1000));
      run(*alone, {1}, 0, 60);
      // A step of cvode is as dear as three of the other, both without evaluations (cost.h).
      const std::int64_t cost = alone->statistics().steps * (name == "cvode" ? 3 : 1);
      if (cost < cheapest.second) cheapest = {name, cost};
    }
    INFO(integrator->remark());
    CHECK(integrator->remark().find(cheapest.first + " from t = ") == 0);
    return cheapest.first;
  };
  CHECK(chosen(1e-3) == "rosenbrock4");
  CHECK(chosen(1e-10) == "cvode");
}

TEST_CASE("auto goes back to the explicit method where the stiff part is over", "[integrators][auto]") {
  // x = cos t throughout: until t = 20 drawn there within a tenth of a millisecond, then by its derivative alone.
  const auto lambda = [](double t) { return t < 20 ? -1e4 : 0.0; };
  FunctionOde ode(
      1, 0, [=](double t, const double* x, double* dxdt, double*) { dxdt[0] = lambda(t) * (x[0] - std::cos(t)) - std::sin(t); },
      [=](double t, const double*, double* j, double* dfdt) {
        j[0] = lambda(t);
        dfdt[0] = lambda(t) * std::sin(t) - std::cos(t);
      });
  const auto integrator = find_integrator("auto")->make(ode, options(1e-6, 1e-9));
  run(*integrator, {1}, 0, 19.9);
  INFO(integrator->remark());
  CHECK_THAT(integrator->remark(), Catch::Matches("(cvode|rosenbrock4) from t = .*"));
  while (integrator->time() < 400) integrator->step(400);
  INFO(integrator->remark());
  CHECK(integrator->remark().find("dopri5 from t = ") == 0);
  CHECK(integrator->remark().find("explicit steps have become cheaper again") != std::string::npos);
  CHECK(integrator->state()[0] == Approx(std::cos(400.0)).margin(3e-5));  // errors add up where nothing draws x back
  const std::int64_t steps = integrator->statistics().steps;
  while (integrator->time() < 500) integrator->step(500);
  FunctionOde same = prothero_robinson(0);
  const auto dopri5 = find_integrator("dopri5")->make(same, options(1e-6, 1e-9));
  run(*dopri5, {1}, 0, 100);
  CHECK(10 * (integrator->statistics().steps - steps) <= 11 * dopri5->statistics().steps);  // the same curve, elsewhere
}

TEST_CASE("writing what an integrator has learned changes nothing of it", "[integrators][auto]") {
  // Stiffness shortens the steps, but too few of them for a trial of another method.
  FunctionOde ode = prothero_robinson(-3000), same = prothero_robinson(-3000);
  const auto written = find_integrator("auto")->make(ode, options(1e-6, 1e-9));
  const auto left_alone = find_integrator("auto")->make(same, options(1e-6, 1e-9));
  for (Integrator* integrator : {written.get(), left_alone.get()}) {
    integrator->restart(0, std::vector<double>{1}, {}, 3);
    while (integrator->time() < 3 && integrator->remark().find("shortened no step") != std::string::npos) integrator->step(3);
  }
  REQUIRE(left_alone->remark().find("dopri5: stiffness shortened ") == 0);
  for (int k = 0; k < 3; ++k) {
    Archive archive;
    written->carry(archive);
  }
  CHECK(written->remark() == left_alone->remark());
  for (Integrator* integrator : {written.get(), left_alone.get()})
    for (int k = 0; k < 3; ++k) integrator->step(3);
  CHECK(written->remark() == left_alone->remark());
  CHECK(written->state()[0] == left_alone->state()[0]);
}

TEST_CASE("auto prefers the one-step implicit method where events are frequent", "[integrators][auto]") {
  HeatChain ode(200, 1e6);
  const auto integrator = find_integrator("auto")->make(ode, options(1e-6, 1e-9));
  const std::vector<double> push = ode.mode();
  std::vector<double> x = push;
  integrator->restart(0, x, {}, 10);
  for (int event = 1; event <= 400; ++event) {  // a smooth push each millisecond: BDF takes 26 steps to the next, ESDIRK two
    const double t = 0.001 * event;
    while (integrator->time() < t) integrator->step(t);
    x.assign(integrator->state().begin(), integrator->state().end());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.1 * push[i];
    integrator->restart(t, x, {}, 10);
  }
  INFO(integrator->remark());
  CHECK(integrator->remark().find("arkode from t = ") == 0);
  CHECK(integrator->statistics().steps < 3000);  // cvode: 10400
}

TEST_CASE("bs23 counts steps as ode23 does", "[integrators]") {
  // physics.md 4.5: points of a run of 16 s with ode23's default tolerances; its two rows come from MATLAB and from Octave.
  const struct {
    double peak_slip;
    double points, allowed;
  } rows[] = {{0.01, 6667, 0.005}, {0.001, 68107, 0.005}};
  for (const auto& row : rows) {
    FunctionOde ode = drag_sled(row.peak_slip);
    const auto integrator = find_integrator("bs23")->make(ode, options(1e-3, 1e-6));
    run(*integrator, {0, 0}, 0, 16);
    CHECK(static_cast<double>(integrator->statistics().steps + 1) == Approx(row.points).epsilon(row.allowed));
  }
}
