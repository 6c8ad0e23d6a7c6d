// Random rows of bodies that nothing or a constant force acts on, which collide and are kicked: between events everything is a polynomial
// of time, so that positions follow from velocities in closed form, row by row and across every event.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/text.h"
#include "choices.h"
#include "whole_run.h"

// After the recorder's own words, which the builder's would shadow.
#include "declared.h"

namespace stribeck {
namespace {

/// A mass whose velocity is set anew now and then, and where it passes a place forwards.
void kicked_body(ComponentBuilder& c) {
  const Port M = c.port("M", "translational", "mass");
  auto mass = c.parameter("mass", 1, "kg", "mass").above(0);
  auto keeps = c.parameter("keeps", -0.5, "1", "share of the velocity that a kick leaves");
  auto push = c.parameter("push", 0.3, "m/s", "what it adds");
  auto period = c.parameter("period", 0.3, "s", "between kicks").above(0);
  auto place = c.parameter("place", 1, "m", "where it is turned back");
  const Expression v = c.variable("v", "m/s", "velocity");
  const Expression x = c.position(M, "x", "position from the origin");
  c.relation("velocity", v == M.across());
  c.relation("momentum", mass * der(v) == M.through());
  const Parameter push_back = c.parameter("push_back", 0.1, "m/s", "what it is turned back with at least");
  c.stores(mass * v * v / 2);
  c.every("kicks", period, period, {{v, keeps * v + push}});
  c.when("turns back", x > place && v > 0, {{v, -0.8 * v - push_back}});
}

const stribeck_library* kicked_library() {
  static const stribeck_component kComponent{"test.kicked_body", test::run_declaration<kicked_body>, "Is kicked.", "free_bodies_test.cpp"};
  static const stribeck_library kLibrary{sizeof(stribeck_library), STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, &kComponent, 1};
  return &kLibrary;
}

constexpr double kEcho = 0.125;  // delay of the positions, s

/// A row of bodies, each with a sensor, and with the integral, the echo and a comparison of its position.
class Row {
 public:
  explicit Row(unsigned seed) : random_(seed), bodies(whole(1, 4)) {
    std::vector<std::vector<std::string>> nodes(static_cast<std::size_t>(bodies) + 1);
    nodes.back().push_back("frame.W");
    add("frame", "translational.ground", "");
    for (int i = 0; i < bodies; ++i) body(i, nodes[static_cast<std::size_t>(i)], nodes.back());
    for (int i = -1; i < bodies; ++i) contact(i, nodes);
    for (const std::vector<std::string>& node : nodes)
      if (node.size() > 1) connect(node);
  }

  std::string text() {
    static constexpr std::array kSolvers = {"auto", "dopri5", "rosenbrock4", "cvode", "arkode"};
    return test::diagram_text(parts_, connections_,
                              R"("experiment": {"stop": 2, "interval": 0.03125, "rtol": 1e-10, "atol": 1e-13, "solver": ")" +
                                  std::string(kSolvers[static_cast<std::size_t>(whole(0, 4))]) + "\"}");
  }

 private:
  int whole(int low, int high) { return std::uniform_int_distribution<>(low, high)(random_); }
  double real(double low, double high) { return std::uniform_real_distribution<>(low, high)(random_); }
  void add(const std::string& name, const std::string& type, const std::string& parameters, const std::string& initial = "") {
    parts_ += (parts_.empty() ? "\"" : ", \"") + name + R"(": {"type": ")" + type + R"(", "parameters": {)" + parameters +
              R"(}, "initial": {)" + initial + "}}";
  }
  void connect(const std::vector<std::string>& ports) {
    connections_ += connections_.empty() ? "[" : ", [";
    for (std::size_t k = 0; k < ports.size(); ++k) connections_ += (k > 0 ? ", \"" : "\"") + ports[k] + "\"";
    connections_ += "]";
  }
  void body(int i, std::vector<std::string>& node, std::vector<std::string>& ground) {
    const std::string n = std::to_string(i), mass = "\"mass\": " + number_text(std::exp(real(-1, 1)));
    const std::string v = "\"v\": " + number_text(whole(0, 3) == 0 ? 0 : real(-3, 3));
    if (whole(0, 2) > 0)
      add("body" + n, "translational.mass", mass, v);
    else
      add("body" + n, "test.kicked_body",
          mass + ", \"keeps\": " + number_text(real(-1, 1)) + ", \"push\": " + number_text(real(-1, 1)) +
              ", \"period\": " + number_text(real(0.2, 2)) + ", \"place\": " + number_text(i + real(0.1, 0.9)),
          v);
    add("sensor" + n, "translational.absolute_motion_sensor", "", "\"x\": " + std::to_string(i));
    node.insert(node.end(), {"body" + n + ".M", "sensor" + n + ".R"});
    if (whole(0, 4) == 0) {
      add("pull" + n, "translational.force_source", "\"force\": " + number_text(real(-2, 2)));
      node.push_back("pull" + n + ".R"), ground.push_back("pull" + n + ".C");
    }
    std::vector<std::string> readers = {"sensor" + n + ".x"};
    const auto reader = [&](const std::string& name, const std::string& type, const std::string& parameters, const char* input) {
      if (whole(0, 1) == 0) return;
      add(name + n, type, parameters);
      readers.push_back(name + n + input);
    };
    reader("sum", "signals.integrator", "", ".u");
    reader("echo", "signals.delay", "\"delay_time\": " + number_text(kEcho) + ", \"start_value\": " + std::to_string(i), ".u");
    reader("passed", "signals.comparison", "\"threshold\": " + number_text(i + real(-0.5, 0.5)), ".u1");
    if (readers.size() > 1) connect(readers);
  }
  /// Between a body and the next one in front of it, or the ground behind the first and in front of the last.
  void contact(int rear, std::vector<std::vector<std::string>>& nodes) {
    const bool at_end = rear < 0 || rear + 1 == bodies;
    if (whole(0, 5) == 0) return;
    const std::string name = "contact" + std::to_string(rear + 1);
    // From a body to the next is 1 m at first; from the ground at 0 to the first nothing, to the last one less than there are.
    const double least = rear < 0 ? -real(0.1, 1) : at_end ? -rear - real(0.1, 1) : real(0, 0.9);
    add(name, "translational.contact", "\"least_position\": " + number_text(least) + ", \"restitution\": " + number_text(real(0, 1)));
    nodes[rear < 0 ? nodes.size() - 1 : static_cast<std::size_t>(rear)].push_back(name + ".C");
    nodes[at_end && rear >= 0 ? nodes.size() - 1 : static_cast<std::size_t>(rear + 1)].push_back(name + ".R");
  }

  std::mt19937 random_;
  std::string parts_, connections_;

 public:
  int bodies;
};

test::WholeRun run_row(const std::string& text) {
  Registry registry;
  add_builtin_components(registry);
  registry.add_library(kicked_library, "free_bodies_test.cpp");
  const ModelPtr model = load(registry, "test.json", {}, &text);
  test::WholeRun result;
  result.summary = run(*model, result.trajectory, {});
  return result;
}

constexpr double kWithin = 1e-8;  // a hundred times rtol, of values of order one

/// Velocities are lines between events: the trapezoid is exact. Nothing of this moves at an instant.
void positions_follow_velocities(const test::WholeRun& run, const std::string& n) {
  const std::vector<double>&t = run.times(), &x = run["sensor" + n + ".x"], &v = run["sensor" + n + ".v"];
  double worst = 0;
  for (std::size_t k = 1; k < t.size(); ++k)
    worst = std::max(worst, std::fabs(x[k] - x[k - 1] - 0.5 * (t[k] - t[k - 1]) * (v[k] + v[k - 1])));
  CHECK(worst <= kWithin);
}

/// Positions are parabolas between events: Hermite's cubic is exact.
void integrals_follow_positions(const test::WholeRun& run, const std::string& n) {
  const std::vector<double>&t = run.times(), &x = run["sensor" + n + ".x"], &v = run["sensor" + n + ".v"], &sum = run["sum" + n + ".y"];
  double worst = 0;
  for (std::size_t k = 1; k < t.size(); ++k) {
    const double h = t[k] - t[k - 1], area = h * (x[k] + x[k - 1]) / 2 - h * h * (v[k] - v[k - 1]) / 12;
    worst = std::max(worst, std::fabs(sum[k] - sum[k - 1] - area));
  }
  CHECK(worst <= kWithin);
}

/// Grid times and the delay are binary fractions: the row that an echo repeats is on the grid, too.
void echoes_follow_positions(const test::WholeRun& run, const std::string& n, double start) {
  double worst = 0;
  for (std::size_t k = 0; k < run.times().size(); ++k) {
    const double t = run.times()[k], then = t - kEcho;
    if (std::floor(t * 32) != t * 32) continue;
    worst = std::max(worst, std::fabs(run["echo" + n + ".y"][k] - (then < 0 ? start : run.at("sensor" + n + ".x", then))));
  }
  CHECK(worst <= kWithin);
}

unsigned free_draws() {
  const char* wanted = std::getenv("STRIBECK_RANDOM_FREE_BODIES");
  return wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : test::kSanitized ? 40 : 400;
}

TEST_CASE("where velocities jump positions, their integrals and their echoes go on from there with the new velocity") {
  for (unsigned seed = 1; seed <= free_draws(); ++seed) {
    CAPTURE(seed);
    Row row(seed);
    const std::string text = row.text();
    CAPTURE(text);
    const test::WholeRun run = run_row(text);
    CHECK(run.summary.reached_s == 2);
    CHECK(run.summary.audit.relative() < 1e-7);
    for (int i = 0; i < row.bodies; ++i) {
      const std::string n = std::to_string(i);
      positions_follow_velocities(run, n);
      if (text.find("\"sum" + n + ".u\"") != std::string::npos) integrals_follow_positions(run, n);
      if (text.find("\"echo" + n + ".u\"") != std::string::npos) echoes_follow_positions(run, n, i);
    }
  }
}

}  // namespace
}  // namespace stribeck
