// Two laws in series with nothing between, under a torque that rises: frictions, laws of authors with roots and powers, a tyre, a gear with
// losses. The solution that the motion follows ends where the torque passes the peak of the one that creeps, once or several times. Held
// against the same motion followed by continuity in small steps along a variable that does not turn back where time does.
// STRIBECK_RANDOM_FOLDS asks for more of them.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <functional>
#include <random>

#include "choices.h"
#include "whole_run.h"

namespace stribeck::folds {
namespace {

constexpr double kEnd_s = 1;

using std::atan, std::exp, std::pow, std::sin, std::sqrt, std::tanh;  // of what is complex, too

/// A torque over a relative speed, with the slope to rounding: by a step in the imaginary direction.
struct Law {
  std::function<double(double)> torque, slope;
  std::string component, definition = {};

  template <typename Function>
  Law(Function function, std::string made, std::string defined = {})
      : torque([function](double w) { return function(w); }),
        slope([function](double w) { return function(std::complex<double>(w, 1e-30)).imag() / 1e-30; }),
        component(std::move(made)),
        definition(std::move(defined)) {}
};

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  double operator()(double from, double to) {
    return std::round(std::uniform_real_distribution<double>(from, to)(random_) * 1e4) / 1e4;  // as it is written
  }
  std::size_t one_of(std::size_t count) { return random_() % count; }

 private:
  std::mt19937 random_;
};

std::string in_digits(double x) { return std::to_string(x); }

/// As the page of rotational.friction says.
Law friction(Draw& real) {
  const double coulomb = real(5, 20), breakaway = coulomb + real(2, 8), speed = real(0.05, 0.3), viscous = real(0.3, 4);
  return {[=](auto w) {
            const auto u = w / (std::sqrt(2.0) * speed);
            return std::sqrt(2 * std::exp(1.0)) * (breakaway - coulomb) * exp(-u * u) * u + coulomb * tanh(10.0 * w / speed) + viscous * w;
          },
          R"("rotational.friction", "parameters": {"breakaway_torque": )" + in_digits(breakaway) + R"(, "coulomb_torque": )" +
              in_digits(coulomb) + R"(, "breakaway_velocity": )" + in_digits(speed) + R"(, "viscous_coefficient": )" + in_digits(viscous) +
              "}"};
}

/// An author's law for positive speeds.
template <typename Function>
Law authored(const std::string& name, const std::string& torque, Function function) {
  return {function, "\"" + name + "\"",
          "\"" + name + R"(": {"doc": "A law.", "ports": {"R": {"domain": "rotational", "doc": "side"},
             "C": {"domain": "rotational", "doc": "other side"}},
             "variables": {"w": {"unit": "1", "doc": "speed"}, "T": {"unit": "N*m", "doc": "torque"}},
             "equations": ["w = (R.w - C.w)*unit", "R.T = T", "C.T = -T", "T = ()" +
              torque + R"()*torque"],
             "parameters": {"unit": {"unit": "s/rad", "value": 1, "doc": "one"}, "torque": {"unit": "N*m", "value": 1, "doc": "one"}}})"};
}
Law root(Draw& real, const std::string& name) {
  const double a = real(8, 25), c = real(0.3, 4);
  return authored(name, in_digits(a) + "*w/sqrt(abs(w) + 0.001) + " + in_digits(c) + "*w",
                  [=](auto w) { return a * w / sqrt(w + 0.001) + c * w; });
}
Law power(Draw& real, const std::string& name) {
  const double a = real(8, 25), p = real(0.4, 0.9), c = real(0.3, 4);
  return authored(name, in_digits(a) + "*(if w > 0 then 1 else -1)*abs(w)^" + in_digits(p) + " + " + in_digits(c) + "*w",
                  [=](auto w) { return a * pow(w, p) + c * w; });
}
/// Rises to its peak at w = b, and falls behind it.
Law falling(Draw& real, const std::string& name) {
  const double b = real(0.05, 0.3), a = real(7, 25) / b, c = real(0.3, 4);
  return authored(name, in_digits(a) + "*w*exp(-abs(w)/" + in_digits(b) + ") + " + in_digits(c) + "*w",
                  [=](auto w) { return a * w * exp(-w / b) + c * w; });
}

/// A body drives a joint without inertia through the first law, which the second holds back: by itself, behind a gear with losses, or as a
/// tyre on a road that moves.
struct Series {
  static constexpr double kFirst = 0.5;  // rad/s, of the body
  Law first, second;
  std::string other_parts, nets;
  double inertia, offset, rise;

  /// Every third network is of frictions alone; one of the laws has a peak.
  explicit Series(unsigned seed) : Series(Draw(seed), seed % 3 != 0) {}
  Series(Draw real, bool is_mixed) : first(friction(real)), second(friction(real)) {
    nets = R"(["first.C", "second.R"], ["second.C", "wall.W", "push.C"])";
    const std::size_t kind = is_mixed ? real.one_of(5) : 5;
    if (kind == 0) first = real.one_of(2) == 0 ? root(real, "law_first") : power(real, "law_first");
    if (kind == 1) second = real.one_of(2) == 0 ? root(real, "law_second") : power(real, "law_second");
    if (kind == 2) (real.one_of(2) == 0 ? first : second) = falling(real, "law");
    if (kind == 3) put_gear(real);
    if (kind == 4) put_tyre(real);
    inertia = real(0.5, 4);
    offset = 6;
    rise = real(20, 60);
  }
  void put_gear(Draw& real) {
    const double ratio = real(1.2, 2), efficiency = real(0.6, 0.98);
    const Law held = second;
    second.torque = [=](double w) { return held.torque(w / ratio) / (ratio * (1 - (1 - efficiency) * std::tanh(w / 0.01))); };
    second.slope = [=](double w) {
      const double tanh = std::tanh(w / 0.01), share = 1 - (1 - efficiency) * tanh;
      return held.slope(w / ratio) / (ratio * ratio * share) +
             held.torque(w / ratio) / ratio * (1 - efficiency) * (1 - tanh * tanh) / 0.01 / (share * share);
    };
    other_parts = R"(, "gear": {"type": "mechanisms.lossy_gear", "parameters": {"ratio": )" + in_digits(ratio) + R"(, "efficiency": )" +
                  in_digits(efficiency) + "}}";
    nets = R"(["first.C", "gear.S"], ["gear.O", "second.R"], ["second.C", "wall.W", "push.C"])";
  }
  void put_tyre(Draw& real) {
    const double peak = real(0.4, 1), load = std::round(real(7, 20) / (0.3 * peak)), road = real(0.02, 0.1);
    second = Law(
        [=](auto w) {
          const auto x = 10.0 * (0.3 * w - road) / std::sqrt(road * road + 0.01);
          return 0.3 * load * peak * sin(1.9 * atan(x - 0.97 * (x - atan(x))));
        },
        R"("mechanisms.tyre", "parameters": {"normal_force": )" + in_digits(load) + R"(, "peak_coefficient": )" + in_digits(peak) + "}");
    other_parts = R"(, "road": {"type": "translational.velocity_source", "parameters": {"velocity": )" + in_digits(road) +
                  R"(}}, "earth": {"type": "translational.ground"})";
    nets = R"(["first.C", "second.A"], ["second.H", "road.R"], ["road.C", "earth.W"], ["wall.W", "push.C"])";
  }
  double torque(double t) const { return offset + rise * t; }
  /// Of the joint; a vanishing inertia there follows it.
  double pull(double w, double joint) const { return first.torque(w - joint) - second.torque(joint); }
  double stiffness(double w, double joint) const { return first.slope(w - joint) + second.slope(joint); }
  double acceleration(double t, double w, double joint) const { return (torque(t) - first.torque(w - joint)) / inertia; }

  std::string text(const std::string& solver, double interval) const {
    std::string definitions = first.definition;
    if (!second.definition.empty()) definitions += (definitions.empty() ? "" : ", ") + second.definition;
    return test::diagram_text(R"("body": {"type": "rotational.inertia", "parameters": {"inertia": )" + in_digits(inertia) +
                                  R"(}, "initial": {"w": 0.5}}, "push": {"type": "rotational.torque_source"},
           "ramp": {"type": "signals.ramp", "parameters": {"offset": )" +
                                  in_digits(offset) + R"(, "height": )" + in_digits(rise) + R"(, "duration": 1}}, "first": {"type": )" +
                                  first.component + R"(}, "second": {"type": )" + second.component +
                                  R"(}, "wall": {"type": "rotational.ground"})" + other_parts,
                              R"(["ramp.y", "push.S"], ["push.R", "body.I", "first.R"], )" + nets,
                              R"("definitions": {)" + definitions + R"(}, "experiment": {"stop": 1, "interval": )" + in_digits(interval) +
                                  R"(, "solver": ")" + solver + R"("}, "outputs": ["body.w", "first.w"])");
  }
};

struct Motion {
  double w = 0;
  std::vector<double> jumps_s;
};

/// Time, body and joint along s, dt/ds being the stiffness, which vanishes at the fold: classical Runge-Kutta steps.
using Point = std::array<double, 3>;
Point rate(const Series& series, const Point& p) {
  const double stiffness = series.stiffness(p[1], p[2]), acceleration = series.acceleration(p[0], p[1], p[2]);
  return {stiffness, stiffness * acceleration, series.first.slope(p[1] - p[2]) * acceleration};
}
Point after(const Series& series, const Point& p, double h) {
  const auto beside = [](const Point& from, const Point& k, double share) {
    return Point{from[0] + share * k[0], from[1] + share * k[1], from[2] + share * k[2]};
  };
  const Point a = rate(series, p), b = rate(series, beside(p, a, h / 2)), c = rate(series, beside(p, b, h / 2)),
              d = rate(series, beside(p, c, h));
  Point to = p;
  for (std::size_t i = 0; i < 3; ++i) to[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  return to;
}

/// Where the joint comes to rest with a vanishing inertia, from a little beyond the fold.
double settled(const Series& series, double w, double joint, double towards) {
  double step = 1e-3 * towards, from = joint + step;
  while (series.pull(w, from + step) * towards > 0) from += step;
  double to = from + step;
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = 0.5 * (from + to);
    (series.pull(w, middle) * towards > 0 ? from : to) = middle;
  }
  return to;
}

Motion followed(const Series& series, double joint) {
  constexpr double kStep = 2e-4;  // of time or of the joint's speed, whichever is faster
  Point p{0, Series::kFirst, joint};
  Motion motion;
  while (true) {
    const Point k = rate(series, p);
    double h = kStep / std::max(std::fabs(k[0]), std::fabs(k[2]));
    Point next = after(series, p, h);
    const auto is_over = [&](const Point& at) { return at[0] >= kEnd_s || series.stiffness(at[1], at[2]) <= 0; };
    if (is_over(next)) {
      double low = 0;
      for (int halving = 0; halving < 60; ++halving) {
        const double middle = 0.5 * (low + h);
        (is_over(after(series, p, middle)) ? h : low) = middle;
      }
      next = after(series, p, h);
      motion.w = next[1];
      if (next[0] >= kEnd_s * (1 - 1e-12)) return motion;
      motion.jumps_s.push_back(next[0]);
      next[2] = settled(series, next[1], next[2], rate(series, next)[2] > 0 ? 1 : -1);
    }
    p = next;
  }
}

TEST_CASE("where the solution of a loop ends is an event, and the motion after it that with a vanishing inertia") {
  const char* const more = std::getenv("STRIBECK_RANDOM_FOLDS");
  const unsigned count = more != nullptr ? static_cast<unsigned>(std::atoi(more)) : test::kSanitized ? 3 : 12;
  // Towards the end of a solution steps get shorter by a factor each, a dozen or two, and the error of each, of at most rtol, has the same
  // sign.
  constexpr double kRtol = 1e-6, kMost = 10 * kRtol;
  std::size_t jumps = 0;
  for (unsigned number = 1; number <= count; ++number) {
    // Of the last two one has a solution that ends and begins again, as another one, within a step, and one has two solutions that overlap
    // over a 50th of a step.
    const unsigned seed = std::max(number, number == count ? 251U : number + 1 == count ? 79U : 0U);
    const Series series(seed);
    for (const auto& [solver, interval] : {std::pair{"dopri5", 0.01},
                                           {"dopri5", 1.0},
                                           {"cvode", 0.03},
                                           {"rosenbrock4", 0.1},
                                           {"bs23", 0.1},
                                           {"auto", 0.1},
                                           {"arkode", 0.02}}) {
      INFO("seed " << seed << ", " << solver << ", interval " << interval << "\n" << series.text(solver, interval));
      RunOptions options;
      // Each leg begins from a record, next to the end of a solution too. Methods of several steps begin at first order; ARKODE's first
      // step behind a record may grow at will, so that its error is as large as may be, and has the same sign each time.
      const std::string_view method(solver);
      if (seed % 2 == 0 && method != "cvode") options.leg = {.steps = method == "arkode" ? 20 : 2, .operations = 0};
      const test::WholeRun run = test::run_text(series.text(solver, interval), options);
      const Motion motion = followed(series, Series::kFirst - run.first("first.w"));
      std::vector<double> jumps_s;
      for (const auto& event : run.trajectory.events())
        if (event.label.starts_with("jump of ")) jumps_s.push_back(event.time_s);
      jumps += jumps_s.size();
      REQUIRE(jumps_s.size() == motion.jumps_s.size());
      const auto tells_jumps = [](const Diagnostic& note) { return note.code == ErrorCode::run_loop_jumps; };
      CHECK(std::count_if(run.summary.notes.begin(), run.summary.notes.end(), tells_jumps) == (jumps_s.empty() ? 0 : 1));
      for (std::size_t k = 0; k < jumps_s.size(); ++k) CHECK(std::fabs(jumps_s[k] - motion.jumps_s[k]) <= kMost * kEnd_s);
      CHECK(std::fabs(run.last("body.w") - motion.w) <= kMost * motion.w);
    }
  }
  CHECK(jumps >= count);
}

}  // namespace
}  // namespace stribeck::folds
