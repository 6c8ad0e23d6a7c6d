// Random networks of frictions, clutches, freewheels, gears, inertias, springs and sources: every one runs to its end or stops with a coded
// error, and at every row of those that run each friction obeys its law. STRIBECK_RANDOM_NETWORKS asks for more of them.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>

#include "choices.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// What holds of one element at any time: |w| = 0 or slip against its force, within these limits.
struct Law {
  std::string name;
  double forwards, backwards;  ///< most torque; infinite for a freewheel's locked side
};

class RandomNetwork {
 public:
  explicit RandomNetwork(unsigned seed) : random_(seed) {
    const int bodies = integer(2, 6);
    for (int i = 0; i < bodies; ++i) add_body(i);
    nodes_.push_back({"wall.W"});
    add("wall", "rotational.ground", "");
    for (int i = 1; i < bodies; ++i) connect_two(integer(0, i - 1), i);  // a tree, then chords
    for (int i = integer(1, 4); i > 0; --i) {
      const int from = integer(0, bodies - 1), to = integer(0, bodies);
      if (from != to) connect_two(from, to);
    }
    add_source(integer(0, bodies - 1));
    add_source(bodies - 1);
  }

  std::string text() const {
    std::string connections = signals_;
    for (const std::vector<std::string>& node : nodes_) {
      if (node.size() < 2) continue;
      std::string members;
      for (const std::string& member : node) members += (members.empty() ? "\"" : ", \"") + member + '"';
      connections += (connections.empty() ? "[" : ", [") + members + "]";
    }
    return test::diagram_text(components_, connections, R"("experiment": {"stop": 2, "interval": 0.02, "rtol": 1e-8, "atol": 1e-10})");
  }
  const std::vector<Law>& laws() const { return laws_; }

 private:
  int integer(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }
  /// Of few digits, so that the law is about the numbers that the diagram has.
  double real(double from, double to) { return std::round(1e3 * std::uniform_real_distribution<double>(from, to)(random_)) / 1e3; }
  static std::string member(const std::string& name, double value) { return "\"" + name + "\": " + std::to_string(value); }

  void add(const std::string& name, const std::string& type, const std::string& parameters, const std::string& rest = "") {
    components_ +=
        (components_.empty() ? "\"" : ",\n\"") + name + R"(": {"type": ")" + type + R"(", "parameters": {)" + parameters + "}" + rest + "}";
  }
  std::string wave(double amplitude) {
    const std::string name = "wave" + std::to_string(count_++);
    add(name, "signals.sine",
        member("amplitude", amplitude) + ", " + member("frequency", real(0.3, 4)) + ", " + member("phase", real(0, 6)));
    return name + ".y";
  }
  void feed(const std::string& output, const std::string& input) {
    signals_ += (signals_.empty() ? "[\"" : ", [\"") + output + "\", \"" + input + "\"]";
  }

  void add_body(int i) {
    const std::string name = "body" + std::to_string(i);
    const std::string start = integer(0, 3) == 0 ? R"(, "initial": {"w": )" + std::to_string(real(-5, 5)) + "}" : "";
    add(name, "rotational.inertia", member("inertia", real(0.2, 3)), start);
    nodes_.push_back({name + ".I"});
  }
  void add_source(int node) {
    const std::string name = "source" + std::to_string(count_++);
    add(name, "rotational.torque_source", "");
    feed(wave(real(2, 30)), name + ".S");
    attach(name, node, static_cast<int>(nodes_.size()) - 1, "R", "C");
  }
  void attach(const std::string& name, int from, int to, const std::string& first, const std::string& second) {
    nodes_[static_cast<std::size_t>(from)].push_back(name + "." + first);
    nodes_[static_cast<std::size_t>(to)].push_back(name + "." + second);
  }

  void connect_two(int from, int to) {
    const std::string name = "part" + std::to_string(count_++);
    const double slips = real(0.5, 10), ratio = integer(0, 1) == 0 ? 1 : real(1, 1.6), holds = std::round(1e6 * slips * ratio) / 1e6;
    switch (integer(0, 7)) {
      case 0:
      case 1:
        add(name, "rotational.dry_friction", member("static_torque", holds) + ", " + member("coulomb_torque", slips));
        laws_.push_back({name, holds, holds});
        break;
      case 2:
        add(name, "rotational.clutch", member("maximum_normal_force", 2 * slips) + ", " + member("peak", ratio));
        feed(wave(1), name + ".S");
        laws_.push_back({name, holds, holds});
        break;
      case 3:
        add(name, "rotational.freewheel", "");
        laws_.push_back({name, HUGE_VAL, 0});
        break;
      case 4:
        add(name, "rotational.band_brake", "");
        feed(wave(40 * slips), name + ".S");
        laws_.push_back({name, 4 * slips * std::expm1(0.3 * M_PI), -4 * slips * std::expm1(-0.3 * M_PI)});
        break;
      case 5:
        add(name, "mechanisms.gear_box", member("ratio", real(-3, 3)));
        return attach(name, from, to, "S", "O");
      case 6:
        add(name, "rotational.spring", member("stiffness", real(5, 200)));
        break;
      default:
        add(name, "rotational.damper", member("damping", real(0.1, 3)));
    }
    attach(name, from, to, "R", "C");
  }

  std::mt19937 random_;
  int count_ = 0;
  std::string components_, signals_;
  std::vector<std::vector<std::string>> nodes_;
  std::vector<Law> laws_;
};

/// Stick means no slip and a force within the limits; slip means a force against it; open means no force.
void obeys(const test::WholeRun& run, const Law& law) {
  const std::vector<double>&mode = run[law.name + ".mode"], &w = run[law.name + ".w"], &torque = run[law.name + ".T"];
  const double size = std::isfinite(law.forwards) ? law.forwards : 30;
  for (std::size_t i = 0; i < mode.size(); ++i) {
    bool holds = torque[i] <= law.forwards + 1e-7 * size && torque[i] >= -law.backwards - 1e-7 * size;
    if (mode[i] == 0) holds = holds && std::fabs(w[i]) <= 1e-7;
    if (std::fabs(mode[i]) == 1) holds = holds && mode[i] * w[i] >= -1e-7;
    // As near to zero as the wave that presses it may be when the search takes that for rounding.
    if (mode[i] == 2) holds = holds && std::fabs(torque[i]) <= 1e-12 * std::max(1.0, size);
    INFO(law.name << " at t = " << run.times()[i] << ": mode " << mode[i] << ", w " << w[i] << ", T " << torque[i]);
    CHECK(holds);
    if (!holds) return;
  }
}

TEST_CASE("random networks of dry friction run to their end, or say why not") {
  const char* wanted = std::getenv("STRIBECK_RANDOM_NETWORKS");
  const unsigned count = wanted != nullptr ? static_cast<unsigned>(std::strtoul(wanted, nullptr, 10)) : 1000;
  unsigned ran = 0;
  // Then those of more that once ended in events without end: freewheels held at rest by others, and thrust against
  // their lock by rounding; frictions that share a load, found inside a limit that one of them had passed.
  std::vector<unsigned> seeds(count);
  std::iota(seeds.begin(), seeds.end(), 1U);
  seeds.insert(seeds.end(), {2673, 3136, 3253, 4860});
  if (!test::kSanitized) seeds.push_back(5591);  // the sanitized build's compiler draws arguments in another order: another network
  for (const unsigned seed : seeds) {
    const RandomNetwork network(seed);
    INFO("seed " << seed << "\n" << network.text());
    try {
      const test::WholeRun run = test::run_text(network.text());
      ++ran;
      CHECK(run.summary.reached_s == 2);
      CHECK(run.summary.event_instants <= run.summary.events + 40);  // nothing is told where a share alone changes: 24 at most of 8000
      CHECK(run.summary.audit.relative() < 1e-6);
      for (const EnergyRow& row : run.summary.audit.components)
        CHECK(row.dissipated >= -1e-9 * run.summary.audit.exchanged - 1e-12);  // where all sticks nothing is exchanged
      for (const Law& law : network.laws()) obeys(run, law);
    } catch (const Failure& failure) {
      // Loops of gears that do not close, and freewheels that start against their free direction.
      const ErrorCode code = failure.diagnostics().front().code;
      INFO(failure.what());
      CHECK((code == ErrorCode::structure_contradiction || code == ErrorCode::structure_singular || code == ErrorCode::initial_conflict ||
             code == ErrorCode::run_friction_undecided));
    }
  }
  CHECK(ran > count / 2);
}

}  // namespace
}  // namespace stribeck
