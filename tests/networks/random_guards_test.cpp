// Conditions that become true and false again within a step: periodic, rational and polynomial functions of states whose motion is known,
// so that integrators go far in one step. How often they become true is counted on the closed form, a millionth of the run apart.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "base/text.h"
#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using Place = std::pair<double, double>;

/// In a formula.
std::string number(double value) { return "(" + number_text(value) + ")"; }

/// Two states with a motion in closed form.
struct Motion {
  std::string of_x, of_y;  // derivatives in 1/s
  Place start;
  std::function<Place(double)> at;
  bool is_straight = false;  // of which every method is exact
};

struct Guard {
  std::string text;
  std::function<double(Place)> value;
};

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  double between(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  int whole(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

 private:
  std::mt19937 random_;
};

Motion any_motion(Draw& draw, double stop) {
  const double x = draw.between(-1, 1), y = draw.between(-1, 1), a = draw.between(0.2, 2), b = draw.between(-1, 1);
  switch (draw.whole(0, 3)) {
    case 0:
      return {number(a), number(b), {x, y}, [=](double t) { return Place{x + a * t, y + b * t}; }, true};
    case 1: {  // coasting against a damper
      const double rate = draw.between(0.5, 3) / stop;
      const auto at = [=](double t) { return Place{x - a / rate * std::expm1(-rate * t), a * std::exp(-rate * t)}; };
      return {"y", number(-rate) + "*y", {x, a}, at};
    }
    case 2: {
      const double turns = draw.between(0.5, 5) * 2 * std::numbers::pi / stop;
      const auto at = [=](double t) {
        const double c = std::cos(turns * t), s = std::sin(turns * t);
        return Place{c * x - s * y, s * x + c * y};
      };
      return {number(-turns) + "*y", number(turns) + "*x", {x, y}, at};
    }
    default: {  // under a force that grows: a cubic, which methods of order three and more take in one step
      const double p = draw.between(1, 4), q = -p * draw.between(0.5, 1);
      const auto at = [=](double t) {
        const double s = t / stop;
        return Place{x + y * t + p * s * t / 2 + q * s * s * t / 3, y + p * s + q * s * s};
      };
      return {"y", number(p / stop) + " + " + number(2 * q / stop / stop) + "*tau", {x, y}, at};
    }
  }
}

Guard any_guard(Draw& draw) {
  const double a = draw.between(-2, 2), b = draw.between(0.3, 2), p = draw.between(-3, 3), n = draw.whole(1, 20);
  const std::string A = number(a), B = number(b), P = number(p), N = number(n);
  switch (draw.whole(0, 10)) {
    case 0:
      return {"cos(" + N + "*x + " + P + ")", [=](Place z) { return std::cos(n * z.first + p); }};
    case 1:
      return {"sin(" + N + "*x)*cos(3*y + " + P + ")", [=](Place z) { return std::sin(n * z.first) * std::cos(3 * z.second + p); }};
    case 2:
      return {"(" + A + " + " + B + "*x)/(1 + x^2)", [=](Place z) { return (a + b * z.first) / (1 + z.first * z.first); }};
    case 3:
      return {"x*y/(x^2 + y^2 + " + B + ")", [=](Place z) { return z.first * z.second / (z.first * z.first + z.second * z.second + b); }};
    case 4:
      return {A + "*x^3 + " + P + "*x^2*y + " + B + "*y",
              [=](Place z) { return a * z.first * z.first * z.first + p * z.first * z.first * z.second + b * z.second; }};
    case 5:
      return {"max(" + A + "*x, sin(" + N + "*y)) - abs(x*y - " + B + ")",
              [=](Place z) { return std::max(a * z.first, std::sin(n * z.second)) - std::fabs(z.first * z.second - b); }};
    case 6:
      return {"exp(-" + N + "*(x - " + P + ")^2)", [=](Place z) { return std::exp(-n * (z.first - p) * (z.first - p)); }};
    case 7:
      return {A + "*x + " + P + "*y", [=](Place z) { return a * z.first + p * z.second; }};
    case 8:  // a pole that jumps, and below one that does not
      return {"max(-5, min(5, tan(" + N + "*x + " + P + ")))", [=](Place z) { return std::clamp(std::tan(n * z.first + p), -5.0, 5.0); }};
    case 9:
      return {"min(5, 1/sin(" + N + "*x + " + P + ")^2)", [=](Place z) { return std::min(5.0, std::pow(std::sin(n * z.first + p), -2)); }};
    default:
      return {"tanh(" + A + "*x)*sqrt(1 + " + B + "*y^2) - 0.1*x",
              [=](Place z) { return std::tanh(a * z.first) * std::sqrt(1 + b * z.second * z.second) - 0.1 * z.first; }};
  }
}

/// A motion and a condition of it that becomes true so many times.
struct Case {
  double stop = 0, threshold = 0;
  Motion motion;
  Guard guard;
  int count = 0;

  std::string text(const std::string& solver) const {
    const double step = solver == "implicit_euler" ? stop / 10 : stop / 1000;
    return R"--({"format": "stribeck/1", "definitions": {"watcher": {"doc": "test", "parameters": {
      "rate": {"unit": "1/s", "value": 1, "doc": "one"}},
      "variables": {"x": {"unit": "1", "doc": "one"}, "y": {"unit": "1", "doc": "the other"}, "tau": {"unit": "1", "doc": "time"}},
      "discrete": {"count": {"unit": "1", "doc": "how often"}, "latch": {"unit": "1", "doc": "whether"}},
      "equations": ["der(x) = rate*()--" +
           motion.of_x + R"--()", "der(y) = rate*()--" + motion.of_y + R"--()", "tau = rate*time"],
      "when": [{"condition": ")--" +
           guard.text + " > " + number(threshold) + R"--(", "set": {"count": "count + 1", "latch": "1"}}]}},
      "components": {"w": {"type": "watcher", "initial": {"x": )--" +
           number_text(motion.start.first) + R"--(, "y": )--" + number_text(motion.start.second) + R"--(}}}, "connections": [],
      "outputs": ["w.count", "w.latch"], "experiment": {"rtol": 1e-8, "atol": 1e-10, "solver": ")--" +
           solver + R"--(", "step": )--" + number_text(step) + R"--(, "stop": )--" + number_text(stop) + R"--(, "interval": )--" +
           number_text(stop) + "}}";
  }
};

/// The condition holds near a maximum alone, for a share of the run from some hundred thousandths on. Nothing if it is true at the start,
/// or so close to its edge at an extremum that the error of a run may decide.
std::optional<Case> any_case(unsigned seed) {
  constexpr int kSamples = 1'000'000;
  Draw draw(seed);
  Case result;
  result.stop = draw.whole(1, 50);
  result.motion = any_motion(draw, result.stop);
  result.guard = any_guard(draw);
  std::vector<double> values;
  for (int i = 0; i <= kSamples; ++i) values.push_back(result.guard.value(result.motion.at(result.stop * i / kSamples)));
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const double range = *greatest - *least, margin = 1e-5 * range + 1e-5;
  result.threshold = *greatest - range * std::pow(10, draw.between(-4, -0.3));
  if (values.front() > result.threshold - margin || std::fabs(values.back() - result.threshold) < margin) return std::nullopt;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const bool is_extremum = i > 0 && (values[i] - values[i - 1]) * (values[i + 1] - values[i]) <= 0;
    if (is_extremum && std::fabs(values[i] - result.threshold) < margin) return std::nullopt;
    if (values[i] <= result.threshold && values[i + 1] > result.threshold) ++result.count;
  }
  return result;
}

TEST_CASE("no condition becomes true and false again unseen, by any integrator") {
  const char* const wanted = std::getenv("STRIBECK_RANDOM_GUARDS");
  const int count = wanted != nullptr ? std::atoi(wanted) : test::kSanitized ? 3 : 25;
  int found = 0;
  for (unsigned seed = 1; found < count; ++seed) {
    const std::optional<Case> drawn = any_case(seed);
    if (!drawn) continue;
    ++found;
    for (const IntegratorRow& row : integrators()) {
      const std::string solver(row.name);
      if (solver == "implicit_euler" && !drawn->motion.is_straight) continue;  // of order one
      INFO("seed " << seed << "\n" << drawn->text(solver));
      const test::WholeRun run = test::run_text(drawn->text(solver));
      CHECK(run.last("w.count") == drawn->count);
      CHECK(run.last("w.latch") == (drawn->count > 0 ? 1 : 0));
    }
  }
}

/// Both halves coast, and a damper brakes the driving one or none does: its angle in closed form.
TEST_CASE("a coasting dog clutch meshes where it first faces a gap") {
  const char* const wanted = std::getenv("STRIBECK_RANDOM_GUARDS");
  const unsigned count = wanted != nullptr ? 60 : test::kSanitized ? 4 : 20;
  for (unsigned seed = 1; seed <= count; ++seed) {
    Draw draw(seed);
    const int teeth = draw.whole(3, 40);
    const double pitch = 2 * std::numbers::pi / teeth, clearance = pitch * std::pow(10, draw.between(-3, -0.5));
    const double phi = pitch * draw.between(0.2, 0.8), speed = draw.between(0.1, 4);
    // It faces the gap while the angle is within half a clearance of it.
    const double way = pitch - 0.5 * clearance - phi, rate = draw.whole(0, 1) * draw.between(0.1, 0.9) * speed / way;
    const double meshes_s = rate > 0 ? -std::log1p(-way * rate / speed) / rate : way / speed;
    const std::string damper =
        rate > 0 ? R"(, "dm": {"type": "rotational.damper", "parameters": {"damping": )" + number_text(rate) + "}}" : "";
    INFO("seed " << seed << ": " << teeth << " teeth, clearance " << clearance << ", from " << phi << " at " << speed << ", rate " << rate);
    for (const char* solver : {"auto", "dopri5", "bs23", "cvode", "arkode", "rosenbrock4"}) {
      INFO(solver);
      const std::string start = R"("parameters": {"teeth": )" + std::to_string(teeth) + R"(, "clearance": )" + number_text(clearance) +
                                R"(}, "initial": {"phi": )" + number_text(phi) + "}}";
      const test::WholeRun run = test::run_text(test::diagram_text(
          R"("k": {"type": "rotational.dog_clutch", )" + start +
              R"(, "a": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": )" + number_text(speed) + R"(}},
                 "b": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": 0}},
                 "s": {"type": "signals.constant", "parameters": {"value": 1}}, "g": {"type": "rotational.ground"})" +
              damper,
          std::string(R"(["k.R", "a.I")") + (rate > 0 ? R"(, "dm.R"], ["dm.C", "g.W"])" : "]") + R"(, ["s.y", "k.S"], ["k.C", "b.I"])",
          R"("outputs": ["k.meshed"], "experiment": {"stop": )" + number_text(meshes_s + 1) + R"(, "interval": 100, "solver": ")" + solver +
              R"("})"));
      CHECK(run.last("k.meshed") == 1);
      double first = HUGE_VAL;
      for (std::size_t row = 0; row < run.times().size(); ++row)
        if (run["k.meshed"][row] == 1) first = std::min(first, run.times()[row]);
      CHECK(first == Approx(meshes_s).epsilon(1e-5));  // at the default tolerance of 1e-6
    }
  }
}

}  // namespace
}  // namespace stribeck
