// The second lane finds what a wrong program would do: every value that it is given is made wrong in turn, and each time it must notice.
#include "verification/second_lane.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "compile/compile.h"
#include "diagram/read.h"
#include "equations/retune.h"
#include "program/snapshot.h"
#include "stages.h"
#include "structure/sorted_system.h"

namespace stribeck {
namespace {

using test::diagram_text;

/// A diagram with a program that computes what the second lane wants; stages point at those before them.
struct Lanes {
  explicit Lanes(const std::string& text)
      : diagram(read_diagram(test::builtin_registry(), "test.json", {}, &text)),
        assembly(assemble(diagram)),
        sorted(sort_system(flatten(assembly, pool), pool)),
        second(*sorted.flat, pool, 1e-6, 1e-9),
        program(compile(sorted, pool, {.quadratures = {}, .outputs = second.wanted()})),
        machine(program) {
    machine.set_parameters(parameter_values(diagram));
  }
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  /// The row at a time and state; conditions are held as they are there.
  std::vector<double> row(double time_s, const std::vector<double>& x) {
    machine.set_time(time_s);
    machine.set_state(x.data());
    for (int round = 0; round < 3; ++round) {
      machine.run(Section::dynamics);
      machine.run(Section::crossings);
      const Snapshot now = machine.snapshot();
      for (std::size_t c = 0; c < program.conditions.size(); ++c) machine.hold(c, now.truth(c));
    }
    machine.hold_tables(time_s);
    machine.run(Section::dynamics);
    machine.run(Section::outputs);
    std::vector<double> values(program.outputs.size());
    machine.snapshot().read(program.outputs, values.data());
    return values;
  }

  Diagram diagram;
  Assembly assembly;
  ExprPool pool;
  SortedSystem sorted;
  SecondLane second;
  Program program;
  Machine machine;
};

/// Friction, a stop, a gear with a wheel, parallel springs, sensors, tables and a driven position: every kind of equation.
const std::string kEverything = diagram_text(
    R"("profile": {"type": "signals.profile", "parameters": {"times": [0, 1, 2], "values": [0.5, 2, 1]}},
       "motor": {"type": "rotational.torque_source"}, "rotor": {"type": "rotational.inertia"},
       "gear": {"type": "mechanisms.gear_box"}, "drum": {"type": "mechanisms.wheel_and_axle"},
       "load": {"type": "translational.mass"}, "soft": {"type": "translational.spring"}, "hard": {"type": "translational.spring"},
       "rub": {"type": "translational.friction"}, "stop": {"type": "translational.hard_stop"},
       "sensor": {"type": "translational.motion_sensor"}, "sine": {"type": "signals.sine"},
       "shaker": {"type": "translational.position_source"}, "tip": {"type": "translational.mass"},
       "link": {"type": "translational.spring"}, "wall": {"type": "translational.ground"}, "housing": {"type": "rotational.ground"})",
    R"(["profile.y", "motor.S"], ["motor.R", "rotor.I", "gear.S"], ["motor.C", "housing.W"], ["gear.O", "drum.A"],
       ["drum.P", "load.M", "soft.R", "hard.R", "rub.R", "stop.R", "sensor.R", "link.R"],
       ["soft.C", "hard.C", "rub.C", "stop.C", "sensor.C", "wall.W", "shaker.C"],
       ["sine.y", "shaker.S"], ["shaker.R", "tip.M", "link.C"])",
    R"("outputs": ["*", "load.M.position"])");

/// States that differ from each other and from zero, so that nothing cancels by chance.
std::vector<double> some_state(std::size_t count) {
  std::vector<double> x;
  for (std::size_t i = 0; i < count; ++i) x.push_back(0.13 + 0.07 * static_cast<double>(i));
  return x;
}

TEST_CASE("the compiled program satisfies the equations as stated") {
  Lanes lanes(kEverything);
  const std::vector<double> x = some_state(lanes.sorted.states.size());
  for (const double t : {0.0, 0.3, 1.0, 1.7, 5.0}) lanes.second.check(t, lanes.row(t, x).data());
  const Verification result = lanes.second.result();
  CAPTURE(result.equation);
  CHECK(result.rows == 5);
  CHECK(result.residual < 1e-13);
  CHECK(result.drift < 1e-15);
}

TEST_CASE("no value can be wrong without some equation telling") {
  const std::size_t wanted = Lanes(kEverything).second.wanted().size();
  REQUIRE(wanted > 40);
  for (std::size_t k = 0; k < wanted; ++k) {
    Lanes lanes(kEverything);
    CAPTURE(k, expression_text(*lanes.sorted.flat, lanes.second.wanted()[k]));
    std::vector<double> values = lanes.row(0.3, some_state(lanes.sorted.states.size()));
    const Node& node = lanes.pool[lanes.second.wanted()[k]];
    const bool is_truth = node.op >= Operator::lt && node.op <= Operator::opposite;
    values[k] = is_truth ? 1 - values[k] : values[k] + 1e-5 * std::max(1.0, std::fabs(values[k]));
    lanes.second.check(0.3, values.data());
    const Verification result = lanes.second.result();
    CHECK(result.residual > 1e-7);
  }
}

TEST_CASE("what does not hold is told with its component, relation and time") {
  Lanes lanes(diagram_text(
      R"("load": {"type": "translational.mass"}, "spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"})",
      R"(["load.M", "spring.R"], ["spring.C", "wall.W"])"));
  std::vector<double> values = lanes.row(0, {0.1, 0.2});
  const ExprId force =
      lanes.sorted.flat->variable(lanes.sorted.flat->first_variable[1] + lanes.diagram.instances[1].record->find_variable("F")).value;
  const std::vector<ExprId>& wanted = lanes.second.wanted();
  const auto column = static_cast<std::size_t>(std::find(wanted.begin(), wanted.end(), force) - wanted.begin());
  REQUIRE(column < wanted.size());
  lanes.second.check(0.5, values.data());
  CHECK(lanes.second.result().residual < 1e-15);
  values[column] *= 2;
  lanes.second.check(0.75, values.data());
  const Verification result = lanes.second.result();
  CHECK(result.residual == Approx(0.5).epsilon(1e-9));  // twice the force against the law's once
  CHECK(result.time_s == 0.75);
  const Diagnostic said = unverified(result);
  CHECK(said.code == ErrorCode::run_unverified);
  CHECK(said.message.find("0.75") != std::string::npos);
  CHECK(said.where.instance == "spring (translational.spring)");
}

/// Where a row has a variable of the first component.
std::size_t column_of(const Lanes& lanes, const char* variable) {
  const ComponentRecord& record = *lanes.diagram.instances[0].record;
  const ExprId value = lanes.sorted.flat->variable(lanes.sorted.flat->first_variable[0] + record.find_variable(variable)).value;
  const std::vector<ExprId>& wanted = lanes.second.wanted();
  const auto found = std::find(wanted.begin(), wanted.end(), value);
  REQUIRE(found != wanted.end());
  return static_cast<std::size_t>(found - wanted.begin());
}

/// The flanks of a worm gear without friction, found in a loop with what presses them: what rounding leaves of kilonewton metres.
TEST_CASE("friction between flanks is measured against the forces of the network") {
  Lanes lanes(diagram_text(R"("gear": {"type": "mechanisms.worm_gear", "parameters": {"friction_coefficient": 0}},
                              "wheel": {"type": "rotational.inertia"}, "worm": {"type": "rotational.inertia"},
                              "push": {"type": "rotational.torque_source"}, "wall": {"type": "rotational.ground"},
                              "torque": {"type": "signals.constant", "parameters": {"value": 71600}})",
                           R"(["gear.W", "worm.I"], ["gear.G", "wheel.I", "push.C"], ["push.R", "wall.W"], ["torque.y", "push.S"])"));
  const std::size_t column = column_of(lanes, "friction_torque");
  std::vector<double> values = lanes.row(0, std::vector<double>(lanes.sorted.states.size(), 0.0));
  values[column] = 1e-11;  // at rest, so that the loss is nothing; the rounding of 7e4 N*m
  lanes.second.check(0, values.data());
  CHECK(lanes.second.result().residual < kVerifiedResidual);
  values[column] = 1e-3;
  lanes.second.check(1, values.data());
  CHECK(lanes.second.result().residual > kVerifiedResidual);
}

/// A pin without radius has no friction. It is found together with an acceleration, from torques of newton metres, and so to their
/// rounding.
TEST_CASE("a force that is next to nothing is measured against those of the network") {
  Lanes lanes(diagram_text(R"("pendulum": {"type": "rotational.pendulum", "parameters": {"pin_radius": 0}},
                              "wheel": {"type": "rotational.inertia"}, "push": {"type": "rotational.torque_source"},
                              "wall": {"type": "rotational.ground"}, "torque": {"type": "signals.constant", "parameters": {"value": 7}})",
                           R"(["pendulum.I", "wheel.I", "push.C"], ["push.R", "wall.W"], ["torque.y", "push.S"])"));
  const std::size_t column = column_of(lanes, "friction");
  std::vector<double> values = lanes.row(0, some_state(lanes.sorted.states.size()));
  values[column] = 2e-17;  // an eighth of the rounding of one newton metre
  lanes.second.check(0, values.data());
  CHECK(lanes.second.result().residual < kVerifiedResidual);
  values[column] = 1e-6;
  lanes.second.check(1, values.data());
  CHECK(lanes.second.result().residual > kVerifiedResidual);
}

TEST_CASE("a value that is not a number does not pass") {
  Lanes lanes(kEverything);
  std::vector<double> values = lanes.row(0.3, some_state(lanes.sorted.states.size()));
  values[5] = std::nan("");
  lanes.second.check(0.3, values.data());
  CHECK(std::isinf(lanes.second.result().residual));
}

}  // namespace
}  // namespace stribeck
