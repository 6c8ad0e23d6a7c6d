// Every registered component compiled: its exact Jacobian against differences, its dissipated power at every row of a run.
#include <catch2/catch.hpp>
#include <cmath>

#include "every_component.h"
#include "simulation/events/conditions.h"
#include "simulation/loop/hybrid_loop.h"
#include "simulation/loop/model_ode.h"

namespace stribeck {
namespace {

/// Derivatives of all state derivatives by one input (a state, or time as the last), with modes held.
class Differences {
 public:
  explicit Differences(ModelOde& ode) : ode_(ode), n_(static_cast<std::size_t>(ode.states())) {}

  struct Estimate {
    double value, uncertainty;
  };
  /// Central differences at h and h/2 and their extrapolation to zero (Richardson): what the two differ by bounds what is left.
  std::vector<Estimate> by(std::size_t input, double t, std::vector<double> x, double h) {
    const std::vector<double> wide = central(input, t, x, h), narrow = central(input, t, x, h / 2);
    std::vector<Estimate> result(n_);
    for (std::size_t i = 0; i < n_; ++i) result[i] = {(4 * narrow[i] - wide[i]) / 3, std::fabs(narrow[i] - wide[i])};
    return result;
  }

 private:
  std::vector<double> central(std::size_t input, double t, std::vector<double>& x, double h) {
    std::vector<double> above = at(input, t, x, h);
    const std::vector<double> below = at(input, t, x, -h);
    for (std::size_t i = 0; i < n_; ++i) above[i] = (above[i] - below[i]) / (2 * h);
    return above;
  }
  std::vector<double> at(std::size_t input, double t, std::vector<double> x, double step) {
    (input < n_ ? x[input] : t) += step;
    std::vector<double> rates(n_);
    ode_.derivatives(t, x.data(), rates.data(), nullptr);
    return rates;
  }

  ModelOde& ode_;
  std::size_t n_;
};

/// The exact Jacobian, one column an input, the last one for time.
std::vector<std::vector<double>> exact_jacobian(ModelOde& ode, double t, const std::vector<double>& x) {
  const SparsityPattern& pattern = ode.jacobian_pattern();
  std::vector<double> values(pattern.rows.size());
  std::vector<std::vector<double>> columns(x.size() + 1, std::vector<double>(x.size(), 0.0));
  ode.jacobian(t, x.data(), values.data(), columns.back().data());
  for (std::size_t j = 0; j < x.size(); ++j)
    for (auto k = static_cast<std::size_t>(pattern.starts[j]); k < static_cast<std::size_t>(pattern.starts[j + 1]); ++k)
      columns[j][static_cast<std::size_t>(pattern.rows[k])] = values[k];
  return columns;
}

void compare_jacobian(ModelOde& ode, double t, const std::vector<double>& x) {
  const std::vector<std::vector<double>> exact = exact_jacobian(ode, t, x);
  std::vector<double> rounding(x.size());  // how large the terms of each row are
  ode.derivatives(t, x.data(), rounding.data(), nullptr);
  for (double& size : rounding) size = 1 + std::fabs(size);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) rounding[i] += std::fabs(exact[j][i] * x[j]);
  Differences differences(ode);
  for (std::size_t j = 0; j <= x.size(); ++j) {
    const double h = 2e-5 * std::max(0.1, j < x.size() ? std::fabs(x[j]) : t);  // far below the creep zone of friction, 0.01 rad/s
    const auto estimates = differences.by(j, t, x, h);
    for (std::size_t i = 0; i < x.size(); ++i) {
      CAPTURE(t, i, j);
      // Forces within may be larger than what they leave of one another in a rate, and the moment of an area is a difference over the
      // square of its turning: four thousand roundings of that.
      const auto is_near = [&](const Differences::Estimate& estimate, double step) {
        return std::fabs(exact[j][i] - estimate.value) <= estimate.uncertainty + 4e-13 * rounding[i] / step;
      };
      // Where the turning is small even that is not enough: differences over a longer step have less rounding.
      const double longer = 8 * h;
      if (!is_near(estimates[i], h)) CHECK(is_near(differences.by(j, t, x, longer)[i], longer));
    }
  }
}

TEST_CASE("the Jacobian of every component is that of central differences") {
  sweep::for_every_program(3, [](test::Compiled& compiled, std::mt19937& random) {
    Evaluation evaluation(compiled.machine);
    Conditions conditions(compiled.machine, evaluation);
    LiveSystem live(compiled.machine, evaluation, 1);
    ModelOde ode(compiled.machine, live, {});
    std::uniform_real_distribution<double> uniform(-1, 1), decades(-3, 0), times(0.05, 0.95);
    for (int trial = 0; trial < 10; ++trial) {
      std::vector<double> x(static_cast<std::size_t>(ode.states()));
      for (double& value : x) value = uniform(random) * std::pow(10, decades(random));
      const double t = times(random);
      conditions.schedule_by_time(t);
      std::vector<std::string> labels;
      conditions.settle(t, x.data(), labels);
      compare_jacobian(ode, t, x);
    }
  });
}

/// Reads the powers that the run integrates at the moment when a row is written.
class PowerWatch : public RowSink {
 public:
  explicit PowerWatch(Machine& machine) : machine_(machine), largest(machine.program().quadratures.size(), 0.0), smallest(largest) {}
  void begin(const std::vector<OutputColumn>&) override {}
  void row(double, const double*) override {
    ++rows;
    machine_.run(Section::quadratures);
    const Snapshot now = machine_.snapshot();
    for (std::size_t q = 0; q < largest.size(); ++q) {
      const double power = now.value(machine_.program().quadratures[q]);
      largest[q] = std::max(largest[q], power);
      smallest[q] = std::min(smallest[q], power);
    }
  }

 private:
  Machine& machine_;

 public:
  std::vector<double> largest, smallest;
  int rows = 0;
};

TEST_CASE("no component ever gives heat back") {
  std::size_t count = 0;
  sweep::for_every_program(1, [&](test::Compiled& compiled, std::mt19937&) {
    if (test::kSanitized && ++count % 6 != 0) return;
    for (const Instance& instance : compiled.diagram.instances)
      if (test::may_give_back(*instance.record)) return;
    PowerWatch watch(compiled.machine);
    const AuditOutputs audit;
    RowWriter rows(compiled.machine, watch, 0, {}, audit);
    RunSettings settings;
    settings.interval_s = 0.002;
    settings.solver = "dopri5";
    settings.integrator.rtol = 1e-9;  // as the diagram itself says
    settings.integrator.atol = 1e-12;
    bool to_the_end = true;
    try {
      HybridLoop(compiled.machine, rows, settings).run();
    } catch (const Failure& failure) {  // the pipeline, left out here, would have chosen other states before a dead point
      if (failure.diagnostics().front().code != ErrorCode::program_unreadable || compiled.program.watch.empty()) throw;
      to_the_end = false;
    }
    CHECK(watch.rows >= (to_the_end ? 501 : 0));
    for (std::size_t q = 0; q < watch.largest.size(); ++q)
      CHECK(watch.smallest[q] >= -1e-14 * watch.largest[q] - 1e-10);  // what sticks moves by rounding: 1e-16 m/s times its force
  });
}

}  // namespace
}  // namespace stribeck
