// What events and steps cost, in instructions of the compiled program, which are the same on every machine: as much as moves, and little
// for what does not.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include "whole_run.h"

namespace stribeck {
namespace {

/// Blocks that hang by leaf springs on a plate, are tied to their neighbours by springs and rub on the bed, as Burridge and Knopoff's, by
/// this name and of about this strength.
void add_chain(std::string& components, std::string& connections, const std::string& name, int count, const std::string& strength) {
  const std::string n = std::to_string(count), n_1 = std::to_string(count - 1), spread = "*(1 + 0.2*(golden*index - floor(golden*index)))";
  const auto part = [&](const std::string& suffix, const std::string& type, const std::string& number, const std::string& parameters) {
    components += ", \"" + name + suffix + R"(": {"type": "translational.)" + type + R"(", "count": )" + number + R"(, "parameters": {)" +
                  parameters + "}}";
  };
  part("", "mass", n, R"("mass": 1)");
  part("_rub", "dry_friction", n, R"("static_force": "=)" + strength + spread + R"(", "coulomb_force": "=0.8*)" + strength + spread + "\"");
  part("_leaf", "spring", n, R"("stiffness": 1)");
  part("_link", "spring", n_1, R"("stiffness": 1)");
  const std::string all = name + "[*].M";
  connections += R"(, ["bed.W", ")" + name + R"(_rub[*].C"], ["plate.R", ")" + name + R"(_leaf[*].R"], [")" + all + R"(", ")" + name +
                 R"(_rub[*].R", ")" + name + R"(_leaf[*].C"], [")" + name + R"(_link[*].R", ")" + name + "[1:" + n_1 + R"(].M"], [")" +
                 name + R"(_link[*].C", ")" + name + "[2:" + n + R"(].M"])";
}

/// So many blocks that move in turn, as many as they are given time for, and so many on the same plate that never get loose.
RunSummary run_chains(int moving, int idle) {
  std::string components =
      R"("bed": {"type": "translational.ground"}, "plate": {"type": "translational.velocity_source", "parameters": {"velocity": 0.01}})";
  std::string connections = R"(["bed.W", "plate.C"])";
  add_chain(components, connections, "block", moving, "1");
  add_chain(components, connections, "idle", idle, "1e6");
  const std::string rest =
      R"("parameters": {"golden": "=(sqrt(5) - 1)/2"}, "experiment": {"stop": 200, "interval": 200}, "outputs": ["plate.F"])";
  return test::run_text(test::diagram_text(components, connections, rest)).summary;
}

TEST_CASE("an event costs what moves, and one evaluation and two rows of what does not") {
  const RunSummary few = run_chains(20, 200), many = run_chains(20, 800), more = run_chains(80, 800);
  REQUIRE(few.events == many.events);
  REQUIRE(few.events > 100);
  REQUIRE(more.events > 4 * few.events);
  const auto per_event = [](const RunSummary& run) { return static_cast<double>(run.instructions) / static_cast<double>(run.events); };
  // A block with its friction and its springs takes 36 instructions to evaluate, 10 more for the sizes of the terms that tell what rounding
  // makes of its velocity and its acceleration, 7 for those of the forces on it, and a row 28 for its energies and powers. Few events are
  // evaluated a second time.
  const double idle = (per_event(many) - per_event(few)) / 600;
  CHECK(idle <= 36 + 10 + 7 + 2 * 28 + 0.1 * 53);
  const double chain = per_event(many) - 800 * idle;
  CHECK(per_event(more) - 800 * idle <= 4 * chain);
}

/// A body that swings on a spring for so many seconds, beside so many that are pressed on by springs and stick.
std::int64_t instructions_beside(int sticking, int seconds) {
  std::string components = R"("bed": {"type": "translational.ground"},
      "body": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 1}},
      "spring": {"type": "translational.spring", "parameters": {"stiffness": 100}},
      "plate": {"type": "translational.velocity_source", "parameters": {"velocity": 0.01}})";
  std::string connections = R"(["body.M", "spring.R"], ["bed.W", "spring.C", "plate.C"])";
  add_chain(components, connections, "stuck", sticking, "1e3");
  const std::string rest =
      R"("parameters": {"golden": 0.618}, "outputs": ["body.v"], "experiment": {"solver": "dopri5", "interval": 100, "stop": )" +
      std::to_string(seconds) + "}";
  const RunSummary summary = test::run_text(test::diagram_text(components, connections, rest)).summary;
  CHECK(summary.statistics.steps / seconds > 10);
  return summary.instructions;
}

TEST_CASE("what sticks costs nothing from step to step") {
  const std::int64_t few = instructions_beside(2, 20) - instructions_beside(2, 10);
  const std::int64_t many = instructions_beside(300, 20) - instructions_beside(300, 10);
  CHECK(few > 10'000);
  CHECK(many == few);
}

/// Bodies on springs beside each other, each between stops that are too far to be met or with none: instructions and steps in ten seconds.
std::pair<std::int64_t, std::int64_t> cost_of_bodies(int bodies, bool has_stops) {
  const std::string n = std::to_string(bodies);
  std::string components = R"("bed": {"type": "translational.ground"},
      "body": {"type": "translational.mass", "count": )" +
                           n + R"(, "initial": {"v": "=1/index"}}, "spring": {"type": "translational.spring_damper", "count": )" + n +
                           R"(, "parameters": {"stiffness": "=100*index", "damping": 0.3}, "initial": {"x": 0}})";
  std::string connections = R"(["body[*].M", "spring[*].R"], ["bed.W", "spring[*].C"])";
  if (has_stops) {
    components +=
        R"(, "stop": {"type": "translational.hard_stop", "count": )" + n + R"(, "parameters": {"upper_bound": 1, "lower_bound": -1}})";
    connections += R"(, ["body[*].M", "stop[*].R"], ["bed.W", "stop[*].C"])";
  }
  const auto run = [&](int seconds) {
    const std::string rest =
        R"("outputs": ["body[1].v"], "experiment": {"solver": "dopri5", "interval": 100, "stop": )" + std::to_string(seconds) + "}";
    return test::run_text(test::diagram_text(components, connections, rest)).summary;
  };
  const RunSummary whole = run(20), half = run(10);
  CHECK(whole.events == 0);
  return {whole.instructions - half.instructions, whole.statistics.steps - half.statistics.steps};
}

/// Bounds prove for a stretch of many steps that no guard changes, and nothing is evaluated in these. In the others guards are evaluated at
/// the end of the step, and the polynomials that they are at six points.
TEST_CASE("guards that are linear cost at most one and a half evaluations of themselves a step") {
  constexpr int kOfStop = 13;  // instructions of the guards of a stop
  for (const int bodies : {2, 10, 40}) {
    const auto [with, steps] = cost_of_bodies(bodies, true);
    const auto [without, steps_without] = cost_of_bodies(bodies, false);
    CAPTURE(bodies, with, without, steps);
    CHECK(steps == steps_without);
    CHECK(2 * (with - without) <= 3 * kOfStop * bodies * steps);
  }
}

}  // namespace
}  // namespace stribeck
