// Every diagram, taken up from a leg in the middle of its run by a program that knows nothing else, gives the very rows of the whole run.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cctype>

#include "choices.h"
#include "diagram_files.h"
#include "files.h"
#include "pipeline.h"
#include "stages.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// The bits of every number and the label of every event, in their order.
class Tape : public RowSink {
 public:
  void begin(const std::vector<OutputColumn>& columns) override { columns_ = columns.size(); }
  void row(double time_s, const double* values) override {
    entries.push_back(std::to_string(std::bit_cast<std::uint64_t>(time_s)));
    for (std::size_t i = 0; i < columns_; ++i) entries.back() += " " + std::to_string(std::bit_cast<std::uint64_t>(values[i]));
  }
  void event(const EventRecord& event) override { entries.push_back(event.label); }

  std::size_t columns_ = 0;
  std::vector<std::string> entries;
};

struct Leg {
  std::string state;
  std::size_t entries = 0, chosen = 0;  ///< before it
};

struct Taped {
  Tape tape, chosen;  ///< all rows, and those that are asked for
  std::vector<Leg> legs;
  RunSummary summary;
};

Taped run_whole(const std::string& file, const std::string& text, RunOptions options) {
  Taped result;
  const ModelPtr model = load(test::builtin_registry(), file, options, &text);
  options.at_leg = [&](std::string state) {
    result.legs.push_back({std::move(state), result.tape.entries.size(), result.chosen.entries.size()});
  };
  if (options.rows.any()) options.chosen_rows = &result.chosen;
  result.summary = run(*model, result.tape, options);
  return result;
}

void check_rest(const Tape& rest, const Tape& whole, std::size_t before) {
  const auto begin = whole.entries.begin() + static_cast<std::ptrdiff_t>(before);
  CHECK(std::equal(rest.entries.begin(), rest.entries.end(), begin, whole.entries.end()));
}

void check_resumed(const std::string& file, const std::string& text, RunOptions options, const Taped& whole, std::size_t leg) {
  const ModelPtr model = load(test::builtin_registry(), file, options, &text);
  Tape tape, chosen;
  tape.columns_ = chosen.columns_ = whole.tape.columns_;
  options.resume = &whole.legs[leg].state;
  if (options.rows.any()) options.chosen_rows = &chosen;
  const RunSummary summary = run(*model, tape, options);
  check_rest(tape, whole.tape, whole.legs[leg].entries);
  check_rest(chosen, whole.chosen, whole.legs[leg].chosen);
  CHECK(summary.rows == whole.summary.rows);
  CHECK(summary.events == whole.summary.events);
  CHECK(summary.statistics.steps == whole.summary.statistics.steps);
  CHECK(summary.statistics.evaluations == whole.summary.statistics.evaluations);
  CHECK(summary.audit.residual == whole.summary.audit.residual);
  CHECK(summary.audit.dissipated == whole.summary.audit.dissipated);
  CHECK(summary.notes.size() == whole.summary.notes.size());
  CHECK(summary.end == whole.summary.end);
}

std::size_t check_diagram(const std::string& file, const std::string& solver) {
  CAPTURE(file.substr(test::kRoot.size() + 1), solver);
  const std::string text = test::content_of(file);
  RunOptions options;
  options.solver = solver;
  options.leg = {.steps = 25, .operations = 0};
  const Taped whole = run_whole(file, text, options);
  if (!whole.legs.empty()) check_resumed(file, text, options, whole, whole.legs.size() / 2);
  return whole.legs.size();
}

TEST_CASE("every diagram goes on from the middle of its run as if nothing had happened") {
  std::size_t legs = 0;
  for (const std::string& file : test::diagrams_in({"start", "gallery", "verify", "sled"})) {
    try {
      legs += check_diagram(file, "");
    } catch (const Failure& failure) {
      FAIL_CHECK(failure.what());
    }
  }
  CHECK((legs > 100 || test::kOnlyDiagram != nullptr));
}

TEST_CASE("a run goes on as if nothing had happened, whichever solver runs it") {
  std::size_t turn = 0;
  for (const IntegratorRow& solver : integrators()) {
    if (test::kSanitized && turn++ % 3 != 0) continue;
    std::size_t legs = 0;  // some diagrams take fewer steps than a leg has
    int unstable = 0;      // where fixed steps of a millisecond are too long there is nothing to go on with
    for (const std::string& file : test::diagrams_in({"start", "reference"})) {
      try {
        legs += check_diagram(file, std::string(solver.name));
      } catch (const Failure& failure) {
        if (!solver.fixed_step || failure.diagnostics().front().code != ErrorCode::run_not_finite) throw;
        ++unstable;
      }
    }
    CHECK(unstable <= 2);  // contacts that swing at 1600 Hz, and a law with a pole behind the speed at which slip ends
    // Its friction has a pole behind the speed at which slip ends: fixed steps of the interval must not step over it.
    legs += check_diagram(test::kRoot + "/diagrams/gallery/bowed_string.jsonc", std::string(solver.name));
    INFO(solver.name);
    CHECK(legs > 10);
  }
}

/// Of what a method learns from events legs change nothing: counted as events, they would shorten the steps of BDF behind each beginning,
/// and shorter steps would make more legs, so that a run six times as long took 36 times the steps.
TEST_CASE("the number of steps grows with the length of the run, however many legs it is cut into") {
  for (const IntegratorRow& solver : integrators()) {
    if (solver.fixed_step) continue;
    const auto steps = [&](int seconds) {
      RunOptions options;
      options.solver = std::string(solver.name);
      options.leg = {.steps = 25, .operations = 0};
      const std::string text = test::diagram_text(
          R"("body": {"type": "translational.mass", "initial": {"v": 1}}, "wall": {"type": "translational.ground"},
             "spring": {"type": "translational.spring", "parameters": {"stiffness": 10}, "initial": {"x": 0}})",
          R"(["body.M", "spring.R"], ["spring.C", "wall.W"])",
          R"("experiment": {"interval": 0.1, "rtol": 1e-6, "stop": )" + std::to_string(seconds) + "}");
      return run_whole("oscillator.json", text, options).summary.statistics.steps;
    };
    const std::int64_t early = steps(20), all = steps(120);
    CAPTURE(solver.name, early, all);
    CHECK(all < 8 * early);
  }
}

/// Several rates whose instants coincide in part, a loop through a unit delay, a sample that an event triggers, and a controller on a mass.
TEST_CASE("clocks go on from any step of a run as if nothing had happened") {
  const std::string text = R"({"format": "stribeck/1", "parameters": {"T": "=1/12"}, "components": {
    "mass": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": 1}},
    "rubs": {"type": "translational.dry_friction", "parameters": {"coulomb_force": 0.4, "static_force": 0.6}},
    "push": {"type": "translational.force_source"}, "ground": {"type": "translational.ground"},
    "position": {"type": "translational.motion_sensor", "initial": {"x": 0}},
    "one": {"type": "signals.constant", "parameters": {"value": 1}},
    "control": {"type": "signals.discrete_pid", "parameters": {"period": "=2*T", "gain": -6, "derivative_time": 0.2, "error_unit": "1 m"}},
    "force": {"type": "signals.gain", "parameters": {"gain": "1 N"}}, "slow": {"type": "signals.sampler", "parameters": {"period": "=3*T"}},
    "sum": {"type": "signals.sum"}, "count": {"type": "signals.unit_delay", "parameters": {"period": "=T"}},
    "wave": {"type": "signals.sine", "parameters": {"frequency": 3}}, "told": {"type": "signals.triggered_sampler"}},
    "connections": [["mass.M", "rubs.R", "push.R", "position.R"], ["ground.W", "rubs.C", "push.C", "position.C"],
    ["position.x", "control.u", "slow.u", "told.u"], ["control.y", "force.u"], ["force.y", "push.S"],
    ["wave.y", "told.trigger"], ["one.y", "sum.u1"], ["count.y", "sum.u2"], ["sum.y", "count.u"]],
    "experiment": {"stop": 2, "interval": 0.05}})";
  RunOptions options;
  options.leg = {.steps = 1, .operations = 0};
  const Taped whole = run_whole("clocks.json", text, options);
  CHECK(whole.legs.size() >= 24);  // one a period at least
  for (std::size_t leg = 0; leg < whole.legs.size(); ++leg) {
    CAPTURE(leg);
    check_resumed("clocks.json", text, options, whole, leg);
  }
}

AskedRows window(std::string from, std::string to, std::string rows = "") {
  return {.from = std::move(from), .to = std::move(to), .rows = std::move(rows), .at = {}};
}

TEST_CASE("rows that are asked for go on from any step of a run as if nothing had happened") {
  // Sticks and slips for 10 s. 1.31 s is a row of the interval, the others lie between.
  const std::string file = test::kRoot + "/diagrams/start/rotational_stick_slip.json";
  const std::string text = test::content_of(file);
  for (const AskedRows& rows : {window("1.005 s", "7.5 s"), window("", "2 s"), window("", "", "steps"), window("2 s", "6 s", "steps"),
                                AskedRows{.from = "",
                                .to = "",
                                .rows = "",
                                .at = {"0 s", "0.3333 s", "1.31 s", "1.3137 s", "5.0001 s", "5.0002 s", "9.9999 s", "10 s"}}}) {
    CAPTURE(rows.from, rows.to, rows.rows, rows.at.size());
    RunOptions options;
    options.rows = rows;
    options.leg = {.steps = 3, .operations = 0};
    const Taped whole = run_whole(file, text, options);
    CHECK(whole.legs.size() > 20);
    CHECK(whole.chosen.entries.size() >= rows.at.size());
    CHECK(whole.chosen.entries != whole.tape.entries);
    // Beginnings and ends of windows, and given instants, are passed on the way.
    CHECK(whole.legs.front().chosen < whole.legs.back().chosen);
    // Of some thousand steps, all over the run; the time that all take grows with their square.
    const std::size_t every = std::max<std::size_t>(1, whole.legs.size() / (test::kSanitized ? 8 : 60));
    for (std::size_t leg = 0; leg < whole.legs.size(); leg += every) {
      CAPTURE(leg);
      check_resumed(file, text, options, whole, leg);
    }
  }
}

/// The load of a thread that locks itself turns over at 0.2 s, from where on no force of the friction fulfils its law: the next step fails.
TEST_CASE("where frictions jam, the row of the last step is the one before the event, also where the run goes on in between") {
  const std::string text = test::diagram_text(
      R"("screw": {"type": "rotational.inertia", "parameters": {"inertia": 1e-4}, "initial": {"w": 10}}, "nut": {"type": "translational.mass",
         "parameters": {"mass": 800}}, "thread": {"type": "mechanisms.leadscrew", "parameters": {"friction": "exact", "lead": "5 mm",
         "diameter": "16 mm", "friction_coefficient": 0.2}}, "motor": {"type": "rotational.torque_source"},
         "ramp": {"type": "signals.ramp", "parameters": {"duration": 0.4, "offset": 1, "height": -2}}, "wall": {"type": "rotational.ground"})",
      R"(["ramp.y", "motor.S"], ["motor.R", "screw.I", "thread.S"], ["motor.C", "wall.W"], ["thread.N", "nut.M"])",
      R"("experiment": {"stop": 0.3, "interval": 0.01}, "outputs": ["screw.w"])");
  RunOptions options;
  options.rows = window("", "", "steps");
  options.leg = {.steps = 1, .operations = 0};
  const Taped whole = run_whole("jam.json", text, options);
  CHECK(whole.summary.event_instants == 1);
  // The speed jumps: no two rows of the event are the same, and those before it are at different instants.
  const std::vector<std::string>& rows = whole.chosen.entries;
  CHECK(std::adjacent_find(rows.begin(), rows.end()) == rows.end());
  // Its two rows are among those of the steps as they are among those of the interval, and what is told of it stands right behind.
  const std::vector<std::string>& all = whole.tape.entries;
  const auto told = std::find_if(all.begin(), all.end(), [](const std::string& entry) { return !std::isdigit(entry.front()); });
  REQUIRE(told - all.begin() >= 2);
  REQUIRE(told != all.end());
  CHECK(std::search(rows.begin(), rows.end(), told - 2, told + 1) != rows.end());
  for (std::size_t leg = 0; leg < whole.legs.size(); ++leg) {
    CAPTURE(leg);
    check_resumed("jam.json", text, options, whole, leg);
  }
}

}  // namespace
}  // namespace stribeck
