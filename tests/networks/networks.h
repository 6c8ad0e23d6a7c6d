#pragma once
// The networks of diagrams/verify/network_*.json, run at tight tolerance and compared with models reduced by hand.
#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "whole_run.h"

namespace stribeck::test {

/// The network with every variable kept, through variables of all ports included, at a relative tolerance of 1e-12.
inline WholeRun run_network(const std::string& name, const std::string& solver = "dopri5") {
  const std::string file = std::string(STRIBECK_ROOT) + "/diagrams/verify/network_" + name + ".json";
  std::ifstream stream(file);
  nlohmann::json json = nlohmann::json::parse(stream, nullptr, true, true);
  json["outputs"].push_back("*");
  RunOptions options;
  options.solver = solver;
  options.rtol = "1e-12";
  options.atol = "1e-15";
  const std::string text = json.dump();
  const ModelPtr model = load(builtin_registry(), file, options, &text);
  WholeRun result;
  result.summary = run(*model, result.trajectory, options);
  return result;
}

/// The largest difference of two curves over the largest magnitude of the expected one.
inline double deviation(const std::vector<double>& found, const std::vector<double>& expected) {
  double worst = 0, largest = 0;
  for (std::size_t row = 0; row < found.size(); ++row) {
    worst = std::max(worst, std::fabs(found[row] - expected[row]));
    largest = std::max(largest, std::fabs(expected[row]));
    if (std::isnan(found[row])) return HUGE_VAL;
  }
  return worst / largest;
}

constexpr double kAgreement = 1e-9;  // of the largest magnitude; three digits coarser than the tolerance of the run

/// Holds the variable, at every row, against a function of time.
template <typename Formula>
void follows(const WholeRun& run, const std::string& variable, Formula formula) {
  CAPTURE(variable);
  std::vector<double> expected;
  for (const double t : run.times()) expected.push_back(formula(t));
  CHECK(deviation(run[variable], expected) <= kAgreement);
}

/// The same for the sum of two variables, where the network does not say how it is split.
template <typename Formula>
void sum_follows(const WholeRun& run, const std::string& one, const std::string& other, Formula formula) {
  CAPTURE(one, other);
  std::vector<double> expected, sum;
  for (const double t : run.times()) expected.push_back(formula(t));
  for (std::size_t row = 0; row < run.times().size(); ++row) sum.push_back(run[one][row] + run[other][row]);
  CHECK(deviation(sum, expected) <= kAgreement);
}

using State = std::vector<double>;

/// x' = rate(x) from x at the first row on, by Fehlberg's method of order 8 at 1e-13: nothing of the runtime takes part.
template <typename Rate>
std::vector<State> integrated(const WholeRun& run, State x, Rate rate) {
  namespace odeint = boost::numeric::odeint;
  auto stepper = odeint::make_controlled(1e-14, 1e-13, odeint::runge_kutta_fehlberg78<State>());
  const auto system = [&](const State& at, State& change, double) { change = rate(at); };
  std::vector<State> states;
  double t = run.times().front();
  for (const double next : run.times()) {
    if (next > t) odeint::integrate_adaptive(stepper, system, x, t, next, 1e-4);
    t = next;
    states.push_back(x);
  }
  return states;
}

/// Holds the variable, at every row, against a function of the reduced model's state.
template <typename Formula>
void follows(const WholeRun& run, const std::string& variable, const std::vector<State>& states, Formula formula) {
  CAPTURE(variable);
  std::vector<double> expected;
  for (const State& x : states) expected.push_back(formula(x));
  CHECK(deviation(run[variable], expected) <= kAgreement);
}

}  // namespace stribeck::test
