// Formulas as outputs, in plots and in expectations: columns made of other columns.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "whole_run.h"

namespace stribeck {
namespace {

/// Two inertias, one of which a dry friction stops; and a chain of two masses as a subsystem.
std::string slowing(const std::string& outputs, const std::string& more = "") {
  return R"({"format": "stribeck/1", "parameters": {"speed": "4 rad/s"},
    "definitions": {"pair": {"doc": "A mass on a spring.", "ports": {"A": "mass.M"},
      "components": {"mass": {"type": "translational.mass", "parameters": {"mass": 2}, "initial": {"v": 1}},
                     "spring": {"type": "translational.spring", "parameters": {"stiffness": 8}, "initial": {"x": 0}},
                     "wall": {"type": "translational.ground"}},
      "connections": [["mass.M", "spring.R"], ["spring.C", "wall.W"]]}},
    "components": {
      "load": {"type": "rotational.inertia", "parameters": {"inertia": 3}, "initial": {"w": "=speed"}},
      "motor": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": 1}},
      "shaft": {"type": "rotational.spring_damper", "parameters": {"stiffness": 50, "damping": 0.3}, "initial": {"phi": 0}},
      "friction": {"type": "rotational.dry_friction", "parameters": {"static_torque": 6, "coulomb_torque": 5}},
      "line": {"type": "pair", "count": 2}, "wall": {"type": "rotational.ground"}},
    "connections": [["load.I", "shaft.R", "friction.R"], ["motor.I", "shaft.C"], ["friction.C", "wall.W"]],
    "experiment": {"stop": "3 s", "interval": "10 ms"}, "outputs": )" +
         outputs + more + "}";
}

const OutputColumn& column_of(const test::WholeRun& run, std::string_view name) {
  return run.trajectory.columns()[run.trajectory.find(name).value()];
}

TEST_CASE("a formula is what its columns give combined, row by row, and leaves them as they are", "[formulas]") {
  const std::string plain =
      R"("load.w", "motor.w", "friction.T", "friction.w", "shaft.phi", "friction.heat", "load.I.position", "line[1].mass.v")";
  struct Case {
    const char *text, *unit;
    std::function<double(const std::function<double(const char*)>&)> expected;
  };
  const std::vector<Case> cases = {
      {"friction.T*friction.w", "W", [](const auto& of) { return of("friction.T") * of("friction.w"); }},
      {"load.w - motor.w", "rad/s", [](const auto& of) { return of("load.w") - of("motor.w"); }},
      {"2*load.w", "rad/s", [](const auto& of) { return 2 * of("load.w"); }},
      {"load.w/motor.w", "1", [](const auto& of) { return of("load.w") / of("motor.w"); }},
      {"0.5*load.inertia*load.w^2", "J", [](const auto& of) { return 0.5 * 3 * std::pow(of("load.w"), 2); }},
      {"friction.heat/(0.5*load.inertia*speed^2)", "1", [](const auto& of) { return of("friction.heat") / (0.5 * 3 * std::pow(4, 2)); }},
      {"shaft.phi*shaft.stiffness", "J", [](const auto& of) { return of("shaft.phi") * 50; }},
      {"max(abs(load.w), abs(motor.w))", "rad/s",
       [](const auto& of) { return std::max(std::fabs(of("load.w")), std::fabs(of("motor.w"))); }},
      {"if load.w > motor.w then 1 else 0", "1", [](const auto& of) { return of("load.w") > of("motor.w") ? 1.0 : 0.0; }},
      {"load.I.position - time*speed", "rad", [](const auto& of) { return of("load.I.position") - of("time") * 4; }},
      {"sqrt(load.w^2)*time", "1", [](const auto& of) { return std::sqrt(std::pow(of("load.w"), 2)) * of("time"); }},
      {"line[1].mass.v + line[2].mass.v", "m/s", [](const auto& of) { return 2 * of("line[1].mass.v"); }},
      {"line[1].mass.mass*line[1].A.v", "kg*m/s", [](const auto& of) { return 2 * of("line[1].mass.v"); }}};
  std::string all = plain;
  for (const Case& one : cases) all += ", \"" + std::string(one.text) + '"';
  const test::WholeRun without = test::run_text(slowing("[" + plain + "]")), run = test::run_text(slowing("[" + all + "]"));
  REQUIRE(run.times() == without.times());
  CHECK(run.summary.statistics.steps == without.summary.statistics.steps);
  CHECK(run.summary.events == without.summary.events);
  CHECK(without.summary.events > 0);
  for (const OutputColumn& column : without.trajectory.columns()) CHECK(run[column.name] == without[column.name]);
  CHECK(run.trajectory.columns().size() == without.trajectory.columns().size() + cases.size());
  for (const Case& one : cases) {
    CAPTURE(one.text);
    const OutputColumn& column = column_of(run, one.text);
    const auto unit = parse_unit(column.unit), wanted = parse_unit(one.unit);
    REQUIRE(unit.has_value());
    CHECK(unit->dimension == wanted->dimension);
    if (std::string(one.unit) != "kg*m/s") CHECK(column.unit == one.unit);
    for (std::size_t row = 0; row < run.times().size(); ++row) {
      const auto of = [&](const char* name) { return std::string_view(name) == "time" ? run.times()[row] : run[name][row]; };
      const double expected = one.expected(of), value = run[one.text][row];
      REQUIRE(std::fabs(value - expected) <= 4e-16 * std::max(1.0, std::fabs(expected)));
    }
  }
}

TEST_CASE("with a star in it, a name is a pattern where it fits anything, else a product", "[formulas]") {
  const test::WholeRun run = test::run_text(slowing(R"(["load.*", "load.w*motor.w", "2*load.w"])"));
  CHECK(run.trajectory.find("load.w").has_value());
  CHECK(run.trajectory.find("load.w*motor.w").has_value());
  CHECK(run.last("2*load.w") == 2 * run.last("load.w"));
  CHECK_THROWS_WITH(test::run_text(slowing(R"(["lood.*"])")),
                    Catch::Contains("diagram.unknown_variable") || Catch::Contains("fits no variable"));
}

TEST_CASE("what is wrong with a formula is told with its place", "[formulas]") {
  const auto fault = [](const std::string& output) {
    const auto found = test::fault_of([&] { test::run_text(slowing("[\"" + output + "\"]")); });
    REQUIRE(found.has_value());
    return *found;
  };
  const std::string before = slowing("[\"").substr(0, slowing("[\"").rfind("[\"") + 2);
  const int line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto column_of_text = static_cast<int>(before.size() - before.rfind('\n'));
  const auto check = [&](const std::string& output, ErrorCode code, int offset) {
    CAPTURE(output);
    const Diagnostic found = fault(output);
    CHECK(found.code == code);
    CHECK(found.where.line == line);
    CHECK(found.where.column == column_of_text + offset);
  };
  check("2*load.ww + 1", ErrorCode::diagram_unknown_variable, 2);
  check("load.w - lood.w", ErrorCode::diagram_unknown_instance, 9);
  check("load.w - spead", ErrorCode::expression_unknown_name, 9);
  check("load.w + friction.T", ErrorCode::expression_wrong_dimension, 7);
  check("load.w + ", ErrorCode::expression_syntax, 9);
  CHECK(fault("load.w + friction.T").message.find("load.w + friction.T") != std::string::npos);
}

TEST_CASE("the parameters in a formula have the values of the run", "[formulas]") {
  const std::string text = slowing(R"(["load.inertia*speed"])");
  RunOptions options;
  ModelPtr model = load(test::builtin_registry(), "test.json", options, &text);
  const auto value = [&] {
    Trajectory rows;
    run(*model, rows, options);
    return rows.values(0).back();
  };
  CHECK(value() == 12);
  options.overrides = {{"load.inertia", "5"}, {"speed", "3 rad/s"}};
  reload(model, test::builtin_registry(), "test.json", options, &text);
  CHECK(value() == 15);
}

TEST_CASE("formulas are drawn and expected", "[formulas]") {
  const std::string text = slowing(R"(["load.w"])", R"(, "plots": [{"x": "shaft.phi + 0", "y": ["friction.T*friction.w"], "y_unit": "kW"}],
      "expect": {"at": {"3 s": {"load.w - motor.w": {"value": 0, "within": 0.1}}},
                 "exact": {"load.w - 2*load.w + load.w": {"expression": "0", "within": 1e-9}}})");
  RunOptions options;
  options.columns = ColumnsFor::expectations;
  const test::WholeRun run = test::run_text(text, options);
  REQUIRE(run.trajectory.columns().size() >= 5);
  CHECK(run.last("friction.T*friction.w") == run.last("friction.T*friction.w"));
  CHECK(column_of(run, "friction.T*friction.w").shown == "kW");
  CHECK(std::fabs(run.last("load.w - 2*load.w + load.w")) <= 1e-15);
  const std::string wrong = slowing(R"(["load.w"])", R"(, "plots": [{"y": ["friction.T*friction.w"], "y_unit": "rpm"}])");
  const auto fault = test::fault_of([&] { test::run_text(wrong); });
  REQUIRE(fault.has_value());
  CHECK(fault->code == ErrorCode::value_wrong_dimension);
}

TEST_CASE("columns that the command line names take the place of the diagram's", "[formulas]") {
  RunOptions options;
  options.outputs = {"motor.w", "2*motor.w", R"({"name": "load.w", "unit": "rpm"})"};
  const test::WholeRun run = test::run_text(slowing(R"(["load.w", "friction.T"])"), options);
  REQUIRE(run.trajectory.columns().size() == 3);
  CHECK(run.last("2*motor.w") == 2 * run.last("motor.w"));
  CHECK(column_of(run, "load.w").shown == "rpm");
  options.outputs = {"2*mootor.w"};
  const auto fault = test::fault_of([&] { test::run_text(slowing(R"(["load.w"])"), options); });
  REQUIRE(fault.has_value());
}

}  // namespace
}  // namespace stribeck
