// What must not matter to networks of dry friction: the order of components and connections, which port of an element is which, and
// whether a body is one or two halves held together.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "whole_run.h"

namespace stribeck {
namespace {

struct Network {
  std::string title;
  std::vector<std::string> components;
  std::vector<std::vector<std::string>> connections;
  std::vector<std::string> curves;
  std::string reversible;  ///< an element between R and C whose law has no direction
};

std::string inertia(const std::string& name, double value, double w = 0) {
  return "\"" + name + R"(": {"type": "rotational.inertia", "parameters": {"inertia": )" + std::to_string(value) +
         R"(}, "initial": {"w": )" + std::to_string(w) + "}}";
}
std::string part(const std::string& name, const std::string& type, const std::string& parameters = "") {
  return "\"" + name + R"(": {"type": ")" + type + R"(", "parameters": {)" + parameters + "}}";
}

Network clutches_and_brake() {
  return {"clutches in a row, and a brake",
          {inertia("a", 1, 20), inertia("b", 0.5), inertia("c", 2),
           part("ab", "rotational.clutch", R"("maximum_normal_force": 30, "peak": 1.2)"),
           part("bc", "rotational.dry_friction", R"("static_torque": 12, "coulomb_torque": 9, "law": "stribeck")"),
           part("brake", "rotational.dry_friction", R"("static_torque": 6, "coulomb_torque": 4)"),
           part("wave", "signals.sine", R"("amplitude": 25, "frequency": 1.3)"), part("press", "signals.sine", R"("frequency": 0.7)"),
           part("motor", "rotational.torque_source"), part("wall", "rotational.ground")},
          {{"a.I", "ab.R", "motor.R"},
           {"ab.C", "b.I", "bc.R"},
           {"bc.C", "c.I", "brake.R"},
           {"wave.y", "motor.S"},
           {"press.y", "ab.S"},
           {"brake.C", "motor.C", "wall.W"}},
          {"a.w", "b.w", "c.w"},
          "bc"};
}

Network geared_freewheel() {
  return {"a freewheel and a limiter across gears",
          {inertia("a", 1), inertia("b", 0.4), inertia("c", 3), part("free", "rotational.freewheel"),
           part("gear", "mechanisms.gear_box", R"("ratio": 3)"),
           part("limiter", "rotational.torque_limiter", R"("maximum_torque": 8, "slip_ratio": 0.7)"),
           part("spring", "rotational.spring", R"("stiffness": 40)"), part("wave", "signals.sine", R"("amplitude": 20, "frequency": 0.9)"),
           part("motor", "rotational.torque_source"), part("wall", "rotational.ground")},
          {{"a.I", "free.R", "motor.R"},
           {"free.C", "gear.S"},
           {"gear.O", "b.I", "limiter.R"},
           {"limiter.C", "c.I", "spring.R"},
           {"wave.y", "motor.S"},
           {"spring.C", "motor.C", "wall.W"}},
          {"a.w", "b.w", "c.w"},
          "limiter"};
}

Network side_by_side() {
  return {
      "frictions side by side share their load",
      {inertia("a", 1), inertia("b", 1.5), part("one", "rotational.dry_friction", R"("static_torque": 7, "coulomb_torque": 5)"),
       part("two", "rotational.dry_friction", R"("static_torque": 4, "coulomb_torque": 3)"),
       part("three", "rotational.dry_friction", R"("static_torque": 9, "coulomb_torque": 9)"),
       part("wave", "signals.sine", R"("amplitude": 30, "frequency": 0.8)"), part("motor", "rotational.torque_source"),
       part("wall", "rotational.ground")},
      {{"a.I", "one.R", "two.R", "motor.R"}, {"one.C", "two.C", "b.I", "three.R"}, {"wave.y", "motor.S"}, {"three.C", "motor.C", "wall.W"}},
      {"a.w", "b.w"},
      "one"};
}

std::string text_of(const Network& network) {
  std::string components, connections;
  for (const std::string& component : network.components) components += (components.empty() ? "" : ",\n") + component;
  for (const std::vector<std::string>& node : network.connections) {
    std::string members;
    for (const std::string& member : node) members += (members.empty() ? "\"" : ", \"") + member + '"';
    connections += (connections.empty() ? "[" : ", [") + members + "]";
  }
  return test::diagram_text(components, connections,
                            R"("experiment": {"stop": 3, "interval": 0.01, "solver": "dopri5", "rtol": 1e-11, "atol": 1e-13})");
}

/// The same curves at rows that are not within a microsecond of an event of either run. Steps are not the same, so the runs agree to
/// their tolerance and not to rounding.
void same_curves(const Network& network, const Network& changed) {
  const test::WholeRun before = test::run_text(text_of(network)), after = test::run_text(text_of(changed));
  for (const std::string& curve : network.curves) {
    double worst = 0;
    for (int i = 0; i <= 300; ++i) worst = std::max(worst, std::fabs(before.at(curve, 0.01 * i) - after.at(curve, 0.01 * i)));
    INFO(curve);
    CHECK(worst <= 1e-9 * 20);  // speeds go to 20 rad/s
  }
  CHECK(before.summary.event_instants == after.summary.event_instants);
}

void swap_ports(Network& network, const std::string& element) {
  for (std::vector<std::string>& node : network.connections)
    for (std::string& member : node) {
      if (member == element + ".R")
        member = element + ".C";
      else if (member == element + ".C")
        member = element + ".R";
    }
}

const std::vector<Network>& networks() {
  static const std::vector<Network> kNetworks{clutches_and_brake(), geared_freewheel(), side_by_side()};
  return kNetworks;
}

TEST_CASE("the order of components and connections does not matter to frictions") {
  std::mt19937 random(3);
  for (const Network& network : networks()) {
    INFO(network.title);
    for (int trial = 0; trial < 4; ++trial) {
      Network mixed = network;
      std::shuffle(mixed.components.begin(), mixed.components.end(), random);
      std::shuffle(mixed.connections.begin(), mixed.connections.end(), random);
      for (std::vector<std::string>& node : mixed.connections) std::shuffle(node.begin(), node.end(), random);
      same_curves(network, mixed);
    }
  }
}

TEST_CASE("an element of dry friction can be turned round") {
  for (const Network& network : networks()) {
    INFO(network.title);
    Network turned = network;
    swap_ports(turned, network.reversible);
    same_curves(network, turned);
  }
}

TEST_CASE("a body of two halves that are rigidly tied moves as one") {
  for (const Network& network : networks()) {
    INFO(network.title);
    Network split = network;
    // "b" becomes two on one shaft, the torque between them measured.
    const auto b =
        std::find_if(split.components.begin(), split.components.end(), [](const std::string& c) { return c.starts_with("\"b\""); });
    const double whole = network.title == "clutches in a row, and a brake" ? 0.5 : network.title.starts_with("a freewheel") ? 0.4 : 1.5;
    *b = inertia("b", 0.3 * whole);
    split.components.push_back(inertia("other_half", 0.7 * whole));
    split.components.push_back(part("shaft", "rotational.torque_sensor"));
    for (std::vector<std::string>& node : split.connections)
      if (std::find(node.begin(), node.end(), "b.I") != node.end()) node.push_back("shaft.R");
    split.connections.push_back({"shaft.C", "other_half.I"});
    same_curves(network, split);
  }
}

TEST_CASE("a load that is shared arbitrarily is said once for each set") {
  const test::WholeRun run = test::run_text(text_of(side_by_side()));
  std::vector<std::string> remarks;
  for (const Diagnostic& note : run.summary.notes)
    if (note.code == ErrorCode::run_friction_shared) remarks.push_back(note.message.substr(note.message.find(" on ")));
  REQUIRE_FALSE(remarks.empty());
  CHECK(remarks[0].starts_with(" on one, two stick side by side"));
  std::sort(remarks.begin(), remarks.end());
  CHECK(std::adjacent_find(remarks.begin(), remarks.end()) == remarks.end());
}

}  // namespace
}  // namespace stribeck
