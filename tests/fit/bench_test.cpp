// What a bench test brings: offsets, gains, clocks, several experiments, outliers, instants of events, bounds, rows that are no numbers.
#include <catch2/catch.hpp>

#include "base/text.h"
#include "fitted.h"
#include "results/identification.h"

namespace stribeck {
namespace {

using namespace test;

const char* const kBench = R"({
  "format": "stribeck/1",
  "parameters": { "k": "100 N/m", "release": "0.2 m", "fc": "0.5 N" },
  "components": {
    "body": { "type": "translational.mass", "parameters": { "mass": "1 kg" }, "initial": { "v": { "value": 0, "priority": "high" } } },
    // a comment that stays
    "spring": { "type": "translational.spring", "parameters": { "stiffness": "=k" }, "initial": { "x": { "value": "=release", "priority": "high" } } },
    "damper": { "type": "translational.damper", "parameters": { "damping": "0.6 N*s/m" } },
    "friction": { "type": "translational.dry_friction", "parameters": { "coulomb_force": "=fc", "static_force": "=fc" } },
    "wall": { "type": "translational.ground" }
  },
  "connections": [["body.M", "spring.R", "damper.R", "friction.R"], ["spring.C", "damper.C", "friction.C", "wall.W"]],
  "experiment": { "stop": 2.5, "rtol": 1e-9, "atol": 1e-11 },
  "outputs": ["spring.x"]
})";

FitFolder folder_with(const Rows& rows) {
  FitFolder folder;
  folder.diagram(kBench);
  folder.data(rows);
  return folder;
}

Rows swing_rows(std::vector<Override> overrides = {}, double noise = 2e-4, std::uint64_t seed = 7) {
  FitFolder folder;
  folder.diagram(kBench);
  Rows rows{{"time", "x"}, {instants(0.02, 121), {}}};
  rows.columns[1] = folder.run("spring.x", rows.columns[0], std::move(overrides));
  add_noise(rows.columns[1], noise, seed);
  return rows;
}

/// The truth within four standard errors: further by chance in one of ten thousand.
void check_near(const FoundParameter& found, double truth) {
  REQUIRE(found.error);
  CHECK(std::fabs(found.value - truth) <= 4 * *found.error);
}

const char* const kCompare = R"("data": "data.csv", "compare": {"spring.x": "x"}, )";

TEST_CASE("a free decay with both dampings, as decay identifies it") {
  // x'' + w^2 (x + d sgn x') + 2 zeta w x' = 0 by Taylor series, and what decay makes of the record.
  const FreeVibration truth{10, 0.03, 0.005, 0, 0.2, 0};
  MeasuredCurve record{instants(0.01, 251), std::vector<double>(251)};
  positions_of(truth, record.times_s, record.values);
  for (double& x : record.values) x += 0.0123;
  add_noise(record.values, 2e-4, 11);
  const Identification decay = identify_damping(record, {.starts_at_rest = true, .no_drift = true});
  const LawFit& law = decay.laws[static_cast<std::size_t>(DampingLaw::both)];
  const FitFolder folder = folder_with({{"time", "x"}, {record.times_s, record.values}});
  const Fit fit = folder.fit(R"("data": "data.csv", "compare": {"spring.x": {"column": "x", "offset": "=rest"}},
    "parameters": {"k": 98, "damper.damping": 0.5, "fc": 0.4, "release": 0.19, "rest": 0})");
  const auto agree = [](const FoundParameter& found, const Estimate& estimate) {
    const double half = 0.5 * (estimate.high - estimate.low);
    CHECK(found.value == Approx(estimate.value).margin(2e-3 * half));
    CHECK(*found.low == Approx(estimate.low).margin(0.01 * half));
    CHECK(*found.high == Approx(estimate.high).margin(0.01 * half));
  };
  CHECK(law.widening == 1);
  agree(fit.parameters[0], law.estimate([](const LawFit& f) { return f.vibration.frequency_rad_s * f.vibration.frequency_rad_s; }));
  agree(fit.parameters[1], law.estimate([](const LawFit& f) { return 2 * f.vibration.damping_ratio * f.vibration.frequency_rad_s; }));
  agree(fit.parameters[2],
        law.estimate([](const LawFit& f) { return f.vibration.coulomb * f.vibration.frequency_rad_s * f.vibration.frequency_rad_s; }));
  agree(fit.parameters[3], law.estimate([](const LawFit& f) { return f.vibration.position; }));
  agree(fit.parameters[4], law.estimate([](const LawFit& f) { return f.rest; }));
}

TEST_CASE("a sensor with an offset, a gain and a clock that is late, in other units, with gaps") {
  Rows rows = swing_rows();
  for (double& t : rows.columns[0]) t = 1e3 * (t + 0.07);          // ms, and the clock is 70 ms ahead
  for (double& x : rows.columns[1]) x = 1e3 * (1.02 * x + 0.005);  // mm
  rows.names = {"t", "x_mm"};
  rows.columns[1][17] = std::nan(""), rows.columns[0][33] = std::nan("");
  const FitFolder folder = folder_with(rows);
  const Fit fit = folder.fit(R"("data": "data.csv", "time": {"column": "t", "unit": "ms"}, "delay": "=late",
    "compare": {"spring.x": {"column": "x_mm", "unit": "mm", "offset": "=zero", "gain": "=scale"}},
    "parameters": {"late": {"start": "60 ms", "from": 0, "to": "200 ms"}, "zero": "0 mm", "scale": 1, "k": 95, "damper.damping": {}})");
  check_near(fit.parameters[0], 0.07), check_near(fit.parameters[1], 0.005), check_near(fit.parameters[2], 1.02);
  check_near(fit.parameters[3], 100), check_near(fit.parameters[4], 0.6);
  CHECK(fit.plan.experiments[0].columns[0].not_numbers == 2);
  CHECK(fit.plan.experiments[0].columns[0].outside > 0);  // the latest delay leaves no run for the first rows
  for (const FoundParameter& found : fit.parameters) CHECK(found.derivatives.differences == 0);
}

TEST_CASE("two experiments, each with an unknown of its own") {
  FitFolder folder = folder_with(swing_rows());
  folder.data(swing_rows({{"release", "0.15 m"}}, 2e-4, 8), "second.csv");
  const Fit fit = folder.fit(R"("compare": {"spring.x": {"column": "x", "sigma": "0.2 mm"}},
    "experiments": {"far": {"data": "data.csv", "set": {"release": "=far"}}, "near": {"data": "second.csv", "set": {"release": "=near"}}},
    "parameters": {"far": 0.21, "near": 0.14, "fc": 0.45, "damper.damping": 0.7})");
  check_near(fit.parameters[0], 0.2), check_near(fit.parameters[1], 0.15);
  check_near(fit.parameters[2], 0.5), check_near(fit.parameters[3], 0.6);
  CHECK(fit.rows == 242);
  CHECK(fit.deviation == Approx(1).margin(0.2));
  CHECK(fit.left.size() == 2);
}

TEST_CASE("outliers hardly move what a robust loss finds") {
  Rows rows = swing_rows();
  for (std::size_t k = 5; k < rows.columns[1].size(); k += 13) rows.columns[1][k] += 0.02;
  const FitFolder folder = folder_with(rows);
  const std::string rest = R"("data": "data.csv", "compare": {"spring.x": {"column": "x", "sigma": "0.2 mm"}},
    "parameters": {"k": 99, "damper.damping": 0.7, "fc": 0.45})";
  const Fit squares = folder.fit(rest);
  for (const char* loss : {"\"huber\"", "\"cauchy\"", R"({"soft_l1": 1})"}) {
    INFO(loss);
    const Fit robust = folder.fit("\"loss\": " + std::string(loss) + ", " + rest);
    for (std::size_t p = 0; p < 3; ++p) CHECK(*robust.parameters[p].error < 0.25 * *squares.parameters[p].error);
    CHECK(std::fabs(robust.parameters[2].value - 0.5) < 0.02);
  }
}

TEST_CASE("instants of events tell what the curve does not have") {
  // Where the body turns: events of the friction, measured by a switch.
  FitFolder folder = folder_with(swing_rows());
  RunOptions options;
  const ModelPtr model = load(builtin_registry(), folder.path("diagram.json"), options);
  Trajectory run_rows;
  run(*model, run_rows, options);
  std::string times;
  SameNoise noise(5);
  for (std::size_t k = 0; k < 6; ++k) times += (k > 0 ? ", " : "") + number_text(run_rows.events()[k].time_s + 1e-4 * noise.normal());
  const Fit fit = folder.fit(R"("data": "data.csv", "events": {"friction": {"times": [)" + times + R"(], "sigma": "0.1 ms"}},
    "parameters": {"k": 97})");
  CHECK(fit.rows == 6);
  check_near(fit.parameters[0], 100);
  CHECK(*fit.parameters[0].error < 0.1);
  CHECK(fit.parameters[0].derivatives.differences == 0);
}

TEST_CASE("a parameter that goes to its bound is told to be there, and has no interval") {
  const FitFolder folder = folder_with(swing_rows());
  const Fit fit =
      folder.fit(std::string(kCompare) + R"("parameters": {"damper.damping": {"start": 0.9, "from": 0.8, "to": 2}, "fc": 0.4})");
  CHECK(fit.parameters[0].place == FitPlace::at_low);
  CHECK(fit.parameters[0].value == Approx(0.8));
  CHECK_FALSE(fit.parameters[0].low);
  CHECK(fit.parameters[1].low);
  const auto& notes = fit.notes.list();
  CHECK(std::any_of(notes.begin(), notes.end(),
                    [](const Diagnostic& note) { return note.message.find("lower bound") != std::string::npos; }));
}

TEST_CASE("mass and stiffness of a free decay are but one number") {
  const FitFolder folder = folder_with(swing_rows());
  const Fit fit = folder.fit(std::string(kCompare) + R"("parameters": {"k": 98, "body.mass": 1, "damper.damping": 0.6, "fc": 0.5})");
  REQUIRE_FALSE(fit.unseen.empty());
  CHECK(fit.unseen[0].changes.size() == 4);  // all of them together
  for (const FoundParameter& found : fit.parameters) {
    CHECK_FALSE(found.is_seen);
    CHECK_FALSE(found.low);
  }
  CHECK(std::isinf(fit.condition));
}

TEST_CASE("what has no sensitivities is differentiated by differences, and that is said") {
  const FitFolder folder = folder_with(swing_rows());
  // The heat so far is a formula in variables.
  const Fit fit = folder.fit(R"("data": "data.csv", "compare": {"spring.x*1": "x"}, "parameters": {"damper.damping": 0.7, "fc": 0.45})");
  for (const FoundParameter& found : fit.parameters) {
    CHECK(found.derivatives.exact == 0);
    CHECK(found.derivatives.why.find("formula") != std::string::npos);
  }
  const Fit exact = folder.fit(std::string(kCompare) + R"("parameters": {"damper.damping": 0.7, "fc": 0.45})");
  for (std::size_t p = 0; p < 2; ++p) {
    CHECK(fit.parameters[p].value == Approx(exact.parameters[p].value).margin(1e-3 * *exact.parameters[p].error));
    CHECK(*fit.parameters[p].error == Approx(*exact.parameters[p].error).epsilon(1e-4));
  }
}

TEST_CASE("a parameter that shapes the equations is found by differences, others beside it by sensitivities") {
  FitFolder folder;
  folder.diagram(R"({"format": "stribeck/1", "components": {
    "motor": {"type": "rotational.torque_source", "parameters": {"torque": "1 N*m"}},
    "gear": {"type": "mechanisms.gear_box", "parameters": {"ratio": 3}},
    "load": {"type": "rotational.inertia", "parameters": {"inertia": 2}, "initial": {"w": 0}},
    "bearing": {"type": "rotational.damper", "parameters": {"damping": 0.5}}, "housing": {"type": "rotational.ground"}},
    "connections": [["motor.R", "gear.S"], ["gear.O", "load.I", "bearing.R"], ["motor.C", "bearing.C", "housing.W"]],
    "experiment": {"stop": 5, "rtol": 1e-9}, "outputs": ["load.w"]})");
  // w = n T/d (1 - exp(-d t/J))
  Rows rows{{"time", "w"}, {instants(0.05, 100), {}}};
  for (const double t : rows.columns[0]) rows.columns[1].push_back(3 / 0.5 * -std::expm1(-0.5 * t / 2));
  add_noise(rows.columns[1], 0.01, 3);
  folder.data(rows);
  const Fit fit = folder.fit(R"("data": "data.csv", "compare": {"load.w": "w"}, "parameters": {"gear.ratio": 2.8, "load.inertia": 1.8})");
  check_near(fit.parameters[0], 3), check_near(fit.parameters[1], 2);
  CHECK(fit.parameters[0].derivatives.exact == 0);
  CHECK(fit.parameters[1].derivatives.differences == 0);
}

TEST_CASE("what was found goes into the diagram, which else stays as it was written") {
  const FitFolder folder = folder_with(swing_rows());
  const Fit fit =
      folder.fit(std::string(kCompare) +
                 R"("parameters": {"k": 99, "damper.damping": 0.7, "friction.viscous_coefficient": 0.01, "spring.initial.x": 0.2},
    "set": {"fc": 0.5})");
  const std::string text = fitted_diagram(fit, builtin_registry());
  CHECK(text.find("// a comment that stays") != std::string::npos);
  CHECK(text.find("\"k\": \"" + number_text(fit.parameters[0].value) + " N/m\"") != std::string::npos);
  CHECK(text.find("\"viscous_coefficient\": ") != std::string::npos);
  CHECK(text.find("\"x\": { \"value\": \"" + number_text(fit.parameters[3].value) + " m\", \"priority\": \"high\" }") != std::string::npos);
}

std::string refusal(const FitFolder& folder, const std::string& rest) {
  try {
    folder.fit(rest);
  } catch (const Failure& failure) {
    std::string text;
    for (const Diagnostic& diagnostic : failure.diagnostics())
      text += std::string(describe(diagnostic.code).code) + ": " + diagnostic.message + " | " + diagnostic.remedy + "\n";
    return text;
  }
  return "";
}

TEST_CASE("what is wrong with a plan is told before anything is fitted") {
  const FitFolder folder = folder_with(swing_rows());
  using Catch::Contains;
  const std::string k = R"("parameters": {"k": 99})";
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "compare": {"spring.x": "y"}, )" + k), Contains("has no column \"y\""));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "time": "t", "compare": {"spring.x": "x"}, )" + k), Contains("has no column \"t\""));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "compare": {"spring.y": "x"}, )" + k), Contains("unknown_variable"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "compare": {"spring.x": {"column": "x", "unit": "N"}}, )" + k),
             Contains("value.wrong_dimension"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "time": {"unit": "mm"}, "compare": {"spring.x": "x"}, )" + k),
             Contains("value.wrong_dimension"));
  CHECK_THAT(refusal(folder, R"("data": "none.csv", "compare": {"spring.x": "x"}, )" + k), Contains("file.missing"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "from": "9 s", "compare": {"spring.x": "x"}, )" + k), Contains("no row"));
  CHECK_THAT(refusal(folder, std::string(kCompare) + R"("parameters": {"kk": 99})"),
             Contains("diagram.unknown_parameter") && Contains("\"k\""));
  CHECK_THAT(refusal(folder, std::string(kCompare) + R"("parameters": {"k": "99 N"})"), Contains("value.wrong_dimension"));
  CHECK_THAT(refusal(folder, std::string(kCompare) + R"("parameters": {"k": {"start": 99, "from": 100, "to": 200}})"),
             Contains("outside its bounds"));
  CHECK_THAT(refusal(folder, std::string(kCompare) + R"("starts": 3, "parameters": {"k": 99})"), Contains("\"from\" and \"to\""));
  CHECK_THAT(refusal(folder, std::string(kCompare) + R"("loss": "huber", "parameters": {"k": 99})"), Contains("\"sigma\""));
  CHECK_THAT(refusal(folder, std::string(kCompare) + R"("loss": "hubert", "parameters": {"k": 99})"), Contains("value.bad_choice"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "compare": {"spring.x": {"column": "x", "offset": "=zero"}}, )" + k),
             Contains("no free parameter"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "events": {"frction": {"times": [1]}}, )" + k), Contains("diagram.unknown_instance"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "events": {"friction: slip forwards": {"times": [1]}}, )" + k),
             Contains("value.bad_choice") && Contains("friction: slips forwards"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "events": {"friction": {"times": [1,1.1,1.2,1.3,1.4,1.5,1.6,1.7,1.8,1.9,2]}}, )" + k),
             Contains("fit.failed"));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", "compare": {"spring.x": "x"})"), Contains("\"parameters\""));
  CHECK_THAT(refusal(folder, R"("data": "data.csv", )" + k), Contains("\"compare\""));
}

}  // namespace
}  // namespace stribeck
