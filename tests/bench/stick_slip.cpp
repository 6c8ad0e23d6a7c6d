// The whole simulation of the rotational stick-slip diagram against the same model written by hand with the same Odeint stepper and
// tolerance (at most 1.6 times, where the machine is quiet). Both write 1001 rows of three columns into memory; ours also audits its
// energy.
#include <array>
#include <boost/numeric/odeint.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "pipeline.h"

using namespace stribeck;

namespace {

struct HandWritten {
  double speed = 0.2, k = 100, d = 0.5, inertia = 1, brk = 25, coulomb = 20, w_brk = 0.01, f = 0.1;
  double friction(double w) const {
    const double u = w / (std::sqrt(2.0) * w_brk);
    return std::sqrt(2 * std::exp(1.0)) * (brk - coulomb) * std::exp(-u * u) * u + coulomb * std::tanh(10 * w / w_brk) + f * w;
  }
  void operator()(const std::array<double, 2>& x, std::array<double, 2>& dxdt, double) const {
    dxdt[0] = x[1];
    dxdt[1] = (friction(speed - x[1]) - k * x[0] - d * x[1]) / inertia;
  }
};

struct Rows : RowSink {
  std::vector<double> values;
  std::size_t columns = 0;
  void begin(const std::vector<OutputColumn>& c) override { columns = c.size(); }
  void row(double time_s, const double* v) override {
    values.push_back(time_s);
    values.insert(values.end(), v, v + columns);
  }
};

double run_by_hand(std::vector<double>& rows) {
  namespace odeint = boost::numeric::odeint;
  using State = std::array<double, 2>;
  const HandWritten model;
  auto stepper = odeint::make_dense_output(1e-9, 1e-6, odeint::runge_kutta_dopri5<State>());
  State x{0, 0};
  stepper.initialize(x, 0.0, 1e-6);
  const auto write = [&](double t, const State& s) { rows.insert(rows.end(), {t, s[1], s[0], model.friction(model.speed - s[1])}); };
  write(0, x);
  for (int i = 1; i <= 1000; ++i) {
    const double t = i * 0.01;
    while (stepper.current_time() < t) stepper.do_step(model);
    stepper.calc_state(t, x);
    write(t, x);
  }
  return x[0];
}

template <typename Run>
double fastest(int repeats, Run run) {
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string only = argc > 1 ? argv[1] : "";  // "hand" or "ours": one of them alone, for a profiler
  Registry registry;
  add_builtin_components(registry);
  RunOptions options;
  options.solver = "dopri5";
  const ModelPtr model = load(registry, std::string(STRIBECK_ROOT) + "/diagrams/start/rotational_stick_slip.json", options);
  const int repeats = only.empty() ? 60 : 5;
  std::vector<double> by_hand;
  Rows ours;
  double hand_s = 0, ours_s = 0;
  for (int round = 0; round < (only.empty() ? 5 : 1); ++round) {  // alternating, so that a busy machine hurts both
    const auto min = [&](double& best, double now) { best = best == 0 ? now : std::min(best, now); };
    if (only != "ours") min(hand_s, fastest(repeats, [&] { by_hand.clear(), run_by_hand(by_hand); }));
    if (only != "hand") min(ours_s, fastest(repeats, [&] { ours.values.clear(), run(*model, ours, options); }));
  }
  if (!only.empty()) return 0;
  double difference = 0;
  for (std::size_t i = 0; i < by_hand.size(); i += 4) difference = std::max(difference, std::fabs(by_hand[i + 2] - ours.values[i + 2]));
  std::printf("rotational stick-slip, 10 s, dopri5, rtol 1e-6: by hand %.3f ms, ours %.3f ms, ratio %.2f (at most 1.6)\n", 1e3 * hand_s,
              1e3 * ours_s, ours_s / hand_s);
  std::printf("largest difference of the spring angle: %.2g rad\n", difference);
  return ours_s <= 1.6 * hand_s && difference < 1e-4 ? 0 : 1;
}
